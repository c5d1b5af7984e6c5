import { useEffect, useRef } from "react";
import type { Video as Words } from "~/content/types";
import { controlVideo } from "~/ui/sections/control-video";

const SOURCES = [
  { src: "/video/loop-720x540-av1.webm", type: 'video/webm; codecs="av01.0.04M.08"' },
  { src: "/video/loop-720x540.mp4", type: "video/mp4" },
];
const ATTRIBUTES = {
  muted: true,
  loop: true,
  playsInline: true,
  controls: true,
  preload: "none",
  width: 720,
  height: 540,
  poster: "/video/loop-poster.jpg",
};

/**
 * A looping, muted video with one large button, or with the browser's controls if no script runs. With reduced motion it shows its
 * poster.
 */
export function Video({ heading, text, description }: Words) {
  const video = useRef<HTMLVideoElement>(null);
  const attributes = { "aria-label": description, ...ATTRIBUTES };
  useEffect(() => {
    if (video.current) controlVideo(video.current);
  }, []);

  return (
    <section className="video" aria-labelledby="video">
      <div>
        <h2 id="video">{heading}</h2>
        <p>{text}</p>
      </div>
      <div className="video-frame">
        {/* `controlVideo` has run by the time React looks. */}
        <video ref={video} autoPlay loading="lazy" suppressHydrationWarning {...attributes}>
          {SOURCES.map((source) => (
            <source key={source.src} {...source} media="(prefers-reduced-motion: no-preference)" />
          ))}
        </video>
        <button type="button" className="video-button" hidden suppressHydrationWarning>
          <span suppressHydrationWarning>
            <span aria-hidden="true">❚❚</span> Pause video
          </span>
          <span hidden suppressHydrationWarning>
            <span aria-hidden="true">►</span> Play video
          </span>
        </button>
        {/* Without a script and with reduced motion, the stylesheet shows this one, which does not autoplay. */}
        <noscript>
          <video {...attributes}>
            {SOURCES.map((source) => (
              <source key={source.src} {...source} />
            ))}
          </video>
        </noscript>
      </div>
    </section>
  );
}
