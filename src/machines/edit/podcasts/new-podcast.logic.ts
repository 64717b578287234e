import type { SnapshotFrom } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { LibraryFolder } from '../../../schemas/api/library.ts';
import type { FeedEpisode, FeedMetadata, PodcastFeed } from '../../../schemas/api/podcast-feed.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import { createPodcast } from '../../../services/endpoints/podcast-admin.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';
import { folderNameOf, isBelow, pathIn } from '../../kit/text.logic.ts';
import type { NewPodcastInput } from '../../app/modals/modal-inputs.protocol.ts';
import type { newPodcastMachine } from './new-podcast.machine.ts';
import { pictureOf, type OfferedPodcast } from './search.logic.ts';

const PREVIEWED = 5;

export interface NewPodcastValues {
  readonly title: string;
  readonly author: string;
  readonly genres: readonly string[];
  readonly genreText: string;
  readonly type: string;
  readonly language: string;
  readonly explicit: boolean;
  /** HTML. */
  readonly description: string;
  readonly folderId: string;
  /** As typed; null: from folder and title. */
  readonly path: string | null;
  readonly autoDownloadEpisodes: boolean;
  /** A path that the server found taken. */
  readonly takenPath: string | null;
  readonly source: NewPodcastSource;
}

interface NewPodcastSource {
  readonly libraryId: string;
  readonly folders: readonly LibraryFolder[];
  readonly match: OfferedPodcast | null;
  readonly feed: FeedMetadata;
}

type NewPodcastProblem = 'titleMissing' | 'folderMissing' | 'pathMissing' | 'pathOutside' | 'pathTaken';
export type NewPodcastForm = FormRef<NewPodcastValues, NewPodcastProblem>;

const isExplicit = (word: string | null | undefined): boolean => /^(yes|true|explicit)$/i.test(word ?? '');

/** From the feed, else from the directory. */
export function valuesOf({ libraryId, folders, match }: NewPodcastInput, feed: FeedMetadata): NewPodcastValues {
  const categories = feed.categories ?? [];
  return {
    title: (feed.title || match?.title) ?? '',
    author: (feed.author || match?.artistName) ?? '',
    genres: [...new Set(categories.length > 0 ? categories : (match?.genres ?? []))],
    genreText: '',
    type: feed.type === 'serial' ? 'serial' : 'episodic',
    language: feed.language ?? '',
    explicit: isExplicit(feed.explicit) || match?.explicit === true,
    description: (feed.description || match?.description) ?? '',
    folderId: folders[0]?.id ?? '',
    path: null,
    autoDownloadEpisodes: false,
    takenPath: null,
    source: { libraryId, folders, match, feed },
  };
}

const folderOf = ({ folderId, source }: NewPodcastValues): string | null =>
  source.folders.find(({ id }) => id === folderId)?.fullPath ?? null;

/** As typed, else folder and title; '' while unknown. */
export function pathOf(values: NewPodcastValues): string {
  return values.path ?? pathIn(folderOf(values) ?? '', folderNameOf(values.title));
}

function check(values: NewPodcastValues) {
  const path = pathOf(values).trim();
  const folder = folderOf(values);
  const pathProblem =
    path === ''
      ? 'pathMissing'
      : folder !== null && !isBelow(folder, path)
        ? 'pathOutside'
        : path === values.takenPath
          ? 'pathTaken'
          : null;
  return {
    ...(values.title.trim() === '' ? { title: 'titleMissing' as const } : {}),
    ...(folder === null ? { folderId: 'folderMissing' as const } : {}),
    ...(pathProblem === null ? {} : { path: pathProblem }),
  } satisfies Partial<Record<keyof NewPodcastValues, NewPodcastProblem>>;
}

/** From the feed, else from the directory; null when neither can be loaded. */
export const imageOf = ({ feed, match }: NewPodcastSource): string | null =>
  pictureOf(feed.image) ?? pictureOf(match?.cover);

/** Pictures and addresses from the feed, else from the directory. */
export function bodyOf(values: NewPodcastValues): Body<'podcasts.create'> {
  const { feed, match, libraryId } = values.source;
  const typed = values.genreText.trim();
  return {
    path: pathOf(values).trim(),
    folderId: values.folderId,
    libraryId,
    media: {
      metadata: {
        title: values.title.trim(),
        author: values.author.trim(),
        description: values.description,
        releaseDate: (match?.releaseDate || feed.pubDate) ?? '',
        genres: [...new Set([...values.genres, ...(typed === '' ? [] : [typed])])],
        feedUrl: feed.feedUrl,
        imageUrl: imageOf(values.source) ?? '',
        itunesPageUrl: match?.pageUrl ?? '',
        itunesId: match?.id ?? '',
        itunesArtistId: match?.artistId ?? '',
        language: values.language.trim(),
        explicit: values.explicit,
        type: values.type,
      },
      autoDownloadEpisodes: values.autoDownloadEpisodes,
    },
  };
}

export const isPathTaken = (error: AppError): boolean =>
  error.kind === 'rejected' && /already exists/i.test(error.message);

export const newPodcastForm = form<NewPodcastValues, NewPodcastProblem, LibraryItemExpanded>('podcast', {
  check,
  save: (api, values, signal) => api.call(createPodcast, bodyOf(values), signal),
});

/** In ms; null when missing or invalid. */
export function momentOf({ publishedAt }: FeedEpisode): number | null {
  return publishedAt == null || Number.isNaN(new Date(publishedAt).getTime()) ? null : publishedAt;
}

/** Newest first; undated last. */
export function previewOf({ podcast }: PodcastFeed): readonly FeedEpisode[] {
  const moment = (episode: FeedEpisode) => momentOf(episode) ?? Number.NEGATIVE_INFINITY;
  return podcast.episodes.items.toSorted((one, other) => compare(moment(other), moment(one))).slice(0, PREVIEWED);
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

type NewPodcastSnapshot = SnapshotFrom<typeof newPodcastMachine>;

export function selectNewPodcastState(snapshot: NewPodcastSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.form ? 'ready' : 'loading';
}
