import { expect, type Page } from 'playwright/test';

/** The client's one media element. */
export const PLAYER = 'audio[data-earmark-player]';

/** Seconds into the file that is loaded, as the element says. */
export function currentTime(page: Page): Promise<number> {
  return page.locator(PLAYER).evaluate((element: HTMLAudioElement) => element.currentTime);
}

/** The element plays: its time goes on by so many seconds. */
export async function expectAdvance(page: Page, seconds = 0.5): Promise<void> {
  const from = await currentTime(page);
  await expect.poll(() => currentTime(page), { message: 'the time of the player goes on' }).toBeGreaterThan(from + seconds);
}

/** The element stands still: two looks, a second of frames apart, find the same time. */
export async function expectStill(page: Page): Promise<void> {
  const times = await page.locator(PLAYER).evaluate(async (element: HTMLAudioElement) => {
    const first = element.currentTime;
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
    return [first, element.currentTime];
  });
  expect(times[1]).toBe(times[0]);
}

/** What is decoded can be heard: loudness over silence within the time limit of an expectation. */
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
      loudest = Math.max(loudest, Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
    }
    await context.close();
    return loudest;
  });
}
