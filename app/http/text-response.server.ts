/** A file for programs that follows from the settings; it stays the same until the next start, so it may be kept an hour. */
export const textFile = (text: string, type: string) =>
  new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" },
  });

/** Where the settings say too little for the file. */
export const noFile = () =>
  new Response("Not found\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache" },
  });
