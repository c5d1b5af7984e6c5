import { config } from "~/config/config.server";
import { DESCRIPTIONS } from "~/contractor/search.server";
import { pageColor } from "~/document/inline-css.server";
import { textFile } from "~/http/text-response.server";

/** For visitors who add the site to a home screen: its name and icons. It stays a website, with the browser's own bars. */
export const loader = () =>
  textFile(
    JSON.stringify({
      id: "/",
      name: config.business.name,
      short_name: config.business.name,
      description: DESCRIPTIONS["/"],
      lang: "en-US",
      start_url: "/",
      display: "browser",
      background_color: pageColor,
      theme_color: pageColor,
      icons: ["any", "maskable"].flatMap((purpose) =>
        [192, 512].map((size) => ({
          src: `/${purpose === "any" ? "icon" : purpose}-${size}.png`,
          sizes: `${size}x${size}`,
          type: "image/png",
          purpose,
        })),
      ),
    }),
    "application/manifest+json",
  );
