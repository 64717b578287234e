import type {
  AddFeedsOutput,
  NewPodcastInput,
  NewPodcastOutput,
} from '../../src/machines/app/modals/modal-inputs.protocol.ts';
import { offeredOf, type OfferedPodcast, type PodcastPlace } from '../../src/machines/edit/podcasts/search.logic.ts';
import type { ModalClosed } from '../../src/machines/app/modals/modals.protocol.ts';
import { task } from '../../src/schemas/api/task.ts';
import { libraryList } from '../../src/schemas/api/library.ts';
import { podcastFeed } from '../../src/schemas/api/podcast-feed.ts';
import { podcastTitles } from '../../src/schemas/api/podcast-lists.ts';
import { podcastMatches } from '../../src/schemas/api/provider-search.ts';
import { z } from '../../src/schemas/zod.ts';
import { placeOf } from '../../src/machines/edit/podcasts/search.logic.ts';
import { recording, socketRecording } from './recordings.ts';

/** Recorded answers to a search for podcasts, a feed, and the library's podcasts. */
export const matchesBody = recording('search/podcast').response.body as readonly { readonly id: number }[];
export const feedBody = recording('podcasts/feed-second').response.body as {
  readonly podcast: { readonly metadata: object; readonly episodes: readonly object[] };
};
export const titlesBody = recording('libraries/podcast-titles').response.body as {
  readonly podcasts: readonly { readonly libraryItemId: string }[];
};

export const matches = offeredOf(z.parse(podcastMatches, matchesBody).items);
export const feed = z.parse(podcastFeed, feedBody);
export const titles = z.parse(podcastTitles, titlesBody);

const libraries = z.parse(libraryList, recording('libraries/list').response.body).libraries.items;
const library = libraries.find(({ mediaType }) => mediaType === 'podcast');
if (!library) throw new Error('The recording has no library of podcasts');
/** The recorded library of podcasts. */
export const podcastLibrary = library;
export const place: PodcastPlace = placeOf(library);

/** One of the results, but for `changes`. */
export function offered(changes: Partial<OfferedPodcast> = {}): OfferedPodcast {
  const [, gothic] = matches;
  if (!gothic) throw new Error('The recorded search has less than two results');
  return { ...gothic, ...changes };
}

/** A new podcast of a result, in a library without podcasts, but for `changes`. */
export const newPodcast = (changes: Partial<NewPodcastInput> = {}): NewPodcastInput => ({
  libraryId: podcastLibrary.id,
  folders: place.folders,
  feedUrl: offered().feedUrl,
  match: offered(),
  known: [],
  ...changes,
});

export const newPodcastClosed = (output: NewPodcastOutput | null): ModalClosed<'newPodcast'> => ({
  type: 'modal.closed',
  modal: 'newPodcast',
  tag: 'newPodcast',
  output,
});

export const feedsChosen = (output: AddFeedsOutput): ModalClosed<'addFeeds'> => ({
  type: 'modal.closed',
  modal: 'addFeeds',
  tag: 'addFeeds',
  output,
});

const report = socketRecording('opml-create').events.map(({ event, payload }) => ({
  type: event === 'task_started' ? ('server.task.started' as const) : ('server.task.finished' as const),
  task: z.parse(task, payload),
}));
/** Recorded messages of an import: a broken feed, one with an existing title, and the whole. */
export const importReport = {
  begun: report[0] as (typeof report)[number],
  brokenFeed: report[1] as (typeof report)[number],
  exists: report[2] as (typeof report)[number],
  ended: report[3] as (typeof report)[number],
};
