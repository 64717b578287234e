import { PAGE_SIZE, type ListItem, type Pages } from './window.logic.ts';

/** First letters of names; `#` for digits and signs. */
export const LETTERS: readonly string[] = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Rank of names after Z: accented letters and other alphabets. */
const OTHERS = LETTERS.length;

/** Requests per round: with high latency, few rounds beat few requests. */
const AT_ONCE = 3;

/** Index in {@link LETTERS}, or the one after Z. The server compares Latin letters without case, all else by code. */
export function rankOf(name: string): number {
  const first = name.charAt(0).toUpperCase();
  if (first >= 'A' && first <= 'Z') return LETTERS.indexOf(first);
  return name.charAt(0) > 'z' ? OTHERS : 0;
}

/** Ranks after Z share `#`. */
export function letterOfRank(rank: number): string {
  return LETTERS[rank] ?? '#';
}

/** Ranks by place in the list. */
export type KnownRanks = ReadonlyMap<number, number>;

/** Ranks of the names that a list holds. */
export function ranksIn<Item extends ListItem>(pages: Pages<Item>, nameOf: (item: Item) => string): KnownRanks {
  return new Map(
    [...pages].flatMap(([number, page]) =>
      page.flatMap((slot, at) => (slot ? [[number * PAGE_SIZE + at, rankOf(nameOf(slot))] as const] : [])),
    ),
  );
}

/** The letters that surely have no names: neighbours leave them out. None where the order is not that of letters. */
export function emptyLetters(known: KnownRanks, total: number, isDescending: boolean): readonly string[] {
  const places = [...known]
    .map(([index, rank]) => ({ index: isDescending ? total - 1 - index : index, rank }))
    .toSorted((one, other) => one.index - other.index);
  const empty = new Set<number>();
  let before = { index: -1, rank: -1 };
  for (const place of [...places, { index: total, rank: OTHERS + 1 }]) {
    if (place.rank < before.rank) return [];
    if (place.index === before.index + 1)
      for (let rank = before.rank + 1; rank < place.rank; rank += 1) empty.add(rank);
    before = place;
  }
  return LETTERS.filter((_, rank) => empty.has(rank) && (rank > 0 || empty.has(OTHERS)));
}

export interface PlaceWanted {
  readonly letter: string;
  readonly total: number;
  readonly isDescending: boolean;
  readonly known: KnownRanks;
  readonly rankAt: (index: number) => Promise<number>;
}

export interface PlaceFound {
  readonly index: number;
  /** The next letter when no name begins with the wanted one. */
  readonly letter: string;
  readonly known: KnownRanks;
}

/**
 * Finds the first place of a letter in a list sorted by name. Rejects as `rankAt` does.
 * Known ranks narrow the search; those that prove wrong are dropped.
 */
export async function findLetter(wanted: PlaceWanted): Promise<PlaceFound> {
  const { total, isDescending, rankAt } = wanted;
  const seen = new Map(wanted.known);
  const fresh = new Map<number, number>();
  const look = async (index: number): Promise<number> => {
    const rank = fresh.get(index) ?? (await rankAt(index));
    fresh.set(index, rank);
    seen.set(index, rank);
    return rank;
  };
  const target = wanted.letter === '#' ? await rankOfSigns(look, wanted) : LETTERS.indexOf(wanted.letter);
  const isReached = (rank: number) => (isDescending ? rank <= target : rank >= target);
  const between = { low: 0, high: total };
  const narrow = (index: number, rank: number) => {
    if (isReached(rank)) between.high = Math.min(between.high, index);
    else between.low = Math.max(between.low, index + 1);
  };
  for (const [index, rank] of seen) narrow(index, rank);
  while (between.low < between.high) {
    const places = placesBetween(between.low, between.high);
    const ranks = await Promise.all(places.map(look));
    for (const [at, index] of places.entries()) narrow(index, ranks[at] ?? target);
  }
  const index = Math.min(between.low, total - 1);
  const [rank, before] = await Promise.all([look(index), index === 0 ? null : look(index - 1)]);
  const isRight = (isReached(rank) || index === total - 1) && (before === null || !isReached(before));
  if (isRight || wanted.known.size === 0) return { index, letter: letterOfRank(rank), known: seen };
  return findLetter({ ...wanted, known: new Map() });
}

async function rankOfSigns(
  look: (index: number) => Promise<number>,
  { total, isDescending }: PlaceWanted,
): Promise<number> {
  const [first, last] = await Promise.all([look(0), look(total - 1)]);
  const [signs, others] = isDescending ? [last, first] : [first, last];
  return signs !== 0 && others === OTHERS ? OTHERS : 0;
}

function placesBetween(low: number, high: number): readonly number[] {
  const parts = Math.min(AT_ONCE, high - low) + 1;
  const cut = (at: number) => Math.min(high - 1, low + Math.floor(((high - low) * at) / parts));
  return [...new Set(Array.from({ length: parts - 1 }, (_, at) => cut(at + 1)))];
}
