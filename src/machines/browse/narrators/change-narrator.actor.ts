import { fromPromise } from 'xstate';
import type { Narrator } from '../../../schemas/api/author.ts';
import type { Api } from '../../../services/api.ts';
import { getItems } from '../../../services/endpoints/item-batch.ts';
import { listItems } from '../../../services/endpoints/libraries.ts';
import { removeNarrator, renameNarrator } from '../../../services/endpoints/library-lists.ts';
import { formatFilter } from '../../../services/filter-value.ts';
import { getPorts } from '../../kit/ports.ts';
import type { NarratorsBefore } from '../selection/selection.protocol.ts';

export interface NarratorChange {
  readonly libraryId: string;
  readonly narrator: Narrator;
  readonly name: string | null;
}

export interface NarratorChanged {
  readonly updated: number;
  readonly before: NarratorsBefore;
}

const PART_SIZE = 100;

/** Renames or removes a narrator. Changes nothing if the books can't be read first, for the undo. */
export const changeNarrator = fromPromise<NarratorChanged, NarratorChange>(async ({ input, system, signal }) => {
  const { api } = getPorts(system);
  const { libraryId, narrator, name } = input;
  const before = await readNarrated(api, libraryId, narrator.name, signal);
  const one = { libraryId, narratorId: narrator.id };
  const { updated } =
    name === null
      ? await api.call(removeNarrator, one, signal)
      : await api.call(renameNarrator, { ...one, name }, signal);
  return { updated, before };
});

/** A list joins narrators in one text, enough for a single one; loads other books. Rejects with `AppException`. */
async function readNarrated(api: Api, libraryId: string, name: string, signal: AbortSignal): Promise<NarratorsBefore> {
  const filter = formatFilter({ group: 'narrators', value: name });
  const { results } = await api.call(listItems, { libraryId, limit: 0, page: 0, filter }, signal);
  const books = results.items.filter((item) => item.mediaType === 'book');
  const isAlone = (book: (typeof books)[number]) => book.media.metadata.narratorName === name;
  const before = new Map<string, readonly string[]>(books.filter(isAlone).map(({ id }) => [id, [name]]));
  const others = books.filter((book) => !isAlone(book)).map(({ id }) => id);
  for (let start = 0; start < others.length; start += PART_SIZE) {
    const itemIds = others.slice(start, start + PART_SIZE);
    const { libraryItems } = await api.call(getItems, { itemIds }, signal);
    for (const item of libraryItems.items)
      if (item.mediaType === 'book') before.set(item.id, item.media.metadata.narrators);
  }
  return before;
}
