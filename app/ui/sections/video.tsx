import { useEffect, useRef } from "react";
import { VIDEO } from "~/content/home";
import { OWN_SCRIPT } from "~/document/content-security-policy.server";
import { controlVideo } from "~/ui/sections/control-video";

/** Runs as the page is read. */
const CONTROL = `(${controlVideo})(document.querySelector("video"))`;

/**
 * A looping, muted film with one large button. Without JavaScript the browser's own controls stand in for the button, and
 * less motion means its poster.
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
        <button type="button" className="video-button" hidden>
          <span>
            <span aria-hidden="true">❚❚</span> Pause film
          </span>
          <span hidden>
            <span aria-hidden="true">►</span> Play film
          </span>
        </button>
        <script nonce={OWN_SCRIPT} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: CONTROL }} />
      </div>
    </section>
  );
}
