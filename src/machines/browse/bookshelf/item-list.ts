import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import { listItems } from '../../../services/endpoints/libraries.ts';
import { patchItem } from '../../kit/shown-item.logic.ts';
import { letters } from '../../kit/windowed-list/letter-source.ts';
import { windowedList, type ListSource } from '../../kit/windowed-list/list-source.ts';
import { toItemsInput, type ShelfQuery } from './query.logic.ts';

/** The name that the server sorts by; '' if missing. `ignoresPrefix`: titles and series without 'The' and the like. */
export function nameOf(item: LibraryItemMinified, { sort }: ShelfQuery, ignoresPrefix: boolean): string {
  if (item.mediaType === 'podcast') {
    const { title, titleIgnorePrefix, author } = item.media.metadata;
    if (sort === 'media.metadata.author') return author ?? '';
    return (ignoresPrefix && titleIgnorePrefix) || title;
  }
  const { title, titleIgnorePrefix, authorName, authorNameLF } = item.media.metadata;
  if (sort === 'media.metadata.authorName') return authorName;
  if (sort === 'media.metadata.authorNameLF') return authorNameLF;
  const series = item.collapsedSeries;
  if (series) return (ignoresPrefix && series.nameIgnorePrefix) || series.name;
  return (ignoresPrefix && titleIgnorePrefix) || title;
}

const source: ListSource<LibraryItemMinified, ShelfQuery> = {
  loadPage: async (api, query, number, signal, limit) => {
    const { results, total } = await api.call(listItems, toItemsInput(query, number, limit), signal);
    return { items: results, total };
  },
  merge: patchItem,
  isShuffled: ({ sort }) => sort === 'random',
};

export const itemList = windowedList(source);
export const itemLetters = letters({ list: source, nameOf });
