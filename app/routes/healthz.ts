/** Whether the process is alive, for the container's health check. It looks at nothing else. */
export const loader = () => new Response("ok\n", { headers: { "Cache-Control": "no-store" } });
