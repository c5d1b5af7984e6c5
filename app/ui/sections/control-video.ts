/**
 * Connects a video to the button after it, whose children are the labels while it plays and while it is paused, and
 * forces autoplay. Serialized into the page right after the video, so it must use nothing from outside itself. React
 * calls it for a video it renders later; a second call does nothing.
 */
export function controlVideo(video: HTMLVideoElement): void {
  const button = video.nextElementSibling as HTMLButtonElement;
  const [whilePlaying, whilePaused] = button.children as HTMLCollectionOf<HTMLElement>;
  if (button.onclick || !whilePlaying || !whilePaused) return;

  // Some browsers refuse the first play(): retry every 500 ms for 3 s, from when it comes into view and loads.
  let timer = 0;
  const inView = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    inView.disconnect();
    const start = performance.now();
    timer = window.setInterval(() => {
      if (!video.paused || !video.isConnected || performance.now() - start > 3000)
        return clearInterval(timer);
      video.play().catch(() => {}); // Refused: the next try, or the button.
    }, 500);
  });

  // With reduced motion or reduced data, visitors start the video themselves.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    // This stops the download, which starts after this script. load() would start it.
    video.autoplay = false;
    video.pause();
  } else inView.observe(video);

  const show = () => {
    whilePlaying.hidden = video.paused;
    whilePaused.hidden = !video.paused;
  };
  video.onplay = video.onpause = show;
  button.onclick = () => {
    inView.disconnect();
    clearInterval(timer);
    if (!video.paused) return video.pause();
    // With reduced motion the browser selected no source.
    if (!video.currentSrc) video.src = "/video/loop-720x540.mp4";
    video.play().catch(() => {});
  };
  show();
  video.controls = false;
  button.hidden = false;
}
