import type { PodcastTitles } from '../../schemas/api/podcast-lists.ts';
import { fold } from '../kit/text.logic.ts';

export type KnownPodcast = PodcastTitles['podcasts'][number];

/** By iTunes id, else by title. */
export function knownOf(
  known: readonly KnownPodcast[],
  { title, itunesId }: { readonly title: string; readonly itunesId?: string | null | undefined },
): KnownPodcast | null {
  const name = fold(title).trim();
  const sameId = itunesId ? known.find((one) => one.itunesId === itunesId) : undefined;
  const sameTitle = () => known.find((one) => name !== '' && fold(one.title ?? '').trim() === name);
  return sameId ?? sameTitle() ?? null;
}
