import type { Task } from '../../../schemas/api/task.ts';
import type { ReportedItem } from '../../../schemas/api/library-item-reduced.ts';
import { fold } from '../../kit/text.logic.ts';
import { wordsOf, type ServerWords } from '../../browse/tasks/tasks.logic.ts';
import type { NamedFeed } from '../../app/modals/modal-inputs.protocol.ts';
import { knownOf, type KnownPodcast } from './search.logic.ts';

export interface ImportedFeed extends NamedFeed {
  readonly state: 'waiting' | 'added' | 'failed';
  readonly itemId: string | null;
  /** The server's text; null when it gives none. */
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
/** The server reports a failed feed as a task that starts failed. */
export const isFeedFailure = ({ action, isFailed }: Task): boolean => action === 'opml-import-feed' && isFailed;

const isTitle = (one: string, other: string): boolean => fold(one).trim() === fold(other).trim();

/** Updates the first waiting feed that one of the tests, in order, matches. */
function withOne(
  feeds: readonly ImportedFeed[],
  tests: readonly ((feed: ImportedFeed) => boolean)[],
  change: Partial<ImportedFeed>,
): readonly ImportedFeed[] {
  const waiting = feeds.filter(({ state }) => state === 'waiting');
  const found = tests.map((isIt) => waiting.find(isIt)).find((one) => one !== undefined);
  return found ? feeds.map((one) => (one === found ? { ...one, ...change } : one)) : feeds;
}

/** Matches by address, else by title. */
export function withAdded(feeds: readonly ImportedFeed[], item: ReportedItem): readonly ImportedFeed[] {
  if (item.mediaType !== 'podcast') return feeds;
  const { feedUrl, title } = item.media.metadata;
  const tests = [(one: ImportedFeed) => one.feedUrl === feedUrl, (one: ImportedFeed) => isTitle(one.title, title)];
  return withOne(feeds, tests, { state: 'added', itemId: item.id });
}

/** Matches by address, else by the title that the server read, else the first waiting one. */
export function withFailed(feeds: readonly ImportedFeed[], task: Task): readonly ImportedFeed[] {
  const named = (task.descriptionSubs ?? []).map(String);
  const tests = [
    ({ feedUrl }: ImportedFeed) => named.includes(feedUrl),
    ({ title }: ImportedFeed) => named.some((one) => isTitle(one, title)),
    () => true,
  ];
  return withOne(feeds, tests, { state: 'failed', reason: wordsOf(task, 'error') });
}

export const withKnown = (feeds: readonly ImportedFeed[], known: readonly KnownPodcast[]): readonly ImportedFeed[] =>
  feeds.map((one) => {
    const found = one.state === 'waiting' ? knownOf(known, one) : null;
    return found ? { ...one, state: 'added', itemId: found.libraryItemId } : one;
  });

/** Waiting feeds have failed when the server ends. */
export const settled = (feeds: readonly ImportedFeed[]): readonly ImportedFeed[] =>
  feeds.map((one) => (one.state === 'waiting' ? { ...one, state: 'failed' } : one));

export const again = (feeds: readonly ImportedFeed[]): readonly ImportedFeed[] =>
  feeds.map((one) => (one.state === 'failed' ? waitingFeed(one) : one));

export const countOf = (feeds: readonly ImportedFeed[], state: ImportedFeed['state']): number =>
  feeds.filter((one) => one.state === state).length;
