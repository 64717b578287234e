import type { Shelf } from '../../schemas/api/shelf.ts';

/** Widths in covers. */
const COVERS_WIDE: Partial<Record<Shelf['type'], number>> = { series: 2, episode: 2 };

export function linesOf({ type, entities }: Shelf): 1 | 2 {
  return type === 'episode' && entities.items.length > 1 ? 2 : 1;
}

function widthOf(shelf: Shelf): number {
  return Math.ceil(shelf.entities.items.length / linesOf(shelf)) * (COVERS_WIDE[shelf.type] ?? 1);
}

/** Small shelves, in covers. */
const SMALL = 3;
/** Covers per line of small shelves. */
const LINE = 7;

/** Longer than a small shelf: scrolls sideways in the rest of its line. */
export function isLongShelf(shelf: Shelf): boolean {
  return widthOf(shelf) > SMALL;
}

/** Small shelves share a line, at most one long shelf per line; keeps the order. */
export function packShelves(shelves: readonly Shelf[]): readonly (readonly Shelf[])[] {
  const lines: Shelf[][] = [];
  let line: Shelf[] = [];
  let used = 0;
  for (const shelf of shelves) {
    const fits = line.length > 0 && (isLongShelf(shelf) ? used <= SMALL : used + widthOf(shelf) <= LINE);
    if (!fits) {
      line = [];
      used = 0;
      lines.push(line);
    }
    line.push(shelf);
    used += isLongShelf(shelf) ? LINE + SMALL : widthOf(shelf);
  }
  const [last, before] = [lines.at(-1), lines.at(-2)];
  if (last?.length === 1 && before?.length === 1 && !last.some(isLongShelf)) {
    before.push(...last);
    lines.pop();
  }
  return lines;
}
