import { PER_SECOND } from '../../services/sound/wave.ts';

/** The wave form is read in pieces of so many seconds of the book, from its beginning. */
export const PIECE_S = 20;
/** So many pieces are kept, two hours and a half of sound in 1.8 MB, however long the book is. */
export const MOST_PIECES = 450;
/** How much of the book is in view, in seconds. */
export const WIDTHS: readonly number[] = [4, 8, 15, 30, 60, 120, 300, 600, 1200];
/** How long a silence may have to be, in seconds. */
export const SILENCE_CHOICES: readonly number[] = [0.5, 1, 1.5, 2, 3, 5];

/** A piece as it was measured; see `WavePart`. */
export interface WavePiece {
  readonly peaks: Uint8Array;
  readonly quiet: Uint8Array;
  readonly isExact: boolean;
}
export type WavePieces = ReadonlyMap<number, WavePiece>;

/** What is in view, in seconds of the book. */
export interface WaveView {
  readonly begin: number;
  readonly end: number;
}

export interface Silence {
  readonly begin: number;
  readonly end: number;
}

/** A view of this width with this second in its middle, inside the book. */
export function viewAround(time: number, width: number, duration: number): WaveView {
  const begin = Math.max(0, Math.min(time - width / 2, duration - width));
  return { begin, end: Math.min(duration, begin + width) };
}

/** The next width, closer (1) or farther (-1). */
export function zoomed(width: number, by: 1 | -1): number {
  const index = WIDTHS.indexOf(width);
  return WIDTHS[Math.min(WIDTHS.length - 1, Math.max(0, index - by))] ?? width;
}

/** The pieces of a view that are not there, those in its middle first. */
export function missingPieces({ begin, end }: WaveView, pieces: WavePieces): readonly number[] {
  const middle = (begin + end) / 2 / PIECE_S - 0.5;
  const first = Math.floor(begin / PIECE_S);
  const count = Math.max(0, Math.ceil(end / PIECE_S) - first);
  return Array.from({ length: count }, (_, index) => first + index)
    .filter((index) => !pieces.has(index))
    .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
}

/** With one more piece; those farthest from the view are given up. */
export function withPiece(pieces: WavePieces, index: number, piece: WavePiece, { begin, end }: WaveView): WavePieces {
  const all = new Map(pieces).set(index, piece);
  if (all.size <= MOST_PIECES) return all;
  const middle = (begin + end) / 2 / PIECE_S - 0.5;
  const nearest = [...all].sort(([one], [other]) => Math.abs(one - middle) - Math.abs(other - middle));
  return new Map(nearest.slice(0, MOST_PIECES));
}

/** The value of each hundredth of a second of the view: -1 where nothing is known yet. */
function valuesIn(pieces: WavePieces, { begin, end }: WaveView, of: 'peaks' | 'quiet'): Int16Array {
  const first = Math.floor(begin * PER_SECOND);
  const values = new Int16Array(Math.max(0, Math.ceil(end * PER_SECOND) - first)).fill(-1);
  for (let at = 0; at < values.length; at += 1) {
    const index = first + at;
    const piece = pieces.get(Math.floor(index / (PIECE_S * PER_SECOND)));
    if (piece) values[at] = piece[of][index % (PIECE_S * PER_SECOND)] ?? -1;
  }
  return values;
}

/** Height of the drawing that {@link wavePath} makes; its width is the number of columns. */
export const WAVE_HEIGHT = 100;

/** The wave form as the data of an svg path: a line for each column. */
export function wavePath(pieces: WavePieces, view: WaveView, columns: number): string {
  const values = valuesIn(pieces, view, 'peaks');
  const half = WAVE_HEIGHT / 2;
  let path = '';
  for (let column = 0; column < columns; column += 1) {
    const from = Math.floor((column * values.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / columns));
    let peak = -1;
    for (let at = from; at < to; at += 1) peak = Math.max(peak, values[at] ?? -1);
    if (peak < 0) continue;
    const height = Math.max(1, Math.round((peak / 255) * half));
    path += `M${column} ${half - height}V${half + height}`;
  }
  return path;
}

/** So much quieter than what is loud in view, in half decibels, is silence. */
const BELOW_LOUD = 2 * 30;
/** What is as loud as this is never silence, and as quiet as this always; half decibels below full scale. */
const NEVER = 2 * 28;
const ALWAYS = 2 * 60;
/** A noise so short does not end a silence, in hundredths of a second. */
const CLICK = 4;

/** The silences in view that are at least so many seconds long. */
export function silencesIn(pieces: WavePieces, view: WaveView, least: number): readonly Silence[] {
  const values = valuesIn(pieces, view, 'quiet');
  const known = values.filter((value) => value >= 0).sort();
  if (known.length === 0) return [];
  const loud = known[Math.floor(known.length * 0.05)] ?? 0;
  const limit = Math.min(ALWAYS, Math.max(NEVER, loud + BELOW_LOUD));
  const first = Math.floor(view.begin * PER_SECOND);
  const found: Silence[] = [];
  let begin = -1;
  let noise = 0;
  const close = (at: number) => {
    if (begin >= 0 && at - begin >= least * PER_SECOND)
      found.push({ begin: (first + begin) / PER_SECOND, end: (first + at) / PER_SECOND });
    begin = -1;
    noise = 0;
  };
  for (const [at, value] of values.entries()) {
    if (value >= limit) {
      if (begin < 0) begin = at;
      noise = 0;
      continue;
    }
    noise += 1;
    if (value < 0 || noise > CLICK) close(at - noise + 1);
  }
  close(values.length - noise);
  return found;
}

/** How long before the next sound a chapter begins, in seconds. */
const BEFORE_SOUND = 0.5;

/** Where a chapter begins in a silence: a moment before the sound that follows. */
export function borderIn({ begin, end }: Silence): number {
  return Math.round(Math.max((begin + end) / 2, end - BEFORE_SOUND) * 1000) / 1000;
}

/** The border of the nearest silence that is not farther than this; else the time itself. */
export function snapped(time: number, silences: readonly Silence[], reach: number): number {
  let nearest = time;
  let distance = reach;
  for (const silence of silences) {
    const border = borderIn(silence);
    const away = time >= silence.begin && time <= silence.end ? 0 : Math.abs(border - time);
    if (away >= distance) continue;
    nearest = border;
    distance = away;
  }
  return nearest;
}

/** Borders that the silences offer, where there is none yet within a second. */
export function offeredBorders(silences: readonly Silence[], starts: readonly number[]): readonly number[] {
  return silences
    .filter(({ begin, end }) => !starts.some((start) => start > begin - 1 && start < end + 1))
    .map((silence) => borderIn(silence));
}
