import { assign, fromCallback, sendTo, setup, type ActorRefFrom, type NonReducibleUnknown } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibraryList } from '../../../schemas/api/library.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { listLibraries } from '../../../services/endpoints/libraries.ts';
import { findNamed, named } from '../../kit/system.ts';
import { keepError } from '../../kit/failure.logic.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { PageRetry } from '../../kit/data-page.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { ProviderNews } from '../quick-match/find-providers.actor.ts';
import { uploadsMachine } from './uploads.machine.ts';

export type UploadPageEvent =
  | PageRetry
  | ResourceReport<'libraries', typeof listLibraries>
  | PageRefresh
  | ProviderNews
  | ServerEventOf<'server.library.added' | 'server.library.updated' | 'server.library.removed'>;

/** Its end is that of the page. */
const visit = fromCallback<{ type: 'none' }, NonReducibleUnknown>(
  ({ system }) =>
    () =>
      findNamed(system, 'uploads')?.send({ type: 'uploads.left' }),
);

/** Upload page. Loads the libraries; the uploads (`uploadsMachine`) outlive it. */
export const uploadMachine = setup({
  types: {
    input: {} as PageInput<'upload'>,
    context: {} as { readonly error: AppError | null },
    events: {} as UploadPageEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { libraries: 'libraries'; visit: 'visit' },
  },
  actors: { libraries: resource('libraries', listLibraries), visit },
  guards: { hasLibraries: (_, { data }: { data: LibraryList }) => data.libraries.items.length > 0 },
  actions: {
    openUploads: sendTo(named('background'), (_, { data }: { data: LibraryList }) => ({
      type: 'uploads.open' as const,
      logic: uploadsMachine,
      data,
    })),
    notifyUploads: ({ system }, news: ProviderNews) => findNamed(system, 'uploads')?.send(news),
    rememberFailure: assign(keepError),
    markOutdated: sendTo('libraries', { type: 'resource.markOutdated' }),
    refresh: sendTo('libraries', { type: 'resource.refresh' }),
    retry: sendTo('libraries', { type: 'resource.retry' }),
  },
}).createMachine({
  id: 'upload',
  context: { error: null },
  invoke: { src: 'libraries', id: 'libraries', input: { request: undefined, settleMs: 300 } },
  initial: 'loading',
  on: {
    'page.refresh': { actions: 'refresh' },
    'server.library.*': { actions: 'markOutdated' },
  },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'libraries.loaded': [
          { guard: by('hasLibraries'), target: 'ready', actions: by('openUploads') },
          { target: 'unavailable' },
        ],
        'libraries.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: {
      tags: 'failed',
      on: { 'page.retry': { target: 'loading', actions: 'retry' } },
    },
    unavailable: {
      on: {
        'libraries.loaded': { guard: by('hasLibraries'), target: 'ready', actions: by('openUploads') },
      },
    },
    ready: {
      invoke: { src: 'visit', id: 'visit' },
      on: {
        'libraries.loaded': { actions: by('openUploads') },
        'server.customProvider.added': { actions: by('notifyUploads') },
        'server.customProvider.removed': { actions: by('notifyUploads') },
      },
    },
  },
});

export type UploadPageRef = ActorRefFrom<typeof uploadMachine>;
