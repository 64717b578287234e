import { fromPromise } from 'xstate';
import { getItems } from '../../services/endpoints/item-batch.ts';
import { getPorts } from '../app/ports.ts';
import { searchTerms, titleFor } from '../item-edit/cover.logic.ts';
import { searchMatches } from '../item-edit/match-search.actor.ts';
import type { Previewed } from './preview.logic.ts';

/** Items to look up before a quick match: each takes seconds. */
export const MOST_PREVIEWED = 3;

export const previewMatches = fromPromise<readonly Previewed[], { ids: readonly string[]; provider: string }>(
  async ({ input: { ids, provider }, system, signal }) => {
    const { api } = getPorts(system);
    const { libraryItems } = await api.call(getItems, { itemIds: ids.slice(0, MOST_PREVIEWED) }, signal);
    const previewed: Previewed[] = [];
    for (const item of libraryItems.items) {
      const { id: itemId, mediaType } = item;
      const { author } = searchTerms(item);
      const query = { itemId, mediaType, provider, title: titleFor(item, provider), author };
      const [match = null] = await searchMatches(api, query, signal);
      previewed.push({ item, match });
    }
    return previewed;
  },
);
