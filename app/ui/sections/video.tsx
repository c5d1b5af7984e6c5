import { useEffect, useRef } from "react";
import { VIDEO } from "~/content/home";
import { InlineScript } from "~/ui/layout/inline-script";
import { controlVideo } from "~/ui/sections/control-video";

const SOURCES = [
  ["/video/loop-960x540-av1.webm", 'video/webm; codecs="av01.0.04M.08"'],
  ["/video/loop-960x540.mp4", "video/mp4"],
];
const CONTROL = `(${controlVideo})(document.querySelector("video"))`;

/**
 * A looping, muted video with one large button, or with the browser's controls where no script runs. With reduced motion
 * it shows its poster.
 */
export function Video() {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) controlVideo(video.current);
  }, []);

  return (
    <section className="video" aria-labelledby="video">
      <div className="video-text">
        <h2 id="video">{VIDEO.heading}</h2>
        <p>{VIDEO.text}</p>
      </div>
      <div className="video-frame">
        <video
          ref={video}
          aria-label={VIDEO.description}
          autoPlay
          muted
          loop
          playsInline
          controls
          preload="none"
          loading="lazy"
          width={960}
          height={540}
          poster="/video/loop-poster.jpg"
        >
          {SOURCES.map(([src, type]) => (
            <source key={src} src={src} type={type} media="(prefers-reduced-motion: no-preference)" />
          ))}
        </video>
        <button type="button" className="video-button" hidden>
          <span>
            <span aria-hidden="true">❚❚</span> Pause video
          </span>
          <span hidden>
            <span aria-hidden="true">►</span> Play video
          </span>
        </button>
        <InlineScript text={CONTROL} />
      </div>
    </section>
  );
}
