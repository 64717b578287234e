import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { listItems } from '../../services/endpoints/libraries.ts';
import { patchItem } from '../library/item-patch.logic.ts';
import { letters } from '../windowed-list/letter-source.ts';
import { windowedList, type ListSource } from '../windowed-list/list-source.ts';
import { nameOf } from './name.logic.ts';
import { toItemsInput, type ShelfQuery } from './query.logic.ts';

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
