/** Whether the process is alive, for the container's health check. It looks at nothing else. */
export const loader = () =>
  new Response("ok\n", {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
