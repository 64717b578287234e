/** Languages whose names of months are read. Of equal names in two of them the first counts. */
const LANGUAGES =
  'en-US en-GB de de-AT fr es pt it nl sv da nb fi pl cs sk sl ru uk bg tr hu ro el ca gl eu id lt lv et'.split(' ');

/** Without accents and dots. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();

/** Months from 1 by their names, long and short, alone and within a date. */
function namesOfMonths(): Map<string, number> {
  const names = new Map<string, number>([['mrz', 3]]);
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: style, day });
        for (let month = 1; month <= 12; month += 1) {
          const parts = format.formatToParts(Date.UTC(2001, month - 1, 1));
          const name = plain(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (name.length > 2 && !names.has(name)) names.set(name, month);
        }
      }
    }
  }
  return names;
}
let monthNames: Map<string, number> | undefined;

/** The month of a name or of its beginning (three letters or more), from 1; 0 for none. */
function monthOf(word: string): number {
  monthNames ??= namesOfMonths();
  const name = plain(word);
  const known = monthNames.get(name);
  if (known !== undefined || name.length < 3) return known ?? 0;
  for (const [whole, month] of monthNames) if (whole.startsWith(name)) return month;
  return 0;
}

/** Minutes east of Greenwich by the zone names that follow a time. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  bst: 60,
  ist: 330,
  cet: 60,
  mez: 60,
  cest: 120,
  mesz: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  sast: 120,
  sgt: 480,
  hkt: 480,
  jst: 540,
  kst: 540,
  awst: 480,
  acst: 570,
  acdt: 630,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
  nst: -210,
  ndt: -150,
  ast: -240,
  adt: -180,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  brt: -180,
  art: -180,
  akst: -540,
  akdt: -480,
  hst: -600,
};

/** Dates before or after these years (UTC) are placeholders of feeds, or mistakes. */
const [FIRST_YEAR, LAST_YEAR] = [1971, 2200];

interface Day {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

const fullYear = (text: string): number =>
  text.length > 2 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900);

/** The day in a text without its time: year first, day first, month first or with the month's name. */
function dayIn(text: string): Day | null {
  const yearFirst =
    /(?<!\d)(\d{4})\s?[-./年년]\s?(\d{1,2})(?:\s?[-./月월]\s?(\d{1,2}))?(?!\d)/.exec(text) ??
    /^\s*(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text);
  if (yearFirst) return { year: Number(yearFirst[1]), month: Number(yearFirst[2]), day: Number(yearFirst[3] ?? 1) };
  const yearLast = /(?<!\d)(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(text);
  if (yearLast) {
    const [first, second] = [Number(yearLast[1]), Number(yearLast[3])];
    const isMonthFirst = second > 12 || (yearLast[2] === '/' && first <= 12);
    const [month, day] = isMonthFirst ? [first, second] : [second, first];
    return { year: fullYear(yearLast[4] ?? ''), month, day };
  }
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const numbers = text.match(/\d+/g) ?? [];
  const four = numbers.findLastIndex((number) => number.length === 4);
  const yearAt = four >= 0 ? four : numbers.length - 1;
  const year = numbers[yearAt];
  const day = numbers.find((number, i) => i !== yearAt && number.length <= 2);
  // A weekday may begin like a month ('mar.', 'Maandag'): the month is nearer to the year.
  const month = words.map(monthOf).findLast(Boolean);
  if (month === undefined || (year?.length !== 4 && (year?.length !== 2 || day === undefined))) return null;
  return { year: fullYear(year), month, day: Number(day ?? 1) };
}

/** Minutes after midnight, and the rest of the text; 0 without a time. */
function timeIn(text: string): { minutes: number; seconds: number; zone: string; rest: string } {
  const match = /(?<![\d:])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([ap]\.?m\b\.?)?/i.exec(text);
  if (!match) return { minutes: 0, seconds: 0, zone: '', rest: text };
  const hours = match[4] ? (Number(match[1]) % 12) + (/^p/i.test(match[4]) ? 12 : 0) : Number(match[1]);
  const after = text.slice(match.index + match[0].length);
  const zone = /^\s*(?:(?:gmt|utc?)?\s*[-+]\d{1,2}:?\d{0,2}|\(?[a-z]{1,4}\b\)?)/i.exec(after)?.[0] ?? '';
  const rest = `${text.slice(0, match.index)} ${after.slice(zone.length).replace(/\(.*$/, '')}`;
  return {
    minutes: hours * 60 + Number(match[2]),
    seconds: Number(match[3] ?? 0),
    zone,
    rest: rest.replace(/T\s/, ' '),
  };
}

function minutesEast(zone: string): number {
  const offset = /([-+])(\d{1,2}):?(\d{2})?$/.exec(zone.trim());
  if (offset) return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0));
  return ZONES[zone.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? 0;
}

const inRange = (time: number): number | null => {
  const year = new Date(time).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? time : null;
};

/**
 * Parses a moment of feeds and tags to ms since 1970: mail dates, ISO 8601, seconds or milliseconds, day, month and
 * year in any order, names of months and zones. UTC without a zone; null for anything else.
 */
export function parseDate(text: string): number | null {
  const trimmed = text.trim().slice(0, 100);
  if (/^\d{9,13}(?:\.\d+)?$/.test(trimmed)) {
    const number = Math.trunc(Number(trimmed));
    return inRange(number < 1e11 ? number * 1000 : number);
  }
  const { minutes, seconds, zone, rest } = timeIn(trimmed);
  const found = dayIn(rest);
  if (!found || found.month < 1 || found.month > 12 || found.day < 1 || found.day > 31) return null;
  return inRange(
    Date.UTC(found.year, found.month - 1, found.day) + (minutes - minutesEast(zone)) * 60_000 + seconds * 1000,
  );
}

/** The year in a date of a book, whatever its order; '' for none. The year 101 stands for an empty date. */
export function yearOf(text: string): string {
  const year =
    /(?<!\d)([12]\d{3})(?!\d)/.exec(text)?.[1] ??
    /^\s*([12]\d{3})(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?!\d)/.exec(text)?.[1] ??
    /^\s*(?:[0-2]\d|3[01])(?:0[1-9]|1[0-2])([12]\d{3})\s*$/.exec(text)?.[1];
  if (year) return year;
  const alone = /^\s*0?([1-9]\d{2,3})\s*$/.exec(text)?.[1];
  return alone && alone !== '101' ? alone : '';
}
