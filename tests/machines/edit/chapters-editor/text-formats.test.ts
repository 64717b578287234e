import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTime, timeText } from '../../../../src/machines/edit/chapters-editor/time-text.logic.ts';
import {
  readChapters,
  TEXT_FORMATS,
  writeChapters,
} from '../../../../src/machines/edit/chapters-editor/text-formats.logic.ts';

test('a title is written as one line, without space around it', () => {
  const rows = [{ start: 0, title: ' One \n  and  more ' }];
  expect(writeChapters('list', rows, 10, 'a.mp3')).toBe('0:00:00 One and more\n');
  expect(writeChapters('labels', rows, 10, 'a.mp3')).toBe('0.000000\t10.000000\tOne and more\n');
});

describe('a time', () => {
  test.each([
    ['1:02:03', 3723],
    ['02:03.5', 123.5],
    ['90', 90],
    [' 0:00 ', 0],
    ['1:02:03,25', 3723.25],
    ['120:00:00', 432_000],
    ['90:00', 5400],
  ])('%s is %d seconds', (text, seconds) => expect(readTime(text)).toBe(seconds));

  test.each(['', 'x', '1:60', '1:60:00', '1:2:3:4', '-5', ':30'])('%j is none', (text) =>
    expect(readTime(text)).toBeNull(),
  );

  test('is written as it is read', () => {
    expect([0, 59.5, 3723.04, 432_000].map(timeText)).toEqual(['0:00:00', '0:00:59.5', '1:02:03.04', '120:00:00']);
    fc.assert(
      fc.property(fc.nat(500_000_000), (ms) => {
        expect(readTime(timeText(ms / 1000))).toBeCloseTo(ms / 1000, 6);
      }),
    );
  });
});

const found = (text: string, offsets?: readonly number[]) => {
  const { format, chapters, skipped } = readChapters(text, offsets);
  return { format, skipped, chapters: chapters.map(({ start, title }) => `${start} ${title}`) };
};

describe('chapters in a text', () => {
  test('are lines of time and title, with or without numbers and brackets', () => {
    expect(found('0:00 Intro\n1. 1:30 - The road\n[02:10:05.5] At 9:30 am\n\nno time here\n(3:00:00)\n')).toEqual({
      format: 'list',
      skipped: 1,
      chapters: ['0 Intro', '90 The road', '7805.5 At 9:30 am', '10800 '],
    });
  });

  test('are lines of title and time', () => {
    expect(found('Intro - 0:00\r\nThe road 1:30').chapters).toEqual(['0 Intro', '90 The road']);
  });

  test('are the tracks of a cue sheet, in frames of a 75th', () => {
    const cue = `TITLE "Book"\nFILE "a.mp3" MP3\n  TRACK 01 AUDIO\n    TITLE "Intro"\n    INDEX 00 00:00:00
    INDEX 01 00:01:00\n  TRACK 02 AUDIO\n    TITLE Bare words\n    INDEX 01 61:02:15\n`;
    expect(found(cue)).toEqual({ format: 'cue', skipped: 0, chapters: ['1 Intro', '3662.2 Bare words'] });
  });

  test('start over in each file of a cue sheet', () => {
    const cue = `FILE "a.mp3" MP3\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\nFILE "b.mp3" MP3\n  TRACK 02 AUDIO
    TITLE "B"\n    INDEX 01 00:10:00`;
    expect(found(cue, [0, 100]).chapters).toEqual(['0 ', '110 B']);
  });

  test('are labels of Audacity', () => {
    expect(found('0.000000\t1.500000\tIntro\n\\\t20.0\t30.0\n61.25\t61.25\tThe road\n')).toEqual({
      format: 'labels',
      skipped: 0,
      chapters: ['0 Intro', '61.25 The road'],
    });
  });

  test('are chapters of ffmpeg, by their time base', () => {
    const text = `;FFMETADATA1\ntitle=Book\n[CHAPTER]\nTIMEBASE=1/44100\nSTART=44100\nEND=88200\ntitle=a\\=b\\;c
[STREAM]\ntitle=no\n[CHAPTER]\nSTART=2500\nEND=3\n[CHAPTER]\ntitle=without a start`;
    expect(found(text)).toEqual({ format: 'ffmetadata', skipped: 1, chapters: ['1 a=b;c', '2.5 '] });
  });

  test('are none in other texts', () => {
    expect(found('').chapters).toEqual([]);
    expect(found('once upon a time')).toEqual({ format: 'list', skipped: 1, chapters: [] });
  });
});

const title = fc
  .string({
    unit: fc.constantFrom('a', 'B', ' ', 'é', '=', ';', '\\', '#', '1', '-', '字'),
    minLength: 1,
    maxLength: 12,
  })
  .map((text) => `t${text.replace(/\s+/g, ' ').trimEnd()}`);

test.each(TEXT_FORMATS)('text written as %s is read back', (format) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100_000_000), title), { minLength: 1, maxLength: 8 }), (drawn) => {
      const rows = drawn
        .map(([ms, name]) => ({ start: ms / 1000, title: name }))
        .sort((one, other) => one.start - other.start);
      const read = readChapters(writeChapters(format, rows, 200_000, 'book.m4b'));
      expect(read.format).toBe(format);
      expect(read.chapters.map((one) => one.title)).toEqual(rows.map((one) => one.title));
      for (const [index, { start }] of read.chapters.entries())
        expect(Math.abs(start - (rows[index]?.start ?? -1))).toBeLessThan(format === 'cue' ? 0.0075 : 0.0005);
    }),
  );
});
