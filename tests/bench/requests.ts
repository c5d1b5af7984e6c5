import type { Dispatcher } from "undici";
import { ARRIVED, FORM } from "../http/post";

/** What is asked, as browsers do. "#number#" is another number each time. */
export type Request = Pick<Dispatcher.RequestOptions, "method" | "path"> & {
  headers: Record<string, string>;
  body?: string;
};

const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "accept-language": "en-US,en;q=0.9",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "same-origin",
  "upgrade-insecure-requests": "1",
};

export const get = (path: string, encodings = "gzip, deflate, br, zstd"): Request => ({
  method: "GET",
  path,
  headers: { ...BROWSER, "accept-encoding": encodings },
});

const post = (path: string, type: string, body: string): Request => ({
  method: "POST",
  path,
  headers: { ...BROWSER, "content-type": type },
  body,
});

const TYPED = { ...FORM, projectLocation: "#number# Bench Road" };

export const quote = post(
  "/quote",
  "application/x-www-form-urlencoded",
  new URLSearchParams(TYPED).toString().replace("%23number%23", "#number#"),
);

/** The nine fields as the site sends them on. */
export const relayed = (path: string) => {
  const fields = {
    ...Object.fromEntries(ARRIVED("New Quote Request from Website")),
    project_location: TYPED.projectLocation,
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--bench\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return post(path, "multipart/form-data; boundary=bench", `${parts.join("")}--bench--\r\n`);
};
