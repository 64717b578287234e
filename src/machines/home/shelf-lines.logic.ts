import type { Shelf } from '../../schemas/api/shelf.ts';

/** Cards of one series are two covers wide, and so are those of an episode. */
const COVERS_WIDE: Partial<Record<Shelf['type'], number>> = { series: 2, episode: 2 };

/** Cards that stand below each other: those of an episode are low, and two are as high as a cover with its text. */
export function linesOf({ type, entities }: Shelf): 1 | 2 {
  return type === 'episode' && entities.items.length > 1 ? 2 : 1;
}

function widthOf(shelf: Shelf): number {
  return Math.ceil(shelf.entities.items.length / linesOf(shelf)) * (COVERS_WIDE[shelf.type] ?? 1);
}

/** Shelves up to so many covers are small. */
const SMALL = 3;
/** Covers of small shelves in one line. */
const LINE = 7;

/** More than a small shelf holds: it scrolls sideways in the room that is left of its line. */
export function isLongShelf(shelf: Shelf): boolean {
  return widthOf(shelf) > SMALL;
}

/**
 * The shelves in lines, in their order: a shelf with one thing in it does not take a whole line. Small ones
 * share one; a long shelf stands beside what is small before it, or takes in a small one that would be left alone at
 * the end. No line has two long ones.
 */
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
