import { sendTo, spawnChild, type ActorRefFrom } from 'xstate';
import type { Authorized } from '../../schemas/api/auth.ts';
import { getPorts } from '../app/ports.ts';
import { getPreferences } from '../app/system.ts';
import { failureOf } from '../kit/failure.logic.ts';
import { libraryIdOf } from '../router/routes.ts';
import { resync } from './resync.state.ts';
import { sessionSetup, type SessionContext } from './session.setup.ts';

/** The account is loaded; auth gets the user id of its token. */
const arrived = {
  target: 'ready',
  actions: [
    { type: 'keepAccount', params: ({ event }: { event: { output: Authorized } }) => ({ account: event.output }) },
    'identify',
  ],
} as const;

/**
 * One account at work; ends at sign-out. After each socket sign-in it reloads account, libraries and page until that
 * succeeds: they may have changed before the connection.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    account: input.account,
    route: input.route,
    entryKey: input.entryKey,
    hasMissed: false,
    hasNews: false,
    error: null,
  }),
  initial: 'starting',
  on: {
    'route.changed': { actions: { type: 'rememberRoute', params: ({ event }) => event } },
    'session.leave': { actions: 'notifySettled' },
    'session.signOut': { actions: 'signOut' },
  },
  states: {
    starting: { always: [{ guard: 'hasAccount', target: 'ready' }, { target: 'authorizing' }] },
    authorizing: {
      tags: 'busy',
      invoke: {
        src: 'authorize',
        id: 'authorize',
        onDone: arrived,
        onError: {
          target: 'failed',
          actions: { type: 'rememberFailure', params: failureOf },
        },
      },
    },
    failed: {
      tags: 'failed',
      after: { retryTime: { guard: 'isPassing', target: 'retrying' } },
      on: { 'session.retry': 'authorizing' },
    },
    /** Retries automatically; the failure stays visible until it succeeds. */
    retrying: {
      tags: 'failed',
      on: { 'session.retry': 'authorizing' },
      invoke: {
        src: 'authorize',
        id: 'authorize',
        onDone: arrived,
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    ready: {
      ...resync,
      invoke: [
        { src: 'freshness', id: 'freshness', input: { settleMs: 0 } },
        { src: 'helpKey', id: 'helpKey' },
        { src: 'settingsKey', id: 'settingsKey' },
      ],
      entry: [
        spawnChild('libraries', {
          id: 'libraries',
          systemId: 'libraries',
          input: ({ context, self }) => ({
            currentId:
              libraryIdOf(context.route) ??
              getPreferences(self.system).lastLibraryId ??
              context.account?.userDefaultLibraryId ??
              null,
          }),
        }),
        spawnChild('pendingChanges', {
          id: 'pendingChanges',
          systemId: 'pendingChanges',
          input: ({ context }) => ({ userId: accountOf(context).user.id }),
        }),
        spawnChild('progress', {
          id: 'progress',
          systemId: 'progress',
          input: ({ context }) => ({ user: context.account?.user ?? null }),
        }),
        spawnChild('player', { id: 'player', systemId: 'player' }),
        // Stops after the player, which sends it the last seconds.
        spawnChild('ledger', {
          id: 'ledger',
          systemId: 'ledger',
          input: ({ context }) => ({ userId: accountOf(context).user.id }),
        }),
        sendTo('player', ({ context }) => ({ type: 'player.accountLoaded', userId: accountOf(context).user.id })),
        spawnChild('queue', {
          id: 'queue',
          systemId: 'queue',
          input: ({ context }) => ({ userId: accountOf(context).user.id }),
        }),
        spawnChild('search', {
          id: 'search',
          systemId: 'search',
          input: ({ context }) => ({ userId: accountOf(context).user.id, route: context.route }),
        }),
        spawnChild('cast', {
          id: 'cast',
          systemId: 'cast',
          input: ({ context, self }) => ({
            isEnabled: accountOf(context).serverSettings.chromecastEnabled,
            isSecure: getPorts(self.system).cast.isSecure,
          }),
        }),
        spawnChild('otherPlayer', {
          id: 'otherPlayer',
          systemId: 'otherPlayer',
          input: ({ context }) => ({ userId: accountOf(context).user.id }),
        }),
        spawnChild('mediaLists', { id: 'mediaLists', systemId: 'mediaLists' }),
        spawnChild('selection', { id: 'selection', systemId: 'selection' }),
        spawnChild('background', {
          id: 'background',
          systemId: 'background',
          input: ({ context }) => ({
            version: accountOf(context).serverSettings.version,
            source: accountOf(context).Source ?? '',
          }),
        }),
        spawnChild('socket', { id: 'socket', systemId: 'socket' }),
        spawnChild('pageHost', {
          id: 'pageHost',
          systemId: 'pageHost',
          input: ({ context }) => ({ account: accountOf(context), route: context.route, entryKey: context.entryKey }),
        }),
        'openNamed',
      ],
      on: {
        'session.leave': {
          actions: [sendTo('player', { type: 'player.shutDown' }), sendTo('ledger', { type: 'ledger.settle' })],
        },
        'ledger.settled': { actions: 'notifySettled' },
        'auth.refreshed': { actions: sendTo('socket', { type: 'socket.retry' }) },
        'socket.connected': {
          actions: [
            { type: 'rememberMissed', params: ({ event }) => event },
            'resync',
            'notifyReached',
            'refreshTasks',
          ],
        },
        'socket.lost': { actions: 'notifyLost' },
        'freshness.due': '.resyncing',
        'help.requested': { actions: 'openKeys' },
        'settings.findRequested': { actions: 'findSetting' },
        'tasks.cancelRequested': { actions: { type: 'cancelScan', params: ({ event }) => event } },
        'socket.eventRejected': { actions: { type: 'logMalformed', params: ({ event }) => event } },
        // Administrators also get other accounts (server facts 6): those go through `server.*` below.
        'server.user.updated': {
          guard: { type: 'isOwnAccount', params: ({ event }) => event },
          actions: [
            { type: 'mergeUser', params: ({ event }) => event },
            'notifyAccount',
            'forgetAnswers',
            { type: 'fanOut', params: ({ event }) => event },
          ],
        },
        'server.playlist.*': { guard: { type: 'isForeignPlaylist', params: ({ event }) => event } },
        'server.ereaderDevices.updated': { actions: { type: 'mergeDevices', params: ({ event }) => event } },
        'page.settingsSaved': {
          actions: [{ type: 'keepSettings', params: ({ event }) => event }, 'notifyAccount', 'forgetAnswers'],
        },
        'server.adminMessage.received': {
          actions: [
            { type: 'notifyMessage', params: ({ event }) => event },
            { type: 'fanOut', params: ({ event }) => event },
          ],
        },
        'server.backup.applied': { actions: [{ type: 'toPageHost', params: ({ event }) => event }, 'renew'] },
        // Log lines change no stored data.
        'server.log.written': { actions: { type: 'toPageHost', params: ({ event }) => event } },
        'server.*': { actions: ['forgetAnswers', { type: 'fanOut', params: ({ event }) => event }] },
        'libraries.*': { actions: { type: 'toPageHost', params: ({ event }) => event } },
        'progress.settled': { actions: { type: 'toPageHost', params: ({ event }) => event } },
        'page.libraryResolved': { actions: { type: 'selectLibrary', params: ({ event }) => event } },
        'route.changed': {
          actions: [
            { type: 'rememberRoute', params: ({ event }) => event },
            { type: 'toSelection', params: ({ event }) => event },
            { type: 'toPageHost', params: ({ event }) => event },
            { type: 'notifySearch', params: ({ event }) => event },
            'openNamed',
          ],
        },
      },
    },
  },
});

function accountOf({ account }: SessionContext): Authorized {
  if (!account) throw new Error('The session is ready without an account');
  return account;
}

export type SessionRef = ActorRefFrom<typeof sessionMachine>;
