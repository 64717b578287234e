import {
  assign,
  enqueueActions,
  fromPromise,
  sendParent,
  setup,
  type ActorRefFrom,
  fromCallback,
  type NonReducibleUnknown,
} from 'xstate';
import { by } from '../../kit/by.ts';
import type { ReportedItem } from '../../../schemas/api/library-item-reduced.ts';
import type { Task } from '../../../schemas/api/task.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { updateItem } from '../../../services/endpoints/item-editing.ts';
import { createFromOpml, listPodcastTitles } from '../../../services/endpoints/podcast-admin.ts';
import { listTasks } from '../../../services/endpoints/tasks.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import type { FeedsToAdd } from '../../app/modals/modal-inputs.protocol.ts';
import {
  again,
  isFeedFailure,
  isImport,
  settled,
  waitingFeed,
  withAdded,
  withFailed,
  withKnown,
  type ImportedFeed,
} from './feed-import.logic.ts';
import type { KnownPodcast } from './search.logic.ts';

interface IdKeeperCommand {
  type: 'idKeeper.keep';
  id: string;
  itunesId: string;
}

/**
 * Saves directory ids: the server adds several feeds by address only. Failures are ignored: a later match finds the id.
 */
const idKeeper = fromCallback<IdKeeperCommand, NonReducibleUnknown>(({ receive, system }) => {
  const stop = new AbortController();
  const { api } = getPorts(system);
  receive(({ id, itunesId }) => {
    api
      .call(updateItem, { id, change: { metadata: { itunesId } } }, stop.signal)
      .catch((cause: unknown) => console.info('The id of a podcast in the directory was not kept', cause));
  });
  return () => stop.abort();
});

interface FeedImportInput extends FeedsToAdd {
  readonly libraryId: string;
}

type FeedImportEvent =
  { type: 'feedImport.retry' } | ServerEventOf<'server.item.added' | 'server.task.started' | 'server.task.finished'>;

export type FeedImportReport = { type: 'feedImport.begun' } | { type: 'feedImport.settled' };

interface FeedImportContext {
  readonly libraryId: string;
  readonly folderId: string;
  readonly autoDownloadEpisodes: boolean;
  readonly feeds: readonly ImportedFeed[];
  readonly taskId: string | null;
  readonly isEnded: boolean;
  readonly error: AppError | null;
}

interface ImportCheck {
  readonly isRunning: boolean;
  readonly known: readonly KnownPodcast[];
}

/** In ms: checks for missed events. */
const CHECK_MS = 10_000;

/**
 * Adds several feeds as one server task, which continues without this page. Shows the state of each feed; failed ones
 * can be retried.
 */
export const feedImportMachine = setup({
  types: {
    input: {} as FeedImportInput,
    context: {} as FeedImportContext,
    events: {} as FeedImportEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { create: 'create'; check: 'check'; idKeeper: 'idKeeper' },
  },
  actors: {
    create: callEndpoint(createFromOpml),
    idKeeper,
    /** Rejects with an `AppException`. */
    check: fromPromise<ImportCheck, { libraryId: string }>(async ({ input, system, signal }) => {
      const { api } = getPorts(system);
      const { tasks } = await api.call(listTasks, undefined, signal);
      const { podcasts } = await api.call(listPodcastTitles, input, signal);
      return { isRunning: tasks.items.some((task) => isImport(task) && !task.isFinished), known: podcasts };
    }),
  },
  delays: { checkTime: CHECK_MS },
  guards: {
    isEnded: ({ context }) => context.isEnded,
    isRunning: (_, { isRunning }: ImportCheck) => isRunning,
    isFeedFailure: (_, { task }: { task: Task }) => isFeedFailure(task),
    isImport: ({ context }, { task }: { task: Task }) =>
      isImport(task) && (context.taskId === null || context.taskId === task.id),
    hasFailed: ({ context }) => context.feeds.some(({ state }) => state === 'failed'),
  },
  actions: {
    markAdded: enqueueActions(({ context, enqueue }, { item }: { item: ReportedItem }) => {
      const feeds = withAdded(context.feeds, item);
      const added = feeds.find((feed, at) => feed !== context.feeds[at]);
      enqueue.assign({ feeds });
      if (added?.itunesId) enqueue.sendTo('idKeeper', { type: 'idKeeper.keep', id: item.id, itunesId: added.itunesId });
    }),
    markFailed: assign(({ context }, { task }: { task: Task }) => ({ feeds: withFailed(context.feeds, task) })),
    markKnown: assign(({ context }, { known }: ImportCheck) => ({ feeds: withKnown(context.feeds, known) })),
    takeFailedAgain: assign(({ context }) => ({ feeds: again(context.feeds) })),
    settle: assign(({ context }) => ({ feeds: settled(context.feeds) })),
    rememberFailure: assign(keepError),
    notifyBegun: sendParent({ type: 'feedImport.begun' } satisfies FeedImportReport),
    notifySettled: sendParent({ type: 'feedImport.settled' } satisfies FeedImportReport),
  },
}).createMachine({
  id: 'feedImport',
  context: ({ input: { feeds, ...rest } }) => ({
    ...rest,
    feeds: feeds.map(waitingFeed),
    taskId: null,
    isEnded: false,
    error: null,
  }),
  invoke: { src: 'idKeeper', id: 'idKeeper' },
  initial: 'sending',
  on: {
    'server.item.added': { actions: by('markAdded') },
    'server.task.started': [
      { guard: by('isFeedFailure'), actions: by('markFailed') },
      { guard: by('isImport'), actions: assign(({ event: { task } }) => ({ taskId: task.id })) },
    ],
    'server.task.finished': { guard: by('isFeedFailure'), actions: by('markFailed') },
  },
  states: {
    sending: {
      tags: 'busy',
      entry: [assign({ taskId: null, isEnded: false, error: null }), 'notifyBegun'],
      invoke: {
        src: 'create',
        id: 'create',
        input: ({ context: { libraryId, folderId, autoDownloadEpisodes, feeds } }) => ({
          libraryId,
          folderId,
          autoDownloadEpisodes,
          feeds: feeds.filter(({ state }) => state === 'waiting').map(({ feedUrl }) => feedUrl),
        }),
        onDone: [{ guard: 'isEnded', target: 'ended' }, { target: 'running' }],
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
      on: {
        'server.task.finished': { guard: by('isImport'), actions: assign({ isEnded: true }) },
      },
    },
    running: {
      tags: 'busy',
      initial: 'waiting',
      on: {
        'server.task.finished': { guard: by('isImport'), target: 'ended' },
      },
      states: {
        waiting: { after: { checkTime: 'checking' } },
        checking: {
          invoke: {
            src: 'check',
            id: 'check',
            input: ({ context: { libraryId } }) => ({ libraryId }),
            onDone: [
              {
                guard: { type: 'isRunning', params: ({ event }) => event.output },
                target: 'waiting',
                actions: { type: 'markKnown', params: ({ event }) => event.output },
              },
              { target: '#feedImport.ended', actions: { type: 'markKnown', params: ({ event }) => event.output } },
            ],
            onError: 'waiting',
          },
        },
      },
    },
    /** The server did not start: nothing was added. */
    failed: {
      tags: 'failed',
      entry: ['settle', 'notifySettled'],
      on: { 'feedImport.retry': { target: 'sending', actions: 'takeFailedAgain' } },
    },
    ended: {
      entry: ['settle', 'notifySettled'],
      on: { 'feedImport.retry': { guard: 'hasFailed', target: 'sending', actions: 'takeFailedAgain' } },
    },
  },
});

export type FeedImportRef = ActorRefFrom<typeof feedImportMachine>;
