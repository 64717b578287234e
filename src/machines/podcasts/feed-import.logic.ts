import type { Task } from '../../schemas/api/task.ts';
import type { ToldItem } from '../../schemas/api/library-item-reduced.ts';
import { fold } from '../kit/fold.ts';
import { wordsOf, type ServerWords } from '../tasks/tasks.logic.ts';
import type { NamedFeed } from './add-feeds.protocol.ts';
import { knownOf, type KnownPodcast } from './known.logic.ts';

/** A feed that is being added. */
export interface ImportedFeed extends NamedFeed {
  readonly state: 'waiting' | 'added' | 'failed';
  /** The library item that it became. */
  readonly itemId: string | null;
  /** Why it failed, in the words of the server; null where it does not say. */
  readonly reason: ServerWords | null;
}

export const waitingFeed = ({ title, feedUrl, itunesId }: NamedFeed): ImportedFeed => ({
  title,
  feedUrl,
  ...(itunesId ? { itunesId } : {}),
  state: 'waiting',
  itemId: null,
  reason: null,
});

export const isImport = ({ action }: Task): boolean => action === 'opml-import';
/** A feed that could not be added: the server tells it by a task that has failed when it begins. */
export const isFeedFailure = ({ action, isFailed }: Task): boolean => action === 'opml-import-feed' && isFailed;

const isTitle = (one: string, other: string): boolean => fold(one).trim() === fold(other).trim();

/** The feeds after the first one that is waiting and that `isIt` knows has become another. */
function withOne(
  feeds: readonly ImportedFeed[],
  tests: readonly ((feed: ImportedFeed) => boolean)[],
  change: Partial<ImportedFeed>,
): readonly ImportedFeed[] {
  const waiting = feeds.filter(({ state }) => state === 'waiting');
  const found = tests.map((isIt) => waiting.find(isIt)).find((one) => one !== undefined);
  return found ? feeds.map((one) => (one === found ? { ...one, ...change } : one)) : feeds;
}

/** The feeds after the library got an item: the one of its address, else of its title. */
export function withAdded(feeds: readonly ImportedFeed[], item: ToldItem): readonly ImportedFeed[] {
  if (item.mediaType !== 'podcast') return feeds;
  const { feedUrl, title } = item.media.metadata;
  const tests = [(one: ImportedFeed) => one.feedUrl === feedUrl, (one: ImportedFeed) => isTitle(one.title, title)];
  return withOne(feeds, tests, { state: 'added', itemId: item.id });
}

/**
 * The feeds after the task of one has failed: the server names its address, else the title that it has read; where the
 * list has another name, it is the first one that waits.
 */
export function withFailed(feeds: readonly ImportedFeed[], task: Task): readonly ImportedFeed[] {
  const named = (task.descriptionSubs ?? []).map(String);
  const tests = [
    ({ feedUrl }: ImportedFeed) => named.includes(feedUrl),
    ({ title }: ImportedFeed) => named.some((one) => isTitle(one, title)),
    () => true,
  ];
  return withOne(feeds, tests, { state: 'failed', reason: wordsOf(task, 'error') });
}

/** The feeds after it was asked what the library has. */
export const withKnown = (feeds: readonly ImportedFeed[], known: readonly KnownPodcast[]): readonly ImportedFeed[] =>
  feeds.map((one) => {
    const found = one.state === 'waiting' ? knownOf(known, one) : null;
    return found ? { ...one, state: 'added', itemId: found.libraryItemId } : one;
  });

/** The feeds when the server has ended: what has not come by then has failed. */
export const settled = (feeds: readonly ImportedFeed[]): readonly ImportedFeed[] =>
  feeds.map((one) => (one.state === 'waiting' ? { ...one, state: 'failed' } : one));

/** The feeds when those that failed are tried again. */
export const again = (feeds: readonly ImportedFeed[]): readonly ImportedFeed[] =>
  feeds.map((one) => (one.state === 'failed' ? waitingFeed(one) : one));

/** How many are in this state. */
export const countOf = (feeds: readonly ImportedFeed[], state: ImportedFeed['state']): number =>
  feeds.filter((one) => one.state === state).length;
