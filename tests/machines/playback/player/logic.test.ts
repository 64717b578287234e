import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chapterAt,
  chapterIndexAt,
  nextChapterTime,
  previousChapterTime,
  timelineSpan,
  timelineTimes,
} from '../../../../src/machines/playback/player/chapters.logic.ts';
import {
  clampVolume,
  stepVolume,
  toggleMute,
  toItemTime,
  toTrackPosition,
  totalDuration,
  type TrackSpan,
  clampRate,
  RATE_PRESETS,
  rateDecimals,
  stepRate,
} from '../../../../src/machines/playback/player/player.logic.ts';
import type { Chapter } from '../../../../src/schemas/api/audio-file.ts';

/** Files in sequence, each of 0 to 5,000 seconds with fractions. */
const trackLists = fc
  .array(fc.double({ min: 0, max: 5000, noNaN: true }), { minLength: 1, maxLength: 40 })
  .filter((durations) => durations.some((duration) => duration > 0.01))
  .map((durations) => {
    let startOffset = 0;
    return durations.map((duration): TrackSpan => {
      const track = { startOffset, duration };
      startOffset += duration;
      return track;
    });
  });

function chapter(id: number, start: number, end: number): Chapter {
  return { id, start, end, title: `Chapter ${id + 1}` };
}

const BOOK = [chapter(0, 0, 30.5), chapter(1, 30.5, 60), chapter(2, 60, 182.5)];

describe('places in several files (pitfall 27)', () => {
  test('a time of the item and its place in a file lead to each other (PLR-042)', () => {
    fc.assert(
      fc.property(trackLists, fc.double({ min: 0, max: 1, noNaN: true }), (tracks, share) => {
        const time = share * totalDuration(tracks);
        const position = toTrackPosition(tracks, time);
        if (!position) throw new Error('no position');
        expect(toItemTime(tracks, position)).toBeCloseTo(time, 6);
      }),
    );
  });

  test('a place is always inside a file that has sound', () => {
    fc.assert(
      fc.property(trackLists, fc.double({ min: -100, max: 1e6, noNaN: true }), (tracks, time) => {
        const position = toTrackPosition(tracks, time);
        const track = tracks[position?.index ?? -1];
        if (!position || !track) throw new Error('no position');
        expect(track.duration).toBeGreaterThan(0);
        expect(position.time).toBeGreaterThanOrEqual(0);
        expect(position.time).toBeLessThanOrEqual(track.duration);
      }),
    );
  });

  test.each([
    [0, { index: 0, time: 0 }],
    [26.070203, { index: 0, time: 26.070203 }],
    [26.070204, { index: 1, time: 0 }],
    [60, { index: 2, time: 60 - 52.062041 }],
    [-3, { index: 0, time: 0 }],
    [999, { index: 2, time: 25 }],
  ])('second %f of three files', (time, position) => {
    const tracks = [
      { startOffset: 0, duration: 26.070204 },
      { startOffset: 26.070204, duration: 25.991837 },
      { startOffset: 52.062041, duration: 25 },
    ];
    expect(toTrackPosition(tracks, time)).toEqual(position);
  });

  test('without files place and duration are missing', () => {
    expect(toTrackPosition([], 5)).toEqual(null);
    expect(totalDuration([])).toEqual(0);
    expect(toItemTime([], { index: 0, time: 5 })).toEqual(0);
  });

  test('a file without sound is passed over', () => {
    const tracks = [
      { startOffset: 0, duration: 0 },
      { startOffset: 0, duration: 10 },
      { startOffset: 10, duration: 0 },
    ];
    expect(toTrackPosition(tracks, 0)).toEqual({ index: 1, time: 0 });
    expect(toTrackPosition(tracks, 10)).toEqual({ index: 1, time: 10 });
  });
});

describe('chapters (pitfall 26)', () => {
  test.each([
    ['at the start', 0, 0],
    ['just before a border', 30.4, 0],
    ['on a border', 30.5, 1],
    ['on a border missed by float noise', 30.4999999, 1],
    ['on a whole border', 60, 2],
    ['past the end', 500, 2],
    ['before the first', -1, 0],
  ])('%s the current chapter is right', (_where, time, index) => {
    expect(chapterIndexAt(BOOK, time)).toEqual(index);
  });

  test('every start of a chapter with length is in that chapter', () => {
    const lists = fc
      .array(fc.double({ min: 0.01, max: 4000, noNaN: true }), { minLength: 1, maxLength: 60 })
      .map((lengths) => {
        let start = 0;
        return lengths.map((length, id) => {
          const made = chapter(id, start, start + length);
          start += length;
          return made;
        });
      });
    fc.assert(
      fc.property(lists, (chapters) => {
        expect(chapters.map(({ start }) => chapterIndexAt(chapters, start))).toEqual(chapters.map(({ id }) => id));
      }),
    );
  });

  test('a chapter without length is not the current one when another begins there', () => {
    const chapters = [chapter(0, 0, 10), chapter(1, 10, 10), chapter(2, 10, 20), chapter(3, 20, 20)];
    expect(chapterAt(chapters, 10)).toEqual(chapters[2]);
    expect(chapterAt(chapters, 20)).toEqual(chapters[3]);
    const swapped = [chapter(0, 0, 10), chapter(1, 10, 20), chapter(2, 10, 10)];
    expect(chapterAt(swapped, 10)).toEqual(swapped[1]);
    expect(chapterAt(swapped, 19)).toEqual(swapped[1]);
  });

  test('of chapters without length at one place the last is the current one, and those before it are not', () => {
    const chapters = [chapter(0, 0, 10), chapter(1, 10, 10), chapter(2, 10, 10)];
    expect(chapterAt(chapters, 12)).toEqual(chapters[2]);
    expect(chapterAt(chapters, 9)).toEqual(chapters[0]);
  });

  test('in a gap the chapter that began last is the current one', () => {
    expect(chapterIndexAt([chapter(0, 0, 10), chapter(1, 15, 20)], 12)).toEqual(0);
  });

  test('without chapters there is none', () => {
    expect(chapterAt([], 3)).toEqual(null);
    expect(chapterIndexAt([], 3)).toEqual(-1);
  });

  test.each([
    ['deep in the first chapter to the beginning', 'PLR-048', 20, 0],
    ['3 s into a chapter to its start', 'PLR-050, CON-024', 33.5, 30.5],
    ['less than 3 s into a chapter to the one before', 'PLR-049, CON-024', 33.4, 0],
    ['right on a border to the chapter before', 'PLR-049', 60, 30.5],
    ['in the last chapter to its start', 'PLR-050', 100, 60],
  ])('previous goes %s (%s)', (_where, _rows, time, target) => {
    expect(previousChapterTime(BOOK, time)).toEqual(target);
  });

  test.each([
    ['in the first chapter', 5, 30.5],
    ['on a border', 30.5, 60],
    ['in the last chapter', 70, null],
  ])('next %s (PLR-051)', (_where, time, target) => {
    expect(nextChapterTime(BOOK, time)).toEqual(target);
  });

  test('previous and next pass chapters that begin at the same place', () => {
    const chapters = [chapter(0, 5, 10), chapter(1, 10, 10), chapter(2, 10, 20), chapter(3, 20, 30)];
    expect(previousChapterTime(chapters, 11)).toEqual(5);
    expect(nextChapterTime(chapters, 7)).toEqual(10);
    expect(nextChapterTime(chapters, 10)).toEqual(20);
  });

  test('in the first chapter previous goes to the very beginning, also where that chapter begins later', () => {
    const late = [chapter(0, 8, 20), chapter(1, 20, 30)];
    expect(previousChapterTime(late, 15)).toEqual(0);
    expect(previousChapterTime(late, 21)).toEqual(8);
  });

  test('next continues from the place, not from the start, where chapters overlap', () => {
    const overlapping = [chapter(0, 0, 50), chapter(1, 10, 10.0005), chapter(2, 40, 60)];
    expect(nextChapterTime(overlapping, 45)).toEqual(null);
    expect(nextChapterTime(overlapping, 12)).toEqual(40);
  });

  test('without chapters previous begins again and next goes nowhere', () => {
    expect(previousChapterTime([], 500)).toEqual(0);
    expect(nextChapterTime([], 500)).toEqual(null);
  });
});

describe('the time line', () => {
  test('shows the whole item, or the chapter in chapter-track mode', () => {
    expect(timelineSpan(BOOK, 40, 182.5, false)).toEqual({ start: 0, end: 182.5 });
    expect(timelineSpan(BOOK, 40, 182.5, true)).toEqual({ start: 30.5, end: 60 });
  });

  test('shows the whole item at a chapter without length, and no more of a chapter than the item has', () => {
    const chapters = [chapter(0, 0, 10), chapter(1, 10, 10)];
    expect(timelineSpan(chapters, 12, 15, true)).toEqual({ start: 0, end: 15 });
    expect(timelineSpan([chapter(0, 2, 40)], 12, 30, true)).toEqual({ start: 2, end: 30 });
  });

  test('has no chapter-track mode without chapters', () => {
    expect(timelineSpan([], 40, 182.5, true)).toEqual({ start: 0, end: 182.5 });
  });

  test('gives position and length of the item, of a chapter at the speed, and the time left at the speed (PLR-064, AMB-38)', () => {
    const share = 20 / 60;
    const span = { start: 30, end: 90 };
    expect(timelineTimes(span, 50, 2)).toEqual({ elapsed: 20, length: 60, remaining: 20, share });
    expect(timelineTimes(span, 50, 2, true)).toEqual({ elapsed: 10, length: 30, remaining: 20, share });
    expect(timelineTimes(span, 10, 1, true)).toEqual({ elapsed: 0, length: 60, remaining: 60, share: 0 });
    expect(timelineTimes({ start: 0, end: 0 }, 10, 1)).toEqual({ elapsed: 0, length: 0, remaining: 0, share: 0 });
  });

  test.each([1, 1.5, 10])('at %fx nothing is left exactly at the end', (rate) => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 90, noNaN: true }), (time) => {
        const { remaining, share } = timelineTimes({ start: 0, end: 90 }, time, rate);
        expect(Math.floor(remaining) === 0).toBe(share === 1);
        expect(share === 1).toBe(time > 89);
      }),
    );
  });
});

describe('speed (pitfall 31)', () => {
  test('any number of steps from any speed with any setting gives a speed from 0.5 to 10 (VAL-056, PLR-070)', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), fc.integer({ min: -300, max: 300 }), (rate, step, steps) => {
        const result = stepRate(rate, step, steps);
        expect(result).toBeGreaterThanOrEqual(0.5);
        expect(result).toBeLessThanOrEqual(10);
      }),
    );
  });

  test('any number of steps from any speed with any setting gives hundredths (VAL-058, PLR-072)', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), fc.integer({ min: -300, max: 300 }), (rate, step, steps) => {
        const result = stepRate(rate, step, steps);
        expect(result).toEqual(Math.round(result * 100) / 100);
      }),
    );
  });

  test('many steps end at 0.5 and at 10 (CON-020, CON-021)', () => {
    expect([stepRate(1, 0.1, -100), stepRate(1, 0.1, 100)]).toEqual([0.5, 10]);
  });

  test.each([
    [1, 0.1, 1, 1.1],
    [1.1, 0.1, 1, 1.2],
    [1, 0.05, -1, 0.95],
    [0.55, 0.1, -1, 0.5],
    [9.95, 0.1, 1, 10],
    [1, 0, 1, 1.1],
    [1, Number.NaN, -1, 0.9],
  ])('%f with a step of %f, %i times, is %f (PLR-076, PLR-077, CON-022)', (rate, step, steps, result) => {
    expect(stepRate(rate, step, steps)).toEqual(result);
  });

  test('the presets are half, normal, 1.2, one and a half and double (PLR-075, VAL-060)', () => {
    expect(RATE_PRESETS).toEqual([0.5, 1, 1.2, 1.5, 2]);
  });

  test('an invalid number is the normal speed', () => {
    expect(clampRate(Number.NaN)).toEqual(1);
  });

  test.each([
    [1, 0.1, 1],
    [1.25, 0.1, 2],
    [1.2, 0.1, 1],
    [1.2, 0.05, 2],
  ] as const)('%f with steps of %f is written with %i decimals (PLR-074, VAL-059)', (rate, step, decimals) => {
    expect(rateDecimals(rate, step)).toEqual(decimals);
  });
});

describe('volume', () => {
  test.each([
    [0.5, 1, 0.6],
    [0.3, -1, 0.2],
    [0.95, 1, 1],
    [0.05, -1, 0],
  ])('%f, %i step, is %f (PLR-086, CON-023)', (volume, steps, result) => {
    expect(stepVolume(volume, steps)).toEqual(result);
  });

  test('mute remembers the volume and brings it back (PLR-084, PLR-085)', () => {
    expect(toggleMute(0.8, null)).toEqual({ volume: 0, remembered: 0.8 });
    expect(toggleMute(0, 0.8)).toEqual({ volume: 0.8, remembered: null });
    expect(toggleMute(0, null)).toEqual({ volume: 0.5, remembered: null });
  });

  test('is between 0 and 1, whatever comes', () => {
    expect([clampVolume(-1), clampVolume(7), clampVolume(Number.NaN)]).toEqual([0, 1, 0.5]);
  });
});
