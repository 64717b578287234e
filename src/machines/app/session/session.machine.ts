import { sendTo, spawnChild, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Authorized } from '../../../schemas/api/auth.ts';
import { getPorts } from '../../kit/ports.ts';
import { getPreferences, type SystemRef } from '../../kit/system.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { libraryIdOf } from '../../kit/router/routes.ts';
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
 * One account at work; ends at sign-out. After a socket sign-in that missed events, it reloads account, libraries
 * and page until that succeeds; after a first one in time, libraries and page alone.
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
    'route.changed': { actions: by('rememberRoute') },
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
        'notifyLocale',
        'warnOfBlockedStorage',
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
        // A live connection that stood while calls failed does not notice.
        'connectivity.restored': {
          actions: sendTo('socket', ({ event }) => ({ type: 'socket.refresh', lostAt: event.lostAt })),
        },
        'socket.connected': [
          { guard: by('hasMissedEvents'), actions: ['rememberMissed', 'resync', 'notifyReached', 'refreshTasks'] },
          { actions: ['refreshMissed', 'notifyReached', 'notifyChecked', 'refreshTasks'] },
        ],
        'socket.lost': { actions: 'notifyLost' },
        'freshness.due': '.resyncing',
        'help.requested': { actions: 'openKeys' },
        'settings.findRequested': { actions: 'findSetting' },
        'tasks.cancelRequested': { actions: by('cancelScan') },
        'socket.eventRejected': { actions: by('logMalformed') },
        // Administrators also get other accounts (server facts 6): those go through `server.*` below.
        'server.user.updated': {
          guard: by('isOwnAccount'),
          actions: [by('mergeUser'), 'notifyAccount', 'forgetAnswers', by('fanOut')],
        },
        'server.playlist.*': { guard: by('isForeignPlaylist') },
        'server.ereaderDevices.updated': { actions: by('mergeDevices') },
        'page.settingsSaved': {
          actions: [by('keepSettings'), 'notifyLocale', 'notifyAccount', 'forgetAnswers'],
        },
        'server.adminMessage.received': {
          actions: [by('notifyMessage'), by('fanOut')],
        },
        'server.backup.applied': { actions: [by('toPageHost'), 'renew'] },
        // Log lines change no stored data.
        'server.log.written': { actions: by('toPageHost') },
        'server.*': { actions: ['forgetAnswers', by('fanOut')] },
        'libraries.*': { actions: by('toPageHost') },
        'progress.settled': { actions: by('toPageHost') },
        'page.libraryResolved': { actions: by('selectLibrary') },
        'route.changed': {
          actions: [by('rememberRoute'), by('toSelection'), by('toPageHost'), by('notifySearch'), 'openNamed'],
        },
      },
    },
  },
});

function accountOf({ account }: SessionContext): Authorized {
  if (!account) throw new Error('The session is ready without an account');
  return account;
}

export type SessionRef = SystemRef<'session', ActorRefFrom<typeof sessionMachine>>;
