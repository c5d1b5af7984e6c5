import { useEffect, useRef } from "react";
import { VIDEO } from "~/site/story";

/** Specification, "Business constants": autoplay is forced, tried again each 500 ms for up to 3 s. */
const RETRY_MS = 500;
const RETRY_FOR_MS = 3000;

/** A looping, muted film. It does not start by itself for people who ask for less motion. */
export function Video() {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return element?.pause();
    const start = performance.now();
    const timer = setInterval(() => {
      if (!element.paused || performance.now() - start > RETRY_FOR_MS) return clearInterval(timer);
      element.play().catch(() => {}); // Refused: the next try, or the controls.
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className="video" aria-labelledby="video">
      <div>
        <h2 id="video">{VIDEO.heading}</h2>
        <p>{VIDEO.text}</p>
      </div>
      <video
        ref={video}
        aria-label={VIDEO.description}
        autoPlay
        muted
        loop
        playsInline
        controls
        preload="metadata"
        width={960}
        height={540}
        poster="/video/loop-poster.jpg"
      >
        <source src="/video/loop-960x540-av1.webm" type='video/webm; codecs="av01.0.04M.08"' />
        <source src="/video/loop-960x540.mp4" type="video/mp4" />
      </video>
    </section>
  );
}
