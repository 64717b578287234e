import { expect } from 'playwright/test';
import type { ServerApi } from '../../e2e/support/demo.ts';
import type { Book } from '../../e2e/support/library.ts';
import type { Tab } from '../driver/browser.ts';
import type { Part } from '../driver/screen.ts';
import { test } from '../driver/test.ts';

/** What the client's one media element says of itself; null where there is none. */
export function player(tab: Tab) {
  return tab.evaluate(() => {
    const audio = document.querySelector<HTMLAudioElement>('audio[data-earmark-player]');
    if (!audio) return null;
    const { currentTime: time, paused, ended, seeking, readyState, volume, playbackRate: rate, currentSrc } = audio;
    const hasSound = readyState > audio.HAVE_CURRENT_DATA && !seeking;
    return {
      time,
      volume,
      rate,
      hasSound,
      hasStopped: paused || ended,
      file: currentSrc && new URL(currentSrc).pathname,
    };
  });
}

/** Seconds into the file that is loaded. */
export const currentTime = async (tab: Tab): Promise<number> => (await player(tab))?.time ?? NaN;

/** It plays: from where it has sound, its time goes on by so many seconds. */
export async function expectAdvance(tab: Tab, seconds = 0.5): Promise<void> {
  await expect.poll(async () => (await player(tab))?.hasSound, { message: 'the player has sound' }).toBe(true);
  let from = await player(tab);
  const gained = async () => {
    const now = await player(tab);
    if (now?.file !== from?.file) from = now;
    return (now?.time ?? NaN) - (from?.time ?? NaN);
  };
  await expect.poll(gained, { message: 'the time of the player goes on' }).toBeGreaterThan(seconds);
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

/** The journeys of this file have sound, and are not tried where an engine has nowhere to send it. */
export function needsSound(): void {
  test.beforeEach(({ engineBrowser }) => test.skip(!engineBrowser.hasSound, 'no sound output: PulseAudio'));
}
