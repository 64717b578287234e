/** Where names begin in an index of letters: with a digit or a sign (`#`), or with a letter of the Latin alphabet. */
export const LETTERS: readonly string[] = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The rank of what stands behind Z: letters with accents, and those of other alphabets. */
const OTHERS = LETTERS.length;

/** Places that are looked at together: with many ms to the server, few rounds count more than few requests. */
const AT_ONCE = 3;

/**
 * The place of a name's beginning among {@link LETTERS}, 0 for `#`; the one after Z for all that a server sorts after
 * Z. Servers compare letters of the Latin alphabet without their case, all else by its code.
 */
export function rankOf(name: string): number {
  const first = name.charAt(0).toUpperCase();
  if (first >= 'A' && first <= 'Z') return LETTERS.indexOf(first);
  return name.charAt(0) > 'z' ? OTHERS : 0;
}

/** The letter of a rank; what stands behind Z is found under `#`, too. */
export function letterOfRank(rank: number): string {
  return LETTERS[rank] ?? '#';
}

/** Ranks of names by their place in the list. */
export type KnownRanks = ReadonlyMap<number, number>;

export interface PlaceWanted {
  readonly letter: string;
  /** Names in the list, one at least. */
  readonly total: number;
  readonly isDescending: boolean;
  /** What is known of the list already. It may be out of date. */
  readonly known: KnownRanks;
  /** The rank of the name at a place. */
  readonly rankAt: (index: number) => Promise<number>;
}

export interface PlaceFound {
  readonly index: number;
  /** That of the name there: when none begins with the wanted letter, it is the next one. */
  readonly letter: string;
  /** What was known before, and what the search saw. */
  readonly known: KnownRanks;
}

/**
 * The first place in a list sorted by name that a letter leads to. Rejects as `rankAt` does.
 *
 * What is known narrows the search. Where it led astray, because names came or went, it is forgotten.
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

/** Digits and signs stand at one end of the list, other alphabets at the other, which count where no signs are. */
async function rankOfSigns(
  look: (index: number) => Promise<number>,
  { total, isDescending }: PlaceWanted,
): Promise<number> {
  const [first, last] = await Promise.all([look(0), look(total - 1)]);
  const [signs, others] = isDescending ? [last, first] : [first, last];
  return signs !== 0 && others === OTHERS ? OTHERS : 0;
}

/** Up to {@link AT_ONCE} places that cut what lies between into parts of one size. */
function placesBetween(low: number, high: number): readonly number[] {
  const parts = Math.min(AT_ONCE, high - low) + 1;
  const cut = (at: number) => Math.min(high - 1, low + Math.floor(((high - low) * at) / parts));
  return [...new Set(Array.from({ length: parts - 1 }, (_, at) => cut(at + 1)))];
}
