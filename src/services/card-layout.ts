/** Text width at a font size, both in pixels. */
export type Measure = (text: string, size: number) => number;

export interface CardNames {
  readonly label: string;
  readonly entries: readonly string[];
}

/** Pixels; `y` of the base line. */
export interface PlacedLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface PlacedNames {
  /** Font size of the names, in pixels. */
  readonly size: number;
  readonly labels: readonly PlacedLine[];
  readonly names: readonly PlacedLine[];
}

export interface CardRoom {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SMALLEST = 18;
const SIZES = [30, 27, 24, 21, SMALLEST] as const;
/** Smallest scale of one-line texts before they are cut. */
const LEAST_SHARE = 0.6;
const MOST_LINES = 3;
const FEW_LINES = 2;
const LINE = 1.2;
/** Gap between names, as a share of their size. */
const BETWEEN = 0.3;
const GUTTER = 20;
const ROW_GAP = 20;
export const LABEL_SIZE = 22;
const LABEL_HEIGHT = 32;

/** Grapheme clusters: an emoji is not cut in half. */
const letters = (text: string): readonly string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

export function cut(text: string, room: number, width: (text: string) => number): string {
  if (width(text) <= room) return text;
  const all = letters(text);
  let count = all.length - 1;
  const start = () => `${all.slice(0, count).join('').trimEnd()}…`;
  while (count > 1 && width(start()) > room) count -= 1;
  return start();
}

export function fitted(
  text: string,
  room: number,
  wanted: number,
  measure: Measure,
): { readonly text: string; readonly size: number } {
  const width = measure(text, wanted);
  const size = Math.max(Math.ceil(wanted * LEAST_SHARE), Math.min(wanted, Math.floor((wanted * room) / (width || 1))));
  return { size, text: cut(text, room, (part) => measure(part, size)) };
}

/** Wraps at words, or inside a word wider than `room` pixels; cuts the last of `most` lines. */
export function wrapped(text: string, room: number, most: number, width: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < most - 1 && width(rest) > room) {
    const words = rest.split(/\s+/);
    let count = words.length - 1;
    while (count > 0 && width(words.slice(0, count).join(' ')) > room) count -= 1;
    const line = count > 0 ? words.slice(0, count).join(' ') : startOf(rest, room, width);
    lines.push(line);
    rest = count > 0 ? words.slice(count).join(' ') : rest.slice(line.length).trimStart();
  }
  return [...lines, cut(rest, room, width)];
}

function startOf(word: string, room: number, width: (text: string) => number): string {
  const all = letters(word);
  let count = all.length - 1;
  while (count > 1 && width(all.slice(0, count).join('')) > room) count -= 1;
  return all.slice(0, count).join('');
}

/** At most three lists per row, in the largest font that shows all names in three lines; else names are cut. */
export function placeNames(lists: readonly CardNames[], room: CardRoom, measure: Measure): PlacedNames {
  const placedIn = (size: number, most: number) => placedBy(size, most, lists, room, measure);
  const tried = SIZES.map((size) => placedIn(size, MOST_LINES));
  const best = tried.find(({ isWhole, height }) => isWhole && height <= room.height);
  const small = tried.at(-1);
  if (best) return best.placed;
  return small && small.height <= room.height ? small.placed : placedIn(SMALLEST, FEW_LINES).placed;
}

function placedBy(size: number, most: number, lists: readonly CardNames[], room: CardRoom, measure: Measure) {
  const columns = lists.length === 3 ? 3 : 2;
  const column = room.width / columns;
  const width = (text: string) => measure(text, size);
  const labels: PlacedLine[] = [];
  const names: PlacedLine[] = [];
  let isWhole = true;
  let top = room.y;
  let bottom = room.y;
  lists.forEach(({ label, entries }, index) => {
    if (index > 0 && index % columns === 0) top = bottom + ROW_GAP;
    const x = room.x + (index % columns) * column;
    labels.push({
      text: cut(label, column - GUTTER, (part) => measure(part, LABEL_SIZE)),
      x,
      y: top + LABEL_SIZE,
    });
    let y = top + LABEL_HEIGHT;
    entries.forEach((entry, place) => {
      if (place > 0) y += size * BETWEEN;
      const lines = wrapped(entry, column - GUTTER, most, width);
      if (lines.at(-1)?.endsWith('…') && !entry.endsWith('…')) isWhole = false;
      for (const text of lines) {
        y += size * LINE;
        names.push({ text, x, y: Math.round(y - size * (LINE - 1)) });
      }
    });
    bottom = Math.max(bottom, y);
  });
  return { placed: { size, labels, names }, height: bottom - room.y, isWhole };
}
