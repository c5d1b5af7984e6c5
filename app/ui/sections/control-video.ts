/**
 * Gives a film its one large button and its autoplay. It stands in the page as text, right after the film, so that both
 * are there before React and without it: it must use nothing from outside itself. React calls it where it shows a film
 * later; a film that has it already is left alone.
 *
 * @param film followed by its button, which holds what it says while the film plays and while it does not
 */
export function controlVideo(film: HTMLVideoElement): void {
  const button = film.nextElementSibling as HTMLButtonElement;
  const [whilePlaying, whilePaused] = button.children as HTMLCollectionOf<HTMLElement>;
  if (button.onclick || !whilePlaying || !whilePaused) return;

  // Specification, "Business constants": autoplay is forced, tried again each 500 ms for up to 3 s.
  const start = performance.now();
  const timer = setInterval(() => {
    if (!film.paused || !film.isConnected || performance.now() - start > 3000) return clearInterval(timer);
    film.play().catch(() => {}); // Refused: the next try, or the button.
  }, 500);

  // People who ask for less motion or less data start the film themselves.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    clearInterval(timer);
    // Soon enough: what a film loads is settled after the script that stands behind it. load() would load it.
    film.autoplay = false;
    film.pause();
  }

  const show = () => {
    whilePlaying.hidden = film.paused;
    whilePaused.hidden = !film.paused;
  };
  film.onplay = film.onpause = show;
  button.onclick = () => {
    clearInterval(timer);
    if (!film.paused) return film.pause();
    // Under reduced motion no source was chosen.
    if (!film.currentSrc) film.src = "/video/loop-960x540.mp4";
    film.play().catch(() => {});
  };
  show();
  film.controls = false;
  button.hidden = false;
}
