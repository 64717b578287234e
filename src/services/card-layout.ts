/** Width of a text in letters of a size, both in pixels. */
export type Measure = (text: string, size: number) => number;

/** Names under a heading of a card. */
export interface CardNames {
  readonly label: string;
  readonly entries: readonly string[];
}

/** A line of a picture. Pixels; `y` is its base line. */
export interface PlacedLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface PlacedNames {
  /** Of the letters of the names, in pixels. */
  readonly size: number;
  readonly labels: readonly PlacedLine[];
  readonly names: readonly PlacedLine[];
}

/** Where the lists of a card have room, in pixels. */
export interface CardRoom {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SMALLEST = 18;
const SIZES = [30, 27, 24, 21, SMALLEST] as const;
/** How much smaller than wanted a text of one line may get before it is cut. */
const LEAST_SHARE = 0.6;
const MOST_LINES = 3;
/** Of a name that is cut. */
const FEW_LINES = 2;
const LINE = 1.2;
/** Between names, as a share of their size: more than between the lines of one. */
const BETWEEN = 0.3;
const GUTTER = 20;
const ROW_GAP = 20;
export const LABEL_SIZE = 22;
const LABEL_HEIGHT = 32;

/** What the eye takes for one letter: an emoji is not cut in half. */
const letters = (text: string): readonly string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

/** A text cut with an ellipsis where it is wider than `room`. */
export function cut(text: string, room: number, width: (text: string) => number): string {
  if (width(text) <= room) return text;
  const all = letters(text);
  let count = all.length - 1;
  const start = () => `${all.slice(0, count).join('').trimEnd()}…`;
  while (count > 1 && width(start()) > room) count -= 1;
  return start();
}

/** A text of one line: in smaller letters where that makes it fit, else cut. */
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

/**
 * A text in lines of at most `room` pixels, broken between words, and within one that is wider than a line. The last of
 * `most` lines takes what is left, and is cut.
 */
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

/** As much of a word as a line has room for. */
function startOf(word: string, room: number, width: (text: string) => number): string {
  const all = letters(word);
  let count = all.length - 1;
  while (count > 1 && width(all.slice(0, count).join('')) > room) count -= 1;
  return all.slice(0, count).join('');
}

/**
 * Lists beside each other, three at most in a row: in the largest letters in which every name is there whole, in three
 * lines if need be. Where even the smallest are too large, names are cut.
 */
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
