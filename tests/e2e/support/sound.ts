import { expect, type Page } from 'playwright/test';

/** The client's one media element. */
export const PLAYER = 'audio[data-earmark-player]';

/** Seconds into the loaded file, as the element says. */
export function currentTime(page: Page): Promise<number> {
  return page.locator(PLAYER).evaluate((element: HTMLAudioElement) => element.currentTime);
}

/** State of the media element, for a failed test; null without one. */
export function playerState(page: Page) {
  return page.evaluate((player) => {
    const element = document.querySelector<HTMLAudioElement>(player);
    if (!element) return null;
    const { readyState, networkState, seeking, paused, currentTime, error } = element;
    const path = element.currentSrc && new URL(element.currentSrc).pathname;
    return { readyState, networkState, seeking, paused, currentTime, path, error: error?.message };
  }, PLAYER);
}

/** The element plays: once it has sound, its time advances by so many seconds. */
export async function expectAdvance(page: Page, seconds = 0.5): Promise<void> {
  // Before that its time may still jump to where the sound begins.
  const isReady = (element: HTMLAudioElement) => element.readyState > element.HAVE_CURRENT_DATA && !element.seeking;
  await expect.poll(() => page.locator(PLAYER).evaluate(isReady), { message: 'the player has sound' }).toBe(true);
  const look = () =>
    page.locator(PLAYER).evaluate(({ currentSrc, currentTime: time }: HTMLAudioElement) => ({ currentSrc, time }));
  let from = await look();
  const gained = async () => {
    const now = await look();
    // The time of another file starts from 0.
    if (now.currentSrc !== from.currentSrc) from = now;
    return now.time - from.time;
  };
  await expect.poll(gained, { message: 'the time of the player goes on' }).toBeGreaterThan(seconds);
}

/** The element has stopped: two checks, half a second of frames apart, find the same time. */
export async function expectStill(page: Page): Promise<void> {
  const hasStopped = ({ paused, ended }: HTMLAudioElement) => paused || ended;
  await expect.poll(() => page.locator(PLAYER).evaluate(hasStopped), { message: 'the player has stopped' }).toBe(true);
  const times = await page.locator(PLAYER).evaluate(async (element: HTMLAudioElement) => {
    const first = element.currentTime;
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
    return [first, element.currentTime];
  });
  expect(times[1]).toBe(times[0]);
}

/** The decoded audio is louder than silence within the time limit of an expectation. */
export async function expectSound(page: Page): Promise<void> {
  await expect.poll(() => loudness(page), { message: 'the decoded audio is not silent' }).toBeGreaterThan(0.003);
}

/** Highest root mean square (0 to 1) of the decoded audio over a third of a second. */
export function loudness(page: Page): Promise<number> {
  return page.locator(PLAYER).evaluate(async (element: HTMLAudioElement) => {
    const stream = (element as HTMLAudioElement & { captureStream(): MediaStream }).captureStream();
    if (stream.getAudioTracks().length === 0) return 0;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 2048;
    context.createMediaStreamSource(stream).connect(analyser);
    await context.resume();
    const samples = new Float32Array(analyser.fftSize);
    let loudest = 0;
    for (let frame = 0; frame < 20; frame += 1) {
      await new Promise(requestAnimationFrame);
      analyser.getFloatTimeDomainData(samples);
      loudest = Math.max(
        loudest,
        Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length),
      );
    }
    await context.close();
    return loudest;
  });
}
