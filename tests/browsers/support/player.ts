import { expect } from 'playwright/test';
import type { ServerApi } from '../../e2e/support/demo.ts';
import type { Book } from '../../e2e/support/library.ts';
import type { Tab } from '../driver/browser.ts';
import type { Part } from '../driver/screen.ts';

/** What the client's one media element says of itself; null where there is none. */
export function player(tab: Tab) {
  return tab.evaluate(() => {
    const audio = document.querySelector<HTMLAudioElement>('audio[data-earmark-player]');
    if (!audio) return null;
    const { currentTime: time, paused, ended, seeking, readyState, volume, playbackRate: rate, currentSrc } = audio;
    const isLoaded = readyState >= audio.HAVE_METADATA && !seeking;
    return {
      time,
      volume,
      rate,
      isLoaded,
      hasStopped: paused || ended,
      file: currentSrc && new URL(currentSrc).pathname,
    };
  });
}

/** Seconds into the file that is loaded. */
export const currentTime = async (tab: Tab): Promise<number> => (await player(tab))?.time ?? NaN;

/**
 * It plays: its time goes on by so many seconds, at its speed and without a seek. Whether it has data ahead does not
 * count: WebKit's may deny that while it plays.
 */
export async function expectAdvance(tab: Tab, seconds = 0.5): Promise<void> {
  await expect.poll(async () => (await player(tab))?.isLoaded, { message: 'the player is loaded' }).toBe(true);
  const look = async () => ({ ...(await player(tab)), at: Date.now() });
  let last = await look();
  let gained = 0;
  const gain = async () => {
    const now = await look();
    const step = (now.time ?? NaN) - (last.time ?? NaN);
    const most = ((now.at - last.at) / 1000 + 0.5) * (now.rate ?? 1);
    gained = now.file === last.file && step >= 0 && step <= most ? gained + step : 0;
    last = now;
    return gained;
  };
  await expect.poll(gain, { message: 'the time of the player goes on' }).toBeGreaterThan(seconds);
}

/** It stands still once it has stopped: over half a second its time is the same. */
export async function expectStill(tab: Tab): Promise<void> {
  await expect.poll(async () => (await player(tab))?.hasStopped, { message: 'the player has stopped' }).toBe(true);
  const before = await currentTime(tab);
  await tab.evaluate(() => new Promise<void>((done) => setTimeout(done, 500)));
  expect(await currentTime(tab)).toBe(before);
}

/** Gives a book a place, so that the start page offers to go on with it. */
export async function beginAt(api: ServerApi, { id, media }: Book, currentTime: number): Promise<void> {
  const { duration } = media;
  await api.call('PATCH', `/api/me/progress/${id}`, { currentTime, duration, progress: currentTime / duration });
}

export const bar = (screen: Part) => screen.role('region', 'Player');
