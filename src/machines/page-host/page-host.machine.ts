import { and, cancel, or, raise, type ActorRefFrom } from 'xstate';
import { getPorts } from '../app/ports.ts';
import { pageHostSetup } from './page-host.setup.ts';
import { addressOf, PLACES, withEntry } from './places.logic.ts';

const crash = ({ event }: { event: { error: unknown } }) => ({ cause: event.error });

/** Opens the page of the route. A machine runs only in the state `open`; a crash of the page stops nothing else. */
export const pageHostMachine = pageHostSetup.createMachine({
  id: 'pageHost',
  context: ({ input, self }) => ({
    account: input.account,
    route: input.route,
    entryKey: input.entryKey,
    libraries: null,
    page: null,
    code: new Map(),
    known: null,
    visit: 0,
    places: withEntry(getPorts(self.system).tabStorage.read(PLACES) ?? [], input.entryKey, addressOf(input.route)),
    memories: new Map(),
    failure: null,
  }),
  initial: 'deciding',
  entry: 'resolveLibrary',
  on: {
    'route.changed': [
      {
        guard: { type: 'staysOpen', params: ({ event }) => event },
        actions: [
          { type: 'rememberRoute', params: ({ event }) => event },
          { type: 'notifyMove', params: ({ event }) => event },
        ],
      },
      {
        target: '.deciding',
        actions: [
          cancel('prefetch'),
          { type: 'rememberRoute', params: ({ event }) => event },
          'countVisit',
          'resolveLibrary',
        ],
      },
    ],
    'account.changed': [
      {
        guard: { type: 'forbidsPage', params: ({ event }) => event },
        target: '.deciding',
        actions: { type: 'rememberAccount', params: ({ event }) => event },
      },
      { actions: { type: 'rememberAccount', params: ({ event }) => event } },
    ],
    'libraries.loaded': [
      {
        guard: { type: 'becomesOfOtherKind', params: ({ event }) => event },
        target: '.leaving',
        actions: [{ type: 'rememberLibraries', params: ({ event }) => event }, 'goHome'],
      },
      { actions: { type: 'rememberLibraries', params: ({ event }) => event } },
    ],
    'libraries.currentRemoved': { actions: { type: 'leaveLibrary', params: ({ event }) => event } },
    'prefetch.intended': {
      guard: { type: 'isElsewhere', params: ({ event }) => event },
      actions: [
        { type: 'rememberKnown', params: ({ event }) => event },
        cancel('prefetch'),
        raise(({ event }) => ({ type: 'prefetch.due', route: event.route }), { id: 'prefetch', delay: 'intent' }),
      ],
    },
    // Skips an open page: its unused answer would later pass for that of a refresh.
    'prefetch.due': {
      guard: { type: 'isElsewhere', params: ({ event }) => event },
      actions: { type: 'prefetch', params: ({ event }) => event },
    },
    'page.libraryResolved': { actions: { type: 'notifyLibrary', params: ({ event }) => event } },
    'page.settingsSaved': { actions: { type: 'notifySettings', params: ({ event }) => event } },
    'page.stateSaved': { actions: [{ type: 'saveState', params: ({ event }) => event }, 'storePlaces'] },
    'page.placeMoved': { actions: [{ type: 'savePlace', params: ({ event }) => event }, 'storePlaces'] },
    'progress.settled': { actions: { type: 'notifyPage', params: ({ event }) => event } },
    'page.refresh': { actions: { type: 'notifyPage', params: ({ event }) => event } },
    'server.*': { actions: { type: 'notifyPage', params: ({ event }) => event } },
    // The page was closed before its error arrived.
    'xstate.error.actor.page': { actions: { type: 'logCrash', params: crash } },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isStart', target: 'choosingStart' },
        { guard: 'isForeignLibrary', target: 'choosingStart', actions: 'warnForeignLibrary' },
        {
          guard: and(['isForbidden', 'isConfig']),
          target: 'leaving',
          actions: { type: 'go', params: { to: { name: 'configStats' } } },
        },
        { guard: or(['isForbidden', 'isOfOtherKind']), target: 'leaving', actions: 'goHome' },
        { guard: 'isUnknown', target: 'unknown' },
        { guard: and(['isBuilt', 'isAtHand']), target: 'open', actions: ['forgetFailure', 'openPage'] },
        { guard: 'isBuilt', target: 'loadingCode' },
        { target: 'unbuilt' },
      ],
    },
    choosingStart: {
      always: { guard: 'knowsLibraries', target: 'noLibrary' },
    },
    leaving: {},
    loadingCode: {
      tags: 'busy',
      initial: 'first',
      states: { first: {}, again: {} },
      invoke: {
        src: 'loadPageMachine',
        id: 'loadPageMachine',
        input: ({ context: { route, known } }) => ({ route, known }),
        onDone: [
          {
            guard: { type: 'hasCode', params: ({ event }) => ({ logic: event.output }) },
            target: 'open',
            actions: [
              'forgetFailure',
              { type: 'rememberCode', params: ({ event }) => ({ logic: event.output }) },
              'openPage',
            ],
          },
          { target: 'unbuilt' },
        ],
        onError: [
          {
            guard: 'wasTriedAgain',
            target: 'failed',
            actions: [
              { type: 'rememberFailure', params: ({ event }) => ({ kind: 'code', cause: event.error }) },
              'reloadClient',
            ],
          },
          {
            target: 'failed',
            actions: { type: 'rememberFailure', params: ({ event }) => ({ kind: 'code', cause: event.error }) },
          },
        ],
      },
    },
    open: {
      exit: 'closePage',
      on: {
        'xstate.error.actor.page': {
          target: 'failed',
          actions: [
            { type: 'logCrash', params: crash },
            { type: 'rememberFailure', params: ({ event }) => ({ kind: 'crash', cause: event.error }) },
          ],
        },
        'page.viewFailed': {
          target: 'failed',
          actions: [
            { type: 'logCrash', params: ({ event }) => event },
            { type: 'rememberFailure', params: ({ event }) => ({ kind: 'crash', cause: event.cause }) },
          ],
        },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'page.retry': [{ guard: 'failedToLoad', target: 'loadingCode.again' }, { target: 'loadingCode' }],
        'page.refresh': { guard: 'failedToLoad', actions: { type: 'retryUnheard', params: ({ event }) => event } },
      },
    },
    unbuilt: {},
    unknown: {},
    /** Continues at once when a library exists. */
    noLibrary: { always: { guard: 'hasStartPage', target: 'leaving', actions: 'goToStart' } },
  },
});

export type PageHostRef = ActorRefFrom<typeof pageHostMachine>;
