/** A part of a sound file, in seconds of it. */
export interface Clip {
  readonly url: string;
  readonly begin: number;
  readonly end: number;
}

export type ClipReport = { readonly type: 'speech.begun' } | { readonly type: 'speech.ended' | 'speech.failed' };

/** Seconds: closer clips follow each other without a seek, which would be heard. */
const NEXT = 0.15;
/** How long another clip may follow before the sound pauses, in ms. */
const LINGER_MS = 60;
/** Between looks at where the sound is, in ms. */
const LEAST_WAIT_MS = 10;
const MOST_WAIT_MS = 250;

/** Plays clips of sound files one at a time, without a gap where one follows another in its file. */
export interface Clips {
  /** Stops, without a report, by the returned function. */
  play(clip: Clip, rate: number, report: (report: ClipReport) => void): () => void;
}

export function createClips(audio: HTMLAudioElement): Clips {
  let lingering: ReturnType<typeof setTimeout> | undefined;
  let opened = '';
  const linger = () => (lingering = setTimeout(() => audio.pause(), LINGER_MS));

  return {
    play({ url, begin, end }, rate, report) {
      clearTimeout(lingering);
      const closing = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const finish = (type: 'speech.ended' | 'speech.failed') => {
        if (closing.signal.aborted) return;
        closing.abort();
        clearTimeout(timer);
        linger();
        report({ type });
      };
      const look = () => {
        clearTimeout(timer);
        if (closing.signal.aborted) return;
        const left = end - audio.currentTime;
        if (left <= 0 || audio.ended) return finish('speech.ended');
        timer = setTimeout(look, Math.min(Math.max((left * 1000) / rate, LEAST_WAIT_MS), MOST_WAIT_MS));
      };
      if (opened !== url) audio.src = opened = url;
      const follows = !audio.paused && Math.abs(audio.currentTime - begin) < NEXT;
      if (!follows) audio.currentTime = begin;
      audio.playbackRate = rate;
      audio.addEventListener('ended', () => finish('speech.ended'), closing);
      audio.addEventListener('error', () => finish('speech.failed'), closing);
      audio.play().then(
        () => {
          if (closing.signal.aborted) return;
          report({ type: 'speech.begun' });
          look();
        },
        () => finish('speech.failed'),
      );
      return () => {
        if (closing.signal.aborted) return;
        closing.abort();
        clearTimeout(timer);
        linger();
      };
    },
  };
}
