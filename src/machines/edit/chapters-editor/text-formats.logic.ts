import { toMs, type TimedTitle } from './draft.logic.ts';
import { readTime, timeText } from './time-text.logic.ts';

/** Lines of time and title, cue sheet, Audacity labels, ffmpeg metadata. */
export const TEXT_FORMATS = ['list', 'cue', 'labels', 'ffmetadata'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** `skipped`: lines without a chapter. */
export interface ChapterText {
  readonly format: TextFormat;
  readonly chapters: readonly TimedTitle[];
  readonly skipped: number;
}

const CUE_FRAMES = 75;
const TIME = String.raw`\(?\[?((?:\d{1,4}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,6})?)\]?\)?`;
const TIME_FIRST = new RegExp(String.raw`^(?:\d{1,4}[.)]\s+)?${TIME}(?:\s*[-–—|:]\s+|\s+|$)(.*)$`);
const TIME_LAST = new RegExp(String.raw`^(.*?)\s*[-–—|:]?\s+${TIME}$`);
const LABEL = /^(\d+(?:[.,]\d+)?)\t(?:\d+(?:[.,]\d+)?)(?:\t(.*))?$/;

/**
 * Detects the format.
 * @param offsets seconds where each file starts: a cue sheet of several files counts from 0 in each
 */
export function readChapters(text: string, offsets: readonly number[] = []): ChapterText {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? '';
  if (/^;FFMETADATA/i.test(first) || lines.some((line) => line.trim().toUpperCase() === '[CHAPTER]'))
    return readFfmetadata(lines);
  if (lines.some((line) => /^\s*TRACK\s+\d+\s+AUDIO/i.test(line))) return readCue(lines, offsets);
  if (LABEL.test(first)) return readLabels(lines);
  return readList(lines);
}

function readList(lines: readonly string[]): ChapterText {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  const chapters = filled.flatMap((line) => {
    const before = TIME_FIRST.exec(line);
    const after = before ? null : TIME_LAST.exec(line);
    const start = readTime(before?.[1] ?? after?.[2] ?? '');
    return start === null ? [] : [{ start, title: (before?.[2] ?? after?.[1] ?? '').trim() }];
  });
  return { format: 'list', chapters, skipped: filled.length - chapters.length };
}

function readLabels(lines: readonly string[]): ChapterText {
  // A line with a backslash has the pitches of the label above it.
  const filled = lines.filter((line) => line.trim() !== '' && !line.startsWith('\\'));
  const chapters = filled.flatMap((line) => {
    const found = LABEL.exec(line);
    return found ? [{ start: toMs(Number((found[1] ?? '').replace(',', '.'))), title: (found[2] ?? '').trim() }] : [];
  });
  return { format: 'labels', chapters, skipped: filled.length - chapters.length };
}

function readCue(lines: readonly string[], offsets: readonly number[]): ChapterText {
  const chapters: TimedTitle[] = [];
  let files = 0;
  let tracks = 0;
  let title = '';
  for (const line of lines.map((one) => one.trim())) {
    if (/^FILE\s/i.test(line)) files += 1;
    else if (/^TRACK\s+\d+\s+AUDIO/i.test(line)) {
      tracks += 1;
      title = '';
    } else if (tracks > 0 && /^TITLE\s/i.test(line)) title = unquoted(line.slice(5).trim());
    const index = /^INDEX\s+0*1\s+(\d{1,4}):(\d{1,2}):(\d{1,2})$/i.exec(line);
    if (!index) continue;
    const [minutes = 0, seconds = 0, frames = 0] = index.slice(1).map(Number);
    const start = minutes * 60 + seconds + frames / CUE_FRAMES + (offsets[files - 1] ?? 0);
    chapters.push({ start: toMs(start), title });
  }
  return { format: 'cue', chapters, skipped: tracks - Math.min(tracks, chapters.length) };
}

const unquoted = (text: string): string => (/^".*"$/.test(text) ? text.slice(1, -1) : text);

function readFfmetadata(lines: readonly string[]): ChapterText {
  const chapters: TimedTitle[] = [];
  let sections = 0;
  let base: readonly [number, number] = [1, 1000];
  let start: number | null = null;
  let title = '';
  const end = () => {
    if (start !== null) chapters.push({ start: toMs((start * base[0]) / base[1]), title: title.trim() });
    [start, title, base] = [null, '', [1, 1000]];
  };
  let isChapter = false;
  for (const line of lines.map((one) => one.trim())) {
    if (/^\[.*\]$/.test(line)) {
      end();
      isChapter = line.toUpperCase() === '[CHAPTER]';
      if (isChapter) sections += 1;
    } else if (isChapter) {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(line) ?? [];
      const timebase = /^(\d+)\/(\d+)$/.exec(value);
      if (name === 'TIMEBASE' && timebase && Number(timebase[2]) > 0) base = [Number(timebase[1]), Number(timebase[2])];
      else if (name === 'START' && /^\d+$/.test(value)) start = Number(value);
      else if (name.toLowerCase() === 'title') title = value.replace(/\\(.)/g, '$1');
    }
  }
  end();
  return { format: 'ffmetadata', chapters, skipped: sections - chapters.length };
}

const oneLine = (title: string): string => title.replace(/\s+/g, ' ').trim();

/**
 * {@link readChapters} reads it back.
 * @param duration in seconds
 * @param fileName FILE of a cue sheet
 */
export function writeChapters(
  format: TextFormat,
  rows: readonly TimedTitle[],
  duration: number,
  fileName: string,
): string {
  const endOf = (index: number) => rows[index + 1]?.start ?? duration;
  const each = (write: (row: TimedTitle, index: number) => string) =>
    rows.map(({ start, title }, index) => write({ start, title: oneLine(title) }, index));
  switch (format) {
    case 'list':
      return `${each(({ start, title }) => `${timeText(start)} ${title}`.trimEnd()).join('\n')}\n`;
    case 'labels':
      return `${each(({ start, title }, index) => `${start.toFixed(6)}\t${endOf(index).toFixed(6)}\t${title}`).join('\n')}\n`;
    case 'cue':
      return [
        `FILE "${fileName.replaceAll('"', '')}" WAVE`,
        ...each(({ start, title }, index) => {
          const number = String(index + 1).padStart(2, '0');
          return `  TRACK ${number} AUDIO\n    TITLE "${title.replaceAll('"', "'")}"\n    INDEX 01 ${cueTime(start)}`;
        }),
        '',
      ].join('\n');
    case 'ffmetadata':
      return [
        ';FFMETADATA1',
        ...each(({ start, title }, index) => {
          const ms = (seconds: number) => Math.round(seconds * 1000);
          const escaped = title.replace(/[=;#\\]/g, String.raw`\$&`);
          return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${ms(start)}\nEND=${ms(endOf(index))}\ntitle=${escaped}`;
        }),
        '',
      ].join('\n');
  }
}

function cueTime(start: number): string {
  const frames = Math.round(start * CUE_FRAMES);
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(frames / CUE_FRAMES);
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}:${two(frames % CUE_FRAMES)}`;
}
