import { and, cancel, or, raise, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { getPorts } from '../../kit/ports.ts';
import { pageHostSetup } from './page-host.setup.ts';
import { addressOf, PLACES, withEntry } from './places.logic.ts';

const crash = ({ event }: { event: { error: unknown } }) => ({ cause: event.error });
const codeFailed = {
  type: 'rememberFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ kind: 'code' as const, cause: event.error }),
} as const;

const holdIfLoading = { guard: 'isPageLoading', target: 'holding', actions: by('hold') } as const;

/** Opens the page of the route. A machine runs only in the state `open`; a crash of the page stops nothing else. */
export const pageHostMachine = pageHostSetup.createMachine({
  id: 'pageHost',
  context: ({ input, self }) => ({
    account: input.account,
    route: input.route,
    entryKey: input.entryKey,
    libraries: null,
    page: null,
    held: [],
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
        guard: by('staysOpen'),
        actions: [by('rememberRoute'), by('notifyMove')],
      },
      {
        target: '.deciding',
        actions: [cancel('prefetch'), by('rememberRoute'), 'countVisit', 'resolveLibrary'],
      },
    ],
    'account.changed': [
      {
        guard: by('forbidsPage'),
        target: '.deciding',
        actions: by('rememberAccount'),
      },
      { actions: by('rememberAccount') },
    ],
    'libraries.loaded': [
      {
        guard: by('willBeForOtherMediaType'),
        target: '.leaving',
        actions: [by('rememberLibraries'), 'goHome'],
      },
      { actions: by('rememberLibraries') },
    ],
    'libraries.currentRemoved': { actions: by('leaveLibrary') },
    'prefetch.intended': {
      guard: by('isElsewhere'),
      actions: [
        by('rememberKnown'),
        cancel('prefetch'),
        raise(({ event }) => ({ type: 'prefetch.due', route: event.route }), { id: 'prefetch', delay: 'intent' }),
      ],
    },
    // Skips an open page: its unused answer would later pass for that of a refresh.
    'prefetch.due': {
      guard: by('isElsewhere'),
      actions: by('prefetch'),
    },
    'page.libraryResolved': { actions: by('notifyLibrary') },
    'page.settingsSaved': { actions: by('notifySettings') },
    'page.stateSaved': { actions: [by('saveState'), 'storePlaces'] },
    'page.placeMoved': { actions: [by('savePlace'), 'storePlaces'] },
    'progress.settled': { actions: by('notifyPage') },
    'page.refresh': { actions: by('notifyPage') },
    'server.*': { actions: by('notifyPage') },
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
        { guard: or(['isForbidden', 'isForOtherMediaType']), target: 'leaving', actions: 'goHome' },
        { guard: 'isUnknown', target: 'unknown' },
        { guard: and(['isBuilt', 'isCodeLoaded']), target: 'open', actions: ['forgetFailure', 'openPage'] },
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
          { guard: { type: 'isUnreached', params: failureOf }, target: 'failed', actions: codeFailed },
          { guard: 'wasRetried', target: 'failed', actions: [codeFailed, 'reloadClient'] },
          { target: 'failed', actions: codeFailed },
        ],
      },
    },
    open: {
      exit: 'closePage',
      initial: 'following',
      states: {
        following: { on: { 'server.*': holdIfLoading, 'progress.settled': holdIfLoading } },
        /** The pending answer may be older than these events: the page gets them after it. */
        holding: {
          on: { 'server.*': { actions: by('hold') }, 'progress.settled': { actions: by('hold') } },
          invoke: {
            src: 'pageLoaded',
            id: 'pageLoaded',
            input: ({ context: { page } }) => ({ page }),
            onDone: { target: 'following', actions: 'sendHeld' },
            // The page stopped.
            onError: { target: 'following', actions: 'forgetHeld' },
          },
        },
      },
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
            by('logCrash'),
            { type: 'rememberFailure', params: ({ event }) => ({ kind: 'crash', cause: event.cause }) },
          ],
        },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'page.retry': [{ guard: by('mayReloadClient'), target: 'loadingCode.again' }, { target: 'loadingCode' }],
        'page.refresh': { guard: 'failedToLoad', actions: by('retryAutomatically') },
      },
    },
    unbuilt: {},
    unknown: {},
    /** Continues at once when a library exists. */
    noLibrary: { always: { guard: 'hasStartPage', target: 'leaving', actions: 'goToStart' } },
  },
});

export type PageHostRef = ActorRefFrom<typeof pageHostMachine>;
