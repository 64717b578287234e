import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { AppError } from '../../../schemas/app-error.ts';
import type { LibraryItemExpanded, PodcastItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { MediaItemShare } from '../../../schemas/api/share.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getItem } from '../../../services/endpoints/items.ts';
import { getProgress, isOpenInPlayer, named } from '../../kit/system.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import { outlineOf } from '../episodes/episode.logic.ts';
import { ebookFormatOf, type LinkedItem, type ShownItem } from '../../kit/shown-item.logic.ts';
import { filesMachine } from './files.machine.ts';
import type { TabNews, TabParentEvent } from '../../edit/item-edit/item-edit.protocol.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PlayerCommand } from '../../playback/player/player.protocol.ts';
import { downloadsMachine, type DownloadNews } from '../episodes/downloads.machine.ts';
import type { ProgressCommand } from '../../playback/progress/progress.protocol.ts';
import type { PageInput, PageLibraryResolved, PageRefresh } from '../../app/page-host/page.protocol.ts';
import { playPreview, playTarget } from '../../playback/player/play-target.logic.ts';
import { isUnderWay, playQuestion } from './item.logic.ts';
import { relatedMachine, type RelatedEvent, type RelatedNews } from './related.machine.ts';

export type ItemPart = 'cover' | 'description' | 'chapters' | 'tracks' | 'ebooks' | 'files';

/** `episodeId` null: the book. `startTime` in seconds. */
export interface Requested {
  readonly episodeId: string | null;
  readonly startTime: number;
}

export type ItemEvent =
  | { type: 'item.retry' }
  | { type: 'item.toggle'; part: ItemPart }
  /** Plays from the saved position, or pauses. */
  | { type: 'item.playOrPause'; episodeId: string | null }
  /** Opens a confirmation if it would lose a position that is not open in the player. */
  | ({ type: 'item.playFrom' } & Requested)
  | ({ type: 'item.confirmPlay' } & Requested)
  /** Toggles finished; a toast offers undo. */
  | { type: 'item.toggleFinished'; episodeId: string | null }
  /** Removes the media progress; a toast offers undo. */
  | { type: 'item.resetProgress'; episodeId: string | null }
  | { type: 'item.search'; text: string }
  | { type: 'item.openEpisode'; episodeId: string }
  | ResourceReport<'item', typeof getItem>
  | PageRefresh
  | ModalClosed<'confirm'>
  | DownloadNews
  | Extract<TabParentEvent, { type: 'tab.changedItem' }>
  | RelatedNews
  | ServerEventOf<
      | 'server.episode.added'
      | 'server.share.opened'
      | 'server.share.closed'
      | 'server.rssFeed.opened'
      | 'server.rssFeed.closed'
    >;

type Closed = ModalClosed<'confirm'>;

export interface ItemContext {
  id: string;
  /** What the page before knew; null once the whole item has loaded. */
  known: LinkedItem | null;
  item: LibraryItemExpanded | null;
  open: ReadonlySet<ItemPart>;
  requested: Requested | null;
  /** The episode of the URL; null once its view was opened. */
  named: string | null;
  search: string;
  follows: boolean;
  error: AppError | null;
}

/** Updates come in bursts (one per downloaded episode): wait before reloading the item, in ms. */
export const SETTLE_MS = 300;
/** Wait before the player preloads, in ms: the page's own requests come first. */
const PREPARE_MS = 500;

export const itemSetup = setup({
  types: {
    input: {} as PageInput<'item'>,
    context: {} as ItemContext,
    events: {} as ItemEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { item: 'item'; downloads: 'downloads'; files: 'files'; related: 'related' },
  },
  actors: {
    item: resource('item', getItem),
    downloads: downloadsMachine,
    files: filesMachine,
    related: relatedMachine,
  },
  delays: { prepareDelay: PREPARE_MS },
  guards: {
    isKnown: ({ context }) => context.known !== null,
    isThis: ({ context }, params: { id: string }) => params.id === context.id,
    isThisMedia: ({ context }, { share }: { share: MediaItemShare }) => context.item?.media.id === share.mediaItemId,
    holdsOne: ({ context }, params: { items: readonly { readonly id: string }[] }) =>
      params.items.some(({ id }) => id === context.id),
    isMissing: (_, params: Failure) => failedBy(params, 'notFound'),
    isForbidden: (_, params: Failure) => failedBy(params, 'forbidden'),
    isAccepted: (_, params: Closed) => params.output?.accepted === true,
  },
  actions: {
    keep: assign((_, params: { data: LibraryItemExpanded }) => ({
      item: params.data,
      known: null,
      error: null,
    })),
    notifyFiles: sendTo(
      'files',
      (_, params: { data: LibraryItemExpanded }) => ({ type: 'tab.itemChanged', item: params.data }) satisfies TabNews,
    ),
    notifyRelated: sendTo(
      'related',
      (_, params: { data: LibraryItemExpanded }) =>
        ({ type: 'related.follow', item: params.data }) satisfies RelatedEvent,
    ),
    passOn: sendTo('related', (_, news: RelatedNews) => news),
    rememberFailure: assign(keepError),
    notifyLibrary: sendParent(
      (_, params: { data: LibraryItemExpanded }) =>
        ({ type: 'page.libraryResolved', libraryId: params.data.libraryId }) satisfies PageLibraryResolved,
    ),
    toggle: assign(({ context }, { part }: { part: ItemPart }) => ({
      open: context.open.has(part)
        ? new Set([...context.open].filter((other) => other !== part))
        : new Set([...context.open, part]),
    })),
    playOrPause: enqueueActions(({ context, enqueue }, { episodeId }: { episodeId: string | null }) => {
      const item = shownOf(context);
      if (item) enqueue.sendTo(named('player'), { type: 'player.playOrPause', ...playTarget(item, episodeId) });
    }),
    playOrAsk: enqueueActions(({ context: { id, item }, enqueue, system }, requested: Requested) => {
      const media = { libraryItemId: id, episodeId: requested.episodeId };
      if (!isOpenInPlayer(system, media) && isUnderWay(getProgress(system, media)))
        enqueue.raise({ type: 'item.confirmPlay', ...requested });
      else if (item) enqueue.sendTo(named('player'), playFrom(item, requested));
    }),
    toggleFinished: sendTo(
      named('progress'),
      ({ context, system }, { episodeId }: { episodeId: string | null }): ProgressCommand => {
        const isFinished = getProgress(system, { libraryItemId: context.id, episodeId })?.isFinished ?? false;
        return editOf(context, episodeId, isFinished ? 'unfinish' : 'finish');
      },
    ),
    resetProgress: sendTo(
      named('progress'),
      ({ context }, { episodeId }: { episodeId: string | null }): ProgressCommand =>
        editOf(context, episodeId, 'reset'),
    ),
    preparePlayer: sendTo(named('player'), { type: 'player.prefetch' } satisfies PlayerCommand),
    prepareReader: enqueueActions(({ context, enqueue }) => {
      const item = shownOf(context);
      const format = item?.mediaType === 'book' ? ebookFormatOf(item) : null;
      if (format === null) return;
      const intent = { itemId: context.id, format, isNear: false };
      enqueue.sendTo(named('modals'), { type: 'modals.prefetch', modal: 'reader', ...intent } satisfies ModalsEvent);
    }),
    rememberQuestion: assign((_, params: { requested: Requested }) => params),
    ask: enqueueActions(({ context: { requested, item, id }, enqueue, self, system }) => {
      if (!requested || !item) return;
      const { episodeId } = requested;
      const place = getProgress(system, { libraryItemId: id, episodeId })?.currentTime ?? 0;
      const input = playQuestion(playPreview(item, episodeId).title, place);
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'confirm', input, tag: 'play', replyTo: self });
    }),
    runConfirmed: enqueueActions(({ context, enqueue }) => {
      const { requested, item } = context;
      if (requested && item) enqueue.sendTo(named('player'), playFrom(item, requested));
    }),
    search: assign((_, { text }: { text: string }) => ({ search: text })),
    openEpisode: enqueueActions(({ context: { item }, enqueue }, { episodeId }: { episodeId: string }) => {
      if (item?.mediaType === 'podcast') enqueue.sendTo(named('modals'), episodeOpened(item, episodeId));
    }),
    openNamed: enqueueActions(({ context: { item, named: id }, enqueue }) => {
      if (item?.mediaType === 'podcast' && id !== null) enqueue.sendTo(named('modals'), episodeOpened(item, id));
    }),
    forgetNamed: assign({ named: null }),
    forgetQuestion: assign({ requested: null }),
    /** Most podcasts have no downloads: they need no request. */
    followDownloads: enqueueActions(({ context: { item, follows }, enqueue }, news: DownloadNews | null) => {
      if (!item) return;
      if (follows) {
        if (news) enqueue.sendTo('downloads', news);
      } else if (news ? isAbout(news, item) : isDownloading(item)) {
        const route = { name: 'libraryDownloadQueue', libraryId: item.libraryId } as const;
        enqueue.spawnChild('downloads', { id: 'downloads', input: { route } });
        enqueue.assign({ follows: true });
      }
    }),
    refreshDownloads: enqueueActions(({ context, enqueue }, news: PageRefresh) => {
      if (context.follows) enqueue.sendTo('downloads', news);
    }),
    markOutdated: sendTo('item', { type: 'resource.markOutdated' }),
    refresh: sendTo('item', { type: 'resource.refresh' }),
    retry: sendTo('item', { type: 'resource.retry' }),
  },
});

function episodeOpened(podcast: PodcastItemExpanded, episodeId: string): ModalsEvent {
  const known = podcast.media.episodes.items.find(({ id }) => id === episodeId) ?? null;
  const input = { podcast: outlineOf(podcast), episodeId, known };
  return { type: 'modals.open', modal: 'episode', input, tag: 'episode' };
}

const isDownloading = ({ episodesDownloading, episodeDownloadsQueued }: LibraryItemExpanded): boolean =>
  (episodesDownloading?.items.length ?? 0) + (episodeDownloadsQueued?.items.length ?? 0) > 0;

const isAbout = (news: DownloadNews, { id }: LibraryItemExpanded): boolean =>
  'download' in news && news.type !== 'server.episodeDownload.finished' && news.download.libraryItemId === id;

function playFrom(item: LibraryItemExpanded, { episodeId, startTime }: Requested): PlayerCommand {
  return { type: 'player.play', ...playTarget(item, episodeId), startTime };
}

function editOf(
  context: ItemContext,
  episodeId: string | null,
  kind: 'finish' | 'unfinish' | 'reset',
): ProgressCommand {
  const item = shownOf(context);
  const title = item ? playPreview(item, episodeId).title : '';
  return { type: 'progress.edit', media: { libraryItemId: context.id, episodeId }, edit: { kind }, title };
}

export function wholeOf({ item }: ItemContext): LibraryItemExpanded {
  if (!item) throw new Error('The item is not there');
  return item;
}

export function shownOf({ item, known }: ItemContext): ShownItem | null {
  return item ?? known;
}
