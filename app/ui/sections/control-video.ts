/**
 * Connects a video to the next element, a button whose two children are its labels while playing and while paused, and retries
 * autoplay. Its source is inlined into the page, so it must use nothing outside itself. React calls it for a video
 * that it renders; a second call does nothing.
 */
export function controlVideo(video: HTMLVideoElement): void {
  const button = video.nextElementSibling as HTMLButtonElement;
  const [whilePlaying, whilePaused] = button.children as HTMLCollectionOf<HTMLElement>;
  if (button.onclick || !whilePlaying || !whilePaused) return;

  // Some browsers reject the first play(). Once the video is in view, retry every 500 ms for 3 s.
  let timer = 0;
  const inView = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    inView.disconnect();
    const start = performance.now();
    timer = window.setInterval(() => {
      if (!video.paused || !video.isConnected || performance.now() - start > 3000)
        return clearInterval(timer);
      video.play().catch(() => {});
    }, 500);
  });

  // With reduced motion or reduced data, visitors start the video themselves.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    // Prevents the download, which has not started yet. load() would start it.
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
    // With reduced motion the browser has selected no <source>.
    if (!video.currentSrc) video.src = "/video/loop-720x540.mp4";
    video.play().catch(() => {});
  };
  show();
  video.controls = false;
  button.hidden = false;
}
