/** The site's version, which CHANGELOG.md describes. */
export { version } from "../../package.json";
