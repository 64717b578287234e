import { describe, expect, test } from 'vitest';
import { secondsLeft, shareAt, shareOf } from '../../../../src/machines/playback/progress/share.logic.ts';

describe('the share of progress', () => {
  test.each([
    [0, 100, 0, 100],
    [50, 100, 0.5, 50],
    [98.9, 100, 0.989, 1.1],
    [99.1, 100, 1, 0],
    [100.4, 100, 1, 0],
    [5, 0, 0, 0],
  ])('at %f s of %f s is a share of %f with so much left', (time, duration, share, left) => {
    expect(shareAt(time, duration)).toBeCloseTo(share, 9);
    expect(secondsLeft(time, duration)).toBeCloseTo(left, 9);
  });

  const saved = { currentTime: 0, duration: 0, progress: 0, ebookProgress: null, isFinished: false };

  test.each([
    ['nothing', null, 0],
    [
      'a position, whatever share is stored beside it',
      { ...saved, currentTime: 7, duration: 700, progress: 0.5 },
      0.01,
    ],
    ['a share without a position', { ...saved, duration: 700, progress: 0.5 }, 0.5],
    ['an ebook', { ...saved, ebookProgress: 0.3 }, 0.3],
    ['sound and an ebook', { ...saved, currentTime: 70, duration: 700, progress: 0.1, ebookProgress: 0.3 }, 0.1],
    ['an end that is not finished', { ...saved, currentTime: 700, duration: 700 }, 0.9999],
    ['an ebook at its end that is not finished', { ...saved, ebookProgress: 1 }, 0.9999],
    ['an end that is finished', { ...saved, currentTime: 700, duration: 700, isFinished: true }, 1],
  ])('is known of %s', (_what, progress, share) => {
    expect(shareOf(progress)).toBe(share);
  });
});
