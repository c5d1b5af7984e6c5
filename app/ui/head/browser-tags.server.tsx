/** Needed for the first words of every page. */
const FONTS = ["/fonts/archivo.woff2", "/fonts/public-sans.woff2"];

/** What a browser reads once, with the document: the site's mark, its colour, its fonts. */
export function ForBrowsers() {
  return (
    <>
      {FONTS.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
      ))}
      <meta name="theme-color" content="#f4ede0" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
    </>
  );
}
