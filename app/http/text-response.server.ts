/** A file for programs, made from the settings. It stays the same until the next start, so it may be cached for an hour. */
export const textFile = (text: string, type: string) =>
  new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" },
  });

/** Sent where the settings say too little for the file. */
export const noFile = () => new Response("Not found\n", { status: 404 });
