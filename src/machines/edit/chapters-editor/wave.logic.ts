import { PER_SECOND } from '../../../services/sound/wave.ts';

/** Length of a piece in seconds, from the start of the book. */
export const PIECE_S = 20;
/** 2.5 hours of sound in 1.8 MB. */
export const MOST_PIECES = 450;
/** Width of the view, in seconds. */
export const WIDTHS: readonly number[] = [4, 8, 15, 30, 60, 120, 300, 600, 1200];
/** Minimum length of a silence, in seconds. */
export const SILENCE_CHOICES: readonly number[] = [0.5, 1, 1.5, 2, 3, 5];

export interface WavePiece {
  readonly peaks: Uint8Array;
  readonly quiet: Uint8Array;
  readonly isExact: boolean;
}
export type WavePieces = ReadonlyMap<number, WavePiece>;

/** Seconds of the book. */
export interface WaveView {
  readonly begin: number;
  readonly end: number;
}

export interface Silence {
  readonly begin: number;
  readonly end: number;
}

/** Centred on `time` where the book allows it. */
export function viewAround(time: number, width: number, duration: number): WaveView {
  const begin = Math.max(0, Math.min(time - width / 2, duration - width));
  return { begin, end: Math.min(duration, begin + width) };
}

/** Closer (1) or farther (-1). */
export function zoomed(width: number, by: 1 | -1): number {
  const index = WIDTHS.indexOf(width);
  return WIDTHS[Math.min(WIDTHS.length - 1, Math.max(0, index - by))] ?? width;
}

export function missingPieces({ begin, end }: WaveView, pieces: WavePieces): readonly number[] {
  const middle = (begin + end) / 2 / PIECE_S - 0.5;
  const first = Math.floor(begin / PIECE_S);
  const count = Math.max(0, Math.ceil(end / PIECE_S) - first);
  return Array.from({ length: count }, (_, index) => first + index)
    .filter((index) => !pieces.has(index))
    .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
}

export function withPiece(pieces: WavePieces, index: number, piece: WavePiece, { begin, end }: WaveView): WavePieces {
  const all = new Map(pieces).set(index, piece);
  if (all.size <= MOST_PIECES) return all;
  const middle = (begin + end) / 2 / PIECE_S - 0.5;
  const nearest = [...all].sort(([one], [other]) => Math.abs(one - middle) - Math.abs(other - middle));
  return new Map(nearest.slice(0, MOST_PIECES));
}

/** One value per 1/100 s; -1 where not loaded. */
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

/** Height of {@link wavePath}; its width is the number of columns. */
export const WAVE_HEIGHT = 100;

/** SVG path data: one line per column. */
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

/** Silence is this much below the loud parts of the view, in half decibels. */
const BELOW_LOUD = 2 * 30;
/** Louder is never silence, quieter always; half decibels below full scale. */
const NEVER = 2 * 28;
const ALWAYS = 2 * 60;
/** Shorter noises do not end a silence, in 1/100 s. */
const CLICK = 4;

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

/** A chapter starts this long before the next sound, in seconds. */
const BEFORE_SOUND = 0.5;

export function borderIn({ begin, end }: Silence): number {
  return Math.round(Math.max((begin + end) / 2, end - BEFORE_SOUND) * 1000) / 1000;
}

/** The border of the nearest silence within `reach`, else the time itself. */
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

/** Skips silences with a start within a second. */
export function offeredBorders(silences: readonly Silence[], starts: readonly number[]): readonly number[] {
  return silences
    .filter(({ begin, end }) => !starts.some((start) => start > begin - 1 && start < end + 1))
    .map((silence) => borderIn(silence));
}
