import type { BrowserContext } from 'playwright/test';
import { PLAYER } from '../../e2e/support/sound.ts';

/** Sound that advanced in a page: its position, its file, and the time it took. Seconds. */
export interface Sounded {
  readonly path: string;
  /** Null: the page has jumped away from it. */
  readonly time: number | null;
  readonly seconds: number;
}

/** Interval of a page's report of played time, in ms: what a crash can hide from the meter. */
const SAMPLE_MS = 50;

/** Reads the media element of every page, past the client's own code. */
export async function measure(context: BrowserContext, onSound: (sounded: Sounded) => void): Promise<void> {
  await context.exposeBinding('earmarkSounded', (_, sounded: Sounded) => onSound(sounded));
  await context.addInitScript(
    ({ player, ms }) => {
      const report = (globalThis as unknown as { earmarkSounded(sounded: unknown): void }).earmarkSounded;
      const clock = performance.now.bind(performance);
      const pathOf = (src: string) => new URL(src, location.href).pathname;
      let last: { element: HTMLAudioElement; src: string; time: number; at: number } | null = null;
      const look = () => {
        const element = document.querySelector<HTMLAudioElement>(player);
        const now = element && { element, src: element.currentSrc, time: element.currentTime, at: clock() };
        if (now && last && now.element === last.element && now.src === last.src && !now.element.seeking) {
          const seconds = (now.time - last.time) / now.element.playbackRate;
          const isSound = seconds > 0 && seconds < (now.at - last.at) / 1000 + 0.3;
          if (isSound) report({ path: pathOf(now.src), time: now.time, seconds });
        }
        last = now;
      };
      setInterval(look, ms);
      for (const type of ['pause', 'ratechange', 'ended']) document.addEventListener(type, look, true);
      // Its time is the new one already: only the clock knows the played time since the last check.
      const jump = () => {
        if (last && !last.element.paused)
          report({ path: pathOf(last.src), time: null, seconds: (clock() - last.at) / 1000 });
        last = null;
      };
      document.addEventListener('seeking', jump, true);
      // Another file: its time is 0 before its address is known.
      document.addEventListener('emptied', () => (last = null), true);
      addEventListener('pagehide', look);
    },
    { player: PLAYER, ms: SAMPLE_MS },
  );
}
