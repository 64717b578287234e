import type { ListeningStats } from '../../../schemas/api/stats.ts';

export const CREDITS = ['authors', 'narrators', 'genres'] as const;
export type CreditKind = (typeof CREDITS)[number];

export interface Credit {
  readonly name: string;
  readonly seconds: number;
  readonly items: number;
}

type HeardItem = ListeningStats['items'][string];

function namesOf({ mediaMetadata }: HeardItem, kind: CreditKind): readonly string[] {
  const { authors, author, narrators, genres } = mediaMetadata ?? {};
  const names =
    kind === 'authors'
      ? [...(authors?.items ?? []).map(({ name }) => name), author]
      : kind === 'narrators'
        ? (narrators?.items ?? [])
        : (genres?.items ?? []);
  return [...new Set(names.map((name) => name?.trim() ?? '').filter((name) => name !== ''))];
}

/** Longest listened first. An item counts in full for each of its authors. */
export function creditsOf(items: ListeningStats['items'], kind: CreditKind): readonly Credit[] {
  const credits = new Map<string, Credit>();
  for (const item of Object.values(items)) {
    if (item.timeListening <= 0) continue;
    for (const name of namesOf(item, kind)) {
      const known = credits.get(name) ?? { name, seconds: 0, items: 0 };
      credits.set(name, { name, seconds: known.seconds + item.timeListening, items: known.items + 1 });
    }
  }
  return [...credits.values()].toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1));
}
