import type { SnapshotFrom } from 'xstate';
import type { Api } from '../../../services/api.ts';
import { getFilterData, listLibraries } from '../../../services/endpoints/libraries.ts';
import { getLibraryStats } from '../../../services/endpoints/library-lists.ts';
import {
  deleteGenre,
  deleteTag,
  listGenres,
  listTags,
  renameGenre,
  renameTag,
} from '../../../services/endpoints/metadata-utils.ts';
import type { RestoreName } from '../item-edit/item-edit.protocol.ts';
import { collationLanguage, compareTexts } from '../../../locales/collation.ts';
import { memoizeLast } from '../../kit/memo.ts';
import { fold } from '../../kit/text.logic.ts';
import type { Route } from '../../kit/router/routes.ts';
import { shelfOf } from '../../browse/search/results.logic.ts';
import type { namesMachine } from './names.machine.ts';

export type NameKind = 'tags' | 'genres';

export type NameJob =
  | { readonly kind: 'rename'; readonly names: readonly string[]; readonly to: string }
  | { readonly kind: 'remove'; readonly names: readonly string[] };

export async function readNames(api: Api, kind: NameKind, signal: AbortSignal): Promise<readonly string[]> {
  return kind === 'tags'
    ? (await api.call(listTags, undefined, signal)).tags
    : (await api.call(listGenres, undefined, signal)).genres;
}

export interface NameUse {
  readonly count: number | null;
  readonly libraries: readonly string[];
}
export type NameUses = ReadonlyMap<string, NameUse>;

/** Usage of each name, one call per library. Counts of tags would need a search per tag (docs/readings.md). */
export async function readUses(api: Api, kind: NameKind, signal: AbortSignal): Promise<NameUses> {
  const { libraries } = await api.call(listLibraries, undefined, signal);
  const all = await Promise.all(libraries.items.map(({ id }) => usesIn(api, kind, id, signal)));
  const uses = new Map<string, NameUse>();
  for (const { name, count, library } of all.flat()) {
    const before = uses.get(name) ?? { count: kind === 'tags' ? null : 0, libraries: [] };
    uses.set(name, {
      count: before.count === null ? null : before.count + count,
      libraries: [...before.libraries, library],
    });
  }
  return uses;
}

async function usesIn(api: Api, kind: NameKind, library: string, signal: AbortSignal) {
  if (kind === 'tags') {
    const { tags } = await api.call(getFilterData, { libraryId: library }, signal);
    return tags.map((name) => ({ name, count: 0, library }));
  }
  const { genresWithCount } = await api.call(getLibraryStats, { libraryId: library }, signal);
  return genresWithCount.map(({ genre: name, count }) => ({ name, count, library }));
}

/** Filtered shelf of the current library, else of the first that uses the name; null if none does. */
export function shelfWith(kind: NameKind, name: string, use: NameUse | null, currentId: string | null): Route | null {
  const library = use?.libraries.find((id) => id === currentId) ?? use?.libraries[0];
  return library === undefined ? null : shelfOf(library, kind, name);
}

/** In the order of the language. */
export function foundNames(names: readonly string[], query: string): readonly string[] {
  const parts = fold(query).split(/\s+/).filter(Boolean);
  return names.filter((name) => parts.every((part) => fold(name).includes(part))).sort(compareTexts);
}

/** The new name exists already: both become one. */
export const isMerge = ({ names: from, to }: Extract<NameJob, { kind: 'rename' }>, names: readonly string[]): boolean =>
  from.length > 1 || (names.includes(to) && !from.includes(to));

/** Undo of a rename to an unused name. Null after a merge or a removal: the old names of each item are lost. */
export function wayBack(kind: NameKind, job: NameJob | null, names: readonly string[]): RestoreName | null {
  if (job?.kind !== 'rename' || isMerge(job, names)) return null;
  const [to] = changedNames(job);
  return to === undefined ? null : { type: 'itemRestorer.restoreName', kind, from: job.to, to };
}

/** A name that differs from the new one in spelling only; null without one. */
export const otherSpelling = (
  { names: from, to }: Extract<NameJob, { kind: 'rename' }>,
  names: readonly string[],
): string | null =>
  names.find((name) => name !== to && !from.includes(name) && name.toLowerCase() === to.toLowerCase()) ?? null;

/** A rename to itself changes nothing. */
export const changedNames = (job: NameJob): readonly string[] =>
  job.kind === 'rename' ? job.names.filter((name) => name !== job.to) : job.names;

/** One name after the other; returns the number of updated items. Rejects with `AppException`. */
export async function runNameJob(api: Api, kind: NameKind, job: NameJob, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (const name of changedNames(job)) {
    const answer =
      job.kind === 'remove'
        ? await (kind === 'tags'
            ? api.call(deleteTag, { tag: name }, signal)
            : api.call(deleteGenre, { genre: name }, signal))
        : await (kind === 'tags'
            ? api.call(renameTag, { tag: name, newTag: job.to }, signal)
            : api.call(renameGenre, { genre: name, newGenre: job.to }, signal));
    count += answer.numItemsUpdated;
  }
  return count;
}

type Snapshot = SnapshotFrom<typeof namesMachine>;

const found = memoizeLast((names: readonly string[], query: string, _language: string) => foundNames(names, query));
export const selectFound = ({ context: { names, query } }: Snapshot): readonly string[] =>
  found(names, query, collationLanguage());

export const selectKind = ({ context }: Snapshot) => context.kind;
export const selectSelected = ({ context }: Snapshot) => context.selected;
export const selectIsWorking = (snapshot: Snapshot) => snapshot.matches({ shown: 'working' });
