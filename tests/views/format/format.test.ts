import { describe, expect, it } from 'vitest';
import { formatByPattern, formatMoment } from '../../../src/machines/kit/moment.logic.ts';
import {
  formatBytes,
  formatClock,
  formatDuration,
  speakDuration,
  formatPercent,
} from '../../../src/views/format/amounts.ts';
import { joinClauses, joinSentences } from '../../../src/views/format/lists.ts';
import { formatLanguage } from '../../../src/views/format/names.ts';
import { formatDay, formatRelative } from '../../../src/views/format/dates.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('a length of time', () => {
  it.each([
    [43_500, 'en-US', '12 h 5 min'],
    [3600, 'en-US', '1 h'],
    [3570, 'en-US', '1 h'],
    [300, 'en-US', '5 min'],
    [45, 'en-US', '45 sec'],
    [0, 'en-US', '0 sec'],
    [-5, 'en-US', '0 sec'],
    [360_000, 'en-US', '100 h'],
    [43_500, 'de', '12 Std. 5 Min.'],
  ])('of %i s in %s is %s', (seconds, locale, text) => {
    expect(plain(formatDuration(seconds, locale))).toBe(text);
  });

  it('counts days on request', () => {
    expect(plain(formatDuration(93_600, 'en-US', { days: true }))).toBe('1 day 2 h');
  });

  it('has a spoken form in full words', () => {
    expect(speakDuration(43_500, 'en-US')).toBe('12 hours 5 minutes');
  });
});

describe('a clock', () => {
  it.each([
    [3900, '1:05:00'],
    [307.9, '5:07'],
    [0, '0:00'],
    [59.999, '0:59'],
    [-30, '-0:30'],
    [-0.4, '0:00'],
    [360_000, '100:00:00'],
    [Number.NaN, '0:00'],
    [Infinity, '0:00'],
  ])('shows %d s as %s', (seconds, text) => {
    expect(formatClock(seconds)).toBe(text);
  });
});

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [512, '512 bytes'],
    [1024, '1 kB'],
    [1536, '1.5 kB'],
    [140_509_184, '134 MB'],
    [1_503_238_553, '1.4 GB'],
    [5e15, '4,547 TB'],
  ])('of %d bytes is %s', (bytes, text) => {
    expect(plain(formatBytes(bytes, 'en-US'))).toBe(text);
  });

  it('follows the language', () => {
    expect(plain(formatBytes(1536, 'fr'))).toBe('1,5 ko');
  });
});

describe('a language', () => {
  it.each([
    ['en-gb', 'English'],
    ['de', 'German'],
    ['pt_BR', 'Portuguese'],
    ['English', 'English'],
    ['zz', 'zz'],
    ['Old Norse', 'Old Norse'],
  ])('%s is %s', (text, name) => {
    expect(formatLanguage(text, 'en-US')).toBe(name);
  });
});

describe('a share', () => {
  it.each([
    [0, '0%'],
    [2 / 43_200, '0%'],
    [0.0099, '0%'],
    [0.424, '42%'],
    [0.756, '75%'],
    [0.29, '29%'],
    [0.999, '99%'],
    [1, '100%'],
    [7, '100%'],
  ])('of %d is %s', (share, text) => {
    expect(formatPercent(share, 'en-US')).toBe(text);
  });
});

describe('a moment', () => {
  const moment = new Date(2014, 2, 25, 17, 5);

  it.each([
    ['MM/dd/yyyy', '03/25/2014'],
    ['dd/MM/yyyy', '25/03/2014'],
    ['dd.MM.yyyy', '25.03.2014'],
    ['yyyy-MM-dd', '2014-03-25'],
    ['MMM do, yyyy', 'Mar 25th, 2014'],
    ['MMMM do, yyyy', 'March 25th, 2014'],
    ['dd MMM yyyy', '25 Mar 2014'],
    ['dd MMMM yyyy', '25 March 2014'],
    ['h:mma', '5:05PM'],
    ['HH:mm', '17:05'],
  ])('in the server format %s is %s (ENU-018, ENU-019)', (pattern, text) => {
    expect(formatByPattern(moment, pattern, 'en-US')).toBe(text);
  });

  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [22, '22nd'],
    [30, '30th'],
  ])('has the ordinal of day %i as %s', (day, text) => {
    expect(formatByPattern(new Date(2014, 2, day), 'do', 'en-US')).toBe(text);
  });

  it('speaks the language of the reader', () => {
    expect(formatByPattern(moment, 'MMMM do, yyyy', 'de')).toBe('März 25, 2014');
  });

  it('joins date and time, at noon and midnight too', () => {
    const at = (hour: number) =>
      formatMoment(new Date(2014, 2, 25, hour), { date: 'yyyy-MM-dd', time: 'h:mma' }, 'en-US');
    expect([at(0), at(12)]).toEqual(['2014-03-25 12:00AM', '2014-03-25 12:00PM']);
  });

  it('is empty for no value', () => {
    expect(formatByPattern(Number.NaN, 'yyyy', 'en-US')).toBe('');
  });
});

describe('how long ago', () => {
  const now = 1_700_000_000_000;

  it.each([
    [0, 'now'],
    [-30, 'now'],
    [-90, '1 minute ago'],
    [-3 * 3600, '3 hours ago'],
    [-86_400, 'yesterday'],
    [86_400 * 2, 'in 2 days'],
    [-86_400 * 20, '2 weeks ago'],
    [-86_400 * 400, 'last year'],
  ])('%d s is %s', (seconds, text) => {
    expect(formatRelative(now + seconds * 1000, now, 'en-US')).toBe(text);
  });
});

it('parts of a sentence and sentences join as the language writes them', () => {
  const clauses = ['en-us', 'zh-cn', 'ja', 'fa'].map((locale) => joinClauses(['a', null, 'b'], locale));
  expect(clauses).toEqual(['a, b', 'a，b', 'a、b', 'a، b']);
  expect(['ko', 'zh-tw'].map((locale) => joinSentences(['A.', false, 'B.'], locale))).toEqual(['A. B.', 'A.B.']);
});

it('a day is one of the Gregorian calendar in every language, as the texts and book years are', () => {
  expect(formatDay('2026-03-24', 'fa', 'medium')).toBe('۲۴ مارس ۲۰۲۶');
  expect(formatDay('2026-03-24', 'ar', 'monthYear')).toBe('مارس 2026');
});
