/** What is sent, byte for byte as browsers send it. "#number#" is another number each time. */

const BROWSER =
  `User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36
Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8
Accept-Language: en-US,en;q=0.9
Sec-Fetch-Dest: document
Sec-Fetch-Mode: navigate
Sec-Fetch-Site: same-origin
Upgrade-Insecure-Requests: 1`.replaceAll("\n", "\r\n");

/** @param {string} path @param {string} [encodings] */
export const get = (path, encodings = "gzip, deflate, br, zstd") =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: ${encodings}\r\n${BROWSER}\r\n\r\n`;

/** @param {string} path @param {string} type @param {string} body */
const post = (path, type, body) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n${BROWSER}\r\n\r\n${body}`;

const FIELDS = {
  fullName: "Bench Visitor",
  email: "bench@example.com",
  phone: "(269) 555-0188",
  projectType: "pool-excavation",
  projectLocation: "#number# Bench Road",
  additionalNotes: "A pool of thirty by fifteen feet",
};

export const quote = post(
  "/quote",
  "application/x-www-form-urlencoded",
  new URLSearchParams(FIELDS).toString().replace("%23number%23", "#number#"),
);

/** The nine fields as the site sends them on. @param {string} path */
export const relayed = (path) => {
  const fields = {
    _subject: "New Quote Request from Website",
    _captcha: "false",
    _template: "table",
    full_name: FIELDS.fullName,
    email: FIELDS.email,
    phone: FIELDS.phone,
    project_type: FIELDS.projectType,
    project_location: FIELDS.projectLocation,
    additional_notes: FIELDS.additionalNotes,
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--bench\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return post(path, "multipart/form-data; boundary=bench", `${parts.join("")}--bench--\r\n`);
};
