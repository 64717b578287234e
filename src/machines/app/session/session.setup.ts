import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Authorized, EreaderDevice } from '../../../schemas/api/auth.ts';
import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import type { User } from '../../../schemas/api/user.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEvent } from '../../../schemas/socket/server-events.ts';
import { authorize } from '../../../services/endpoints/auth.ts';
import { getMe } from '../../../services/endpoints/me.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { findNamed, isInServerSettings, named } from '../../kit/system.ts';
import { toast } from '../../kit/toast.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { castMachine } from '../../playback/cast/cast.machine.ts';
import { isPassing, keepError } from '../../kit/failure.logic.ts';
import { freshnessMachine } from '../../kit/freshness.machine.ts';
import { hotkey } from '../../kit/hotkey.actor.ts';
import { librariesMachine } from '../../account/libraries/libraries.machine.ts';
import type { LibrariesEvent } from '../../account/libraries/libraries.protocol.ts';
import { mediaListsMachine } from '../../browse/media-lists/media-lists.machine.ts';
import { pageHostMachine } from '../page-host/page-host.machine.ts';
import type { PageHostEvent } from '../page-host/page-host.protocol.ts';
import { pendingChangesMachine } from '../../playback/pending-changes/pending-changes.machine.ts';
import { playerMachine } from '../../playback/player/player.machine.ts';
import { ledgerMachine } from '../../playback/progress/ledger.machine.ts';
import { progressMachine } from '../../playback/progress/progress.machine.ts';
import { queueMachine } from '../../playback/queue/queue.machine.ts';
import type { RouteChanged } from '../../kit/router/navigation.actor.ts';
import type { AnyRoute } from '../../kit/router/routes.ts';
import { searchBoxMachine } from '../../browse/search/search-box.machine.ts';
import { selectionMachine } from '../../browse/selection/selection.machine.ts';
import { devicesOf } from '../../admin/send-ebook/devices.logic.ts';
import { socketMachine } from '../../account/socket/socket.machine.ts';
import { otherPlayerMachine } from '../tabs/other-player.machine.ts';
import type { ModalsEvent } from '../modals/modals.protocol.ts';
import { isSameUser } from './account.logic.ts';
import { backgroundMachine } from './background.machine.ts';
import { changesSearch, isFor } from './fan-out.ts';
import { HELP_KEY, KEYS_MENU, SEARCH_KEY } from '../../kit/keys.logic.ts';
import type { SessionEvent, SessionInput } from './session.protocol.ts';

export interface SessionContext {
  account: Authorized | null;
  route: AnyRoute;
  entryKey: string;
  /** The connection was lost or late, and the page has not reloaded since. */
  hasMissed: boolean;
  hasNews: boolean;
  error: AppError | null;
}

/** Wait before the account is requested again, in ms. */
export const RETRY_MS = 5000;

/** Limit of an administrator's message, in characters. */
const LONGEST_MESSAGE = 1000;

export const sessionSetup = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      background: 'background';
      cast: 'cast';
      libraries: 'libraries';
      mediaLists: 'mediaLists';
      socket: 'socket';
      player: 'player';
      otherPlayer: 'otherPlayer';
      pendingChanges: 'pendingChanges';
      progress: 'progress';
      queue: 'queue';
      pageHost: 'pageHost';
      selection: 'selection';
      freshness: 'freshness';
      helpKey: 'helpKey';
      settingsKey: 'settingsKey';
      search: 'search';
      ledger: 'ledger';
    },
  },
  actors: {
    authorize: callEndpoint(authorize),
    background: backgroundMachine,
    cast: castMachine,
    fetchUser: callEndpoint(getMe),
    freshness: freshnessMachine,
    helpKey: hotkey(HELP_KEY, 'help.requested'),
    settingsKey: hotkey(SEARCH_KEY, 'settings.findRequested', isInServerSettings),
    ledger: ledgerMachine,
    libraries: librariesMachine,
    mediaLists: mediaListsMachine,
    otherPlayer: otherPlayerMachine,
    pageHost: pageHostMachine,
    player: playerMachine,
    pendingChanges: pendingChangesMachine,
    progress: progressMachine,
    queue: queueMachine,
    search: searchBoxMachine,
    selection: selectionMachine,
    socket: socketMachine,
  },
  delays: { retryTime: RETRY_MS },
  guards: {
    isPassing: ({ context }) => context.error !== null && isPassing(context.error),
    hasAccount: ({ context }) => context.account !== null,
    hasMissedEvents: (_, params: { again: boolean }) => params.again,
    hasNews: ({ context }) => context.hasNews,
    isUnchanged: ({ context }, params: { user: User }) =>
      context.account !== null && isSameUser(context.account.user, params.user),
    /** Drops playlists of other accounts. */
    isForeignPlaylist: ({ context }, { playlist }: { playlist: { userId?: string | undefined } }) =>
      playlist.userId !== undefined && playlist.userId !== context.account?.user.id,
    isOwnAccount: ({ context }, params: { user: User }) => context.account?.user.id === params.user.id,
  },
  actions: {
    keepAccount: assign((_, params: { account: Authorized }) => ({ account: params.account, error: null })),
    rememberFailure: assign(keepError),
    identify: enqueueActions(({ context, enqueue }) => {
      if (context.account) enqueue.sendTo(named('auth'), { type: 'auth.identified', userId: context.account.user.id });
    }),
    signOut: enqueueActions(({ enqueue, self, system }) => {
      const isRequested = getPorts(system).navigation.asksFirst(() => self.send({ type: 'session.signOut' }));
      if (!isRequested) enqueue.sendTo(named('auth'), { type: 'auth.signOut' });
    }),
    rememberRoute: assign((_, params: RouteChanged) => ({ route: params.route, entryKey: params.key })),
    /** Opens the overlay of the URL: an ebook, or an item editor. */
    openNamed: enqueueActions(({ context: { account, route }, enqueue, system }) => {
      const query = new URLSearchParams(getPorts(system).navigation.current().search);
      const read = query.get('read');
      const ofItem = query.get('of') ?? (route.name === 'item' ? route.id : null);
      if (read !== null && ofItem !== null) {
        const ebook = { itemId: ofItem, ino: read === 'main' ? null : read };
        enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'reader', input: ebook, tag: 'reader' });
      }
      const itemId = query.get('edit');
      if (itemId === null || !account?.user.permissions.update) return;
      const input = { itemId, title: '', list: [] };
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'itemEdit', input, tag: 'itemEdit' });
    }),
    /** Prefetched answers may be older than this event. */
    forgetAnswers: ({ system }) => getPorts(system).api.forget(),
    fanOut: enqueueActions(({ enqueue }, event: ServerEvent) => {
      if (isFor('libraries', event)) enqueue.sendTo('libraries', event);
      if (isFor('progress', event)) {
        enqueue.sendTo('progress', event);
        enqueue.assign({ hasNews: true });
      }
      if (isFor('modals', event)) enqueue.sendTo(named('modals'), event);
      if (isFor('player', event)) enqueue.sendTo('player', event);
      if (isFor('background', event)) enqueue.sendTo('background', event);
      if (isFor('queue', event)) enqueue.sendTo('queue', event);
      if (isFor('selection', event)) enqueue.sendTo('selection', event);
      if (changesSearch(event)) enqueue.sendTo('search', { type: 'search.markOutdated' });
      enqueue.sendTo('pageHost', event);
    }),
    forgetNews: assign({ hasNews: false }),
    mergeUser: assign(({ context }, params: { user: User }) =>
      context.account ? { account: { ...context.account, user: params.user } } : {},
    ),
    mergeDevices: assign(
      ({ context: { account } }, { list }: { list: { ereaderDevices: readonly EreaderDevice[] } }) => {
        if (!account) return {};
        const items = devicesOf(list.ereaderDevices, account.user);
        return { account: { ...account, ereaderDevices: { items, dropped: [] } } };
      },
    ),
    keepSettings: assign(({ context: { account } }, { serverSettings }: { serverSettings: ServerSettings }) =>
      account ? { account: { ...account, serverSettings }, hasNews: true } : {},
    ),
    notifyLocale: enqueueActions(({ context, enqueue, system }) => {
      const locale = findNamed(system, 'locale');
      const language = context.account?.serverSettings.language;
      if (locale && language) enqueue.sendTo(locale, { type: 'locale.serverFound', language });
    }),
    /** Stays until closed: nothing else says so before a reload. */
    warnOfBlockedStorage: enqueueActions(({ enqueue, system }) => {
      if (getPorts(system).capabilities.keepsData) return;
      enqueue.sendTo(named('toasts'), toast('info', 'storage', 'session.notKept', { durationMs: null }));
    }),
    notifyAccount: enqueueActions(({ context, enqueue }) => {
      if (context.account) enqueue.sendTo('pageHost', { type: 'account.changed', account: context.account });
    }),
    /** Stays until closed, for users who are away. */
    notifyMessage: sendTo(named('toasts'), (_, { message }: { message: string }): ToastsEvent => ({
      type: 'toasts.show',
      kind: 'info',
      message: { text: message.slice(0, LONGEST_MESSAGE) },
      durationMs: null,
    })),
    /** All data changed. Saves first: a pause saves, and what fails is kept. */
    renew: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('player', { type: 'player.pause' });
      enqueue.sendTo(named('router'), { type: 'router.reload' });
    }),
    notifySettled: sendTo(named('auth'), { type: 'auth.settled' }),
    rememberMissed: assign({ hasMissed: true }),
    refreshMissed: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo('libraries', { type: 'libraries.refresh' });
      enqueue.sendTo('pageHost', { type: 'page.refresh', again: context.hasMissed });
      enqueue.sendTo('search', { type: 'search.markOutdated' });
      enqueue.assign({ hasMissed: false });
    }),
    notifySearch: sendTo('search', (_, { route }: RouteChanged) => ({ type: 'search.placeChanged', route }) as const),
    refreshTasks: sendTo('background', { type: 'tasks.refresh' }),
    cancelScan: sendTo('socket', (_, { libraryId }: { libraryId: string }) => ({
      type: 'socket.send',
      name: 'cancel_scan',
      args: [libraryId],
    })),
    findSetting: sendTo(named('modals'), ({ context: { route } }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'findSetting',
      input: { page: route.name },
      tag: 'findSetting',
    })),
    openKeys: sendTo(named('menus'), { type: 'menus.open', id: KEYS_MENU }),
    notifyLost: sendTo('player', { type: 'server.lost' }),
    notifyReached: sendTo('player', { type: 'server.reached' }),
    resync: sendTo('freshness', { type: 'freshness.refresh' }),
    /** Comes after all forwarded changes. */
    notifyChecked: sendTo('player', { type: 'server.checked' }),
    notifyRefreshed: sendTo('freshness', { type: 'freshness.succeeded' }),
    notifyStale: sendTo('freshness', (_, params: { cause: unknown }) => ({ type: 'freshness.failed', ...params })),
    toPageHost: sendTo('pageHost', (_, params: Extract<PageHostEvent, SessionEvent>) => params),
    toSelection: sendTo('selection', (_, params: RouteChanged) => params),
    selectLibrary: sendTo('libraries', (_, params: { libraryId: string }): LibrariesEvent => ({
      type: 'libraries.select',
      id: params.libraryId,
    })),
    logMalformed: (_, params: { name: string; issues: readonly unknown[] }) =>
      console.warn(`The server sent a malformed '${params.name}' event`, params.issues),
  },
});
