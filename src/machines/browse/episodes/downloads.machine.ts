import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { EpisodeDownload } from '../../../schemas/api/podcast-episode.ts';
import type { DownloadQueue } from '../../../schemas/api/podcast-lists.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { clearDownloadQueue } from '../../../services/endpoints/podcast-admin.ts';
import { getDownloadQueue } from '../../../services/endpoints/podcasts.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { failedBy, failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import {
  afterClear,
  afterEnd,
  afterStart,
  asListed,
  NO_DOWNLOADS,
  type Downloads,
  type WaitingPodcast,
} from './downloads.logic.ts';
import { failedToast } from '../../kit/toast.ts';

export type DownloadNews = ServerEventOf<
  | 'server.episodeDownload.queued'
  | 'server.episodeDownload.started'
  | 'server.episodeDownload.finished'
  | 'server.episodeDownload.queueCleared'
>;

export type DownloadsEvent =
  | { type: 'downloads.retry' }
  | { type: 'downloads.clear'; podcast: WaitingPodcast }
  | ModalClosed<'confirm'>
  | ResourceReport<'queue', typeof getDownloadQueue>
  | PageRefresh
  | DownloadNews;

interface DownloadsContext {
  readonly libraryId: string;
  readonly downloads: Downloads;
  readonly subject: WaitingPodcast | null;
  readonly error: AppError | null;
}

/** Queue events come in bursts: the queue is fetched after this pause, in ms. */
const SETTLE_MS = 300;

/** A library's download queue, for its page and for podcast pages. Refetches it after each server event. */
export const downloadsMachine = setup({
  types: {
    input: {} as Pick<PageInput<'libraryDownloadQueue'>, 'route'>,
    context: {} as DownloadsContext,
    events: {} as DownloadsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { queue: 'queue'; clearQueue: 'clearQueue' },
  },
  actors: { queue: resource('queue', getDownloadQueue), clearQueue: callEndpoint(clearDownloadQueue) },
  guards: {
    isOfLibrary: ({ context }, { download }: { download: EpisodeDownload }) => download.libraryId === context.libraryId,
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true,
  },
  actions: {
    keep: assign((_, { data }: { data: DownloadQueue }) => ({ downloads: asListed(data), error: null })),
    start: assign(({ context }, { download }: { download: EpisodeDownload }) => ({
      downloads: afterStart(context.downloads, download),
    })),
    end: assign(({ context }, { download }: { download: EpisodeDownload }) => ({
      downloads: afterEnd(context.downloads, download),
    })),
    empty: assign(({ context }, { libraryItemId }: { libraryItemId: string }) => ({
      downloads: afterClear(context.downloads, libraryItemId),
    })),
    rememberFailure: assign(keepError),
    takeSubject: assign((_, { podcast }: { podcast: WaitingPodcast }) => ({ subject: podcast })),
    forgetSubject: assign({ subject: null }),
    ask: sendTo(named('modals'), ({ context: { subject }, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      tag: 'clear',
      replyTo: self,
      input: {
        type: 'yesNo',
        tone: 'danger',
        message: {
          key: 'episodes.confirmClear',
          values: { title: subject?.title ?? '', count: subject?.count ?? 0 },
        },
        confirmLabel: { key: 'episodes.clear' },
      },
    })),
    notifyNotCleared: sendTo(named('toasts'), (_, { cause }: Failure): ToastsEvent =>
      failedToast('downloads', 'episodes.clearFailed', cause),
    ),
    markOutdated: sendTo('queue', { type: 'resource.markOutdated' }),
    refresh: sendTo('queue', { type: 'resource.refresh' }),
    retry: sendTo('queue', { type: 'resource.retry' }),
  },
}).createMachine({
  id: 'downloads',
  context: ({ input }) => ({
    libraryId: input.route.libraryId,
    downloads: NO_DOWNLOADS,
    subject: null,
    error: null,
  }),
  invoke: {
    src: 'queue',
    id: 'queue',
    input: ({ context: { libraryId } }) => ({ request: { libraryId }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  on: {
    'page.refresh': { actions: 'refresh' },
    'server.episodeDownload.queued': {
      guard: by('isOfLibrary'),
      actions: 'markOutdated',
    },
    'server.episodeDownload.started': {
      guard: by('isOfLibrary'),
      actions: [by('start'), 'markOutdated'],
    },
    'server.episodeDownload.finished': {
      guard: by('isOfLibrary'),
      actions: [by('end'), 'markOutdated'],
    },
    'server.episodeDownload.queueCleared': {
      actions: [by('empty'), 'markOutdated'],
    },
  },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'queue.loaded': { target: 'shown', actions: by('keep') },
        'queue.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'downloads.retry': { target: 'loading', actions: 'retry' },
        'queue.loaded': { target: 'shown', actions: by('keep') },
      },
    },
    shown: {
      initial: 'resting',
      on: {
        'queue.loaded': { actions: by('keep') },
        'queue.failed': {
          guard: by('isMissing'),
          target: 'failed',
          actions: by('rememberFailure'),
        },
      },
      states: {
        resting: {
          entry: 'forgetSubject',
          on: {
            'downloads.clear': { target: 'asking', actions: by('takeSubject') },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [{ guard: by('isAccepted'), target: 'clearing' }, { target: 'resting' }],
          },
        },
        clearing: {
          tags: 'busy',
          invoke: {
            src: 'clearQueue',
            id: 'clearQueue',
            input: ({ context: { subject } }) => ({ id: subject?.libraryItemId ?? '' }),
            onDone: { target: 'resting', actions: 'refresh' },
            onError: { target: 'resting', actions: { type: 'notifyNotCleared', params: failureOf } },
          },
        },
      },
    },
  },
});

export type DownloadsRef = ActorRefFrom<typeof downloadsMachine>;
