import { fromCallback } from 'xstate';
import { searchCovers } from '../../services/endpoints/provider-search.ts';
import { getPorts } from '../app/ports.ts';

export interface CoverSearchInput {
  readonly providers: readonly string[];
  readonly title: string;
  readonly author: string;
  readonly isPodcast: boolean;
}

export type CoverSearchTold =
  | { type: 'cover.found'; urls: readonly string[] }
  /** `unanswered`: services without an answer. */
  | { type: 'cover.searched'; unanswered: number; asked: number };

/** Parallel requests: a service takes up to 20 s. */
const AT_ONCE = 3;

/** Searches for covers and reports each as it comes. */
export const coverSearch = fromCallback<{ type: 'none' }, CoverSearchInput>(({ input, sendBack, system }) => {
  const { providers, title, author, isPodcast } = input;
  const controller = new AbortController();
  const { signal } = controller;
  const left = [...providers];
  let unanswered = 0;
  const askOn = async (): Promise<void> => {
    const provider = left.shift();
    if (provider === undefined || signal.aborted) return;
    const query = isPodcast ? { title, podcast: true } : { title, author, provider };
    try {
      const { results } = await getPorts(system).api.call(searchCovers, query, signal);
      if (!signal.aborted) sendBack({ type: 'cover.found', urls: results } satisfies CoverSearchTold);
    } catch {
      unanswered += 1;
    }
    await askOn();
  };
  void Promise.all(Array.from({ length: AT_ONCE }, askOn)).then(() => {
    if (!signal.aborted)
      sendBack({ type: 'cover.searched', unanswered, asked: providers.length } satisfies CoverSearchTold);
  });
  return () => controller.abort();
});
