import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClips, type ClipReport } from '../../src/services/clips.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A sound element whose time goes with the fake timers while it plays. */
class Sound extends EventTarget {
  src = '';
  playbackRate = 1;
  paused = true;
  ended = false;
  readonly seeks: number[] = [];
  isRefused = false;
  #at = 0;
  #since = 0;
  get currentTime() {
    return this.#at + (this.paused ? 0 : ((Date.now() - this.#since) / 1000) * this.playbackRate);
  }
  set currentTime(time) {
    this.seeks.push(time);
    this.#at = time;
    this.#since = Date.now();
  }
  async play() {
    if (this.isRefused) throw new DOMException('refused', 'NotAllowedError');
    if (this.paused) this.#since = Date.now();
    this.paused = false;
  }
  pause() {
    this.#at = this.currentTime;
    this.paused = true;
  }
}

function open() {
  const sound = new Sound();
  const clips = createClips(sound as unknown as HTMLAudioElement);
  const reports: ClipReport['type'][] = [];
  const play = (begin: number, end: number, rate = 1, url = 'blob:a') =>
    clips.play({ url, begin, end }, rate, ({ type }) => reports.push(type));
  return { sound, play, reports };
}

test('a clip plays from its beginning to its end, and the sound pauses', async () => {
  const { sound, play, reports } = open();
  play(10, 12);
  await vi.advanceTimersByTimeAsync(1900);
  expect([reports, sound.src, sound.seeks]).toEqual([['speech.begun'], 'blob:a', [10]]);
  await vi.advanceTimersByTimeAsync(200);
  expect([reports, sound.paused]).toEqual([['speech.begun', 'speech.ended'], true]);
});

test('a clip that follows in the file plays on without a seek', async () => {
  const { sound, play, reports } = open();
  play(10, 11);
  while (!reports.includes('speech.ended')) await vi.advanceTimersByTimeAsync(5);
  play(11, 12);
  await vi.advanceTimersByTimeAsync(500);
  expect([sound.seeks, sound.paused]).toEqual([[10], false]);
  play(30, 31);
  expect(sound.seeks).toEqual([10, 30]);
});

test('at double speed it ends in half the time', async () => {
  const { play, reports } = open();
  play(0, 4, 2);
  await vi.advanceTimersByTimeAsync(2050);
  expect(reports.at(-1)).toBe('speech.ended');
});

test('a clip beyond the end of its file ends with it', async () => {
  const { sound, play, reports } = open();
  play(0, 1e9);
  await vi.advanceTimersByTimeAsync(10);
  sound.dispatchEvent(new Event('ended'));
  expect(reports).toEqual(['speech.begun', 'speech.ended']);
});

test('stopped, it pauses without a report; refused or broken, it fails once', async () => {
  const { sound, play, reports } = open();
  const stop = play(0, 5);
  await vi.advanceTimersByTimeAsync(10);
  stop();
  await vi.advanceTimersByTimeAsync(6000);
  expect([reports, sound.paused]).toEqual([['speech.begun'], true]);
  play(0, 5);
  sound.dispatchEvent(new Event('error'));
  sound.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(10);
  expect(reports).toEqual(['speech.begun', 'speech.failed']);
  sound.isRefused = true;
  play(0, 5);
  await vi.advanceTimersByTimeAsync(10);
  expect(reports).toEqual(['speech.begun', 'speech.failed', 'speech.failed']);
});
