import { useEffect, useRef, useState } from "react";
import { VIDEO } from "~/site/story";

/** Specification, "Business constants": autoplay is forced, tried again each 500 ms for up to 3 s. */
const RETRY_MS = 500;
const RETRY_FOR_MS = 3000;

/** People who ask for less motion or less data start the film themselves. */
const wantsCalm = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches ||
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * A looping, muted film. Without JavaScript the browser's own controls pause it, and less motion means its poster. With
 * it there is one large button.
 */
export function Video() {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState<boolean>();

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    setPlaying(!element.paused);
    if (wantsCalm()) return element.pause();
    const start = performance.now();
    const timer = setInterval(() => {
      if (!element.paused || performance.now() - start > RETRY_FOR_MS) return clearInterval(timer);
      element.play().catch(() => {}); // Refused: the next try, or the button.
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, []);

  const toggle = () => {
    const element = video.current;
    if (!element?.paused) return element?.pause();
    // Under reduced motion no source was chosen.
    if (!element.currentSrc) element.src = "/video/loop-960x540.mp4";
    element.play().catch(() => {});
  };

  return (
    <section className="video" aria-labelledby="video">
      <div className="video-words">
        <h2 id="video">{VIDEO.heading}</h2>
        <p>{VIDEO.text}</p>
      </div>
      <div className="film">
        <video
          ref={video}
          aria-label={VIDEO.description}
          autoPlay
          muted
          loop
          playsInline
          controls={playing === undefined}
          preload="none"
          width={960}
          height={540}
          poster="/video/loop-poster.jpg"
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
        >
          <source
            src="/video/loop-960x540-av1.webm"
            type='video/webm; codecs="av01.0.04M.08"'
            media="(prefers-reduced-motion: no-preference)"
          />
          <source
            src="/video/loop-960x540.mp4"
            type="video/mp4"
            media="(prefers-reduced-motion: no-preference)"
          />
        </video>
        {playing === undefined ? null : (
          <button type="button" className="film-button" onClick={toggle}>
            <span aria-hidden="true">{playing ? "❚❚" : "►"}</span> {playing ? "Pause film" : "Play film"}
          </button>
        )}
      </div>
    </section>
  );
}
