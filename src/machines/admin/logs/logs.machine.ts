import { assign, sendParent, sendTo, setup, type ActorRefFrom, fromCallback } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LogLine } from '../../../schemas/api/server-admin.ts';
import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { authorize } from '../../../services/endpoints/auth.ts';
import { getLog, updateServerSettings } from '../../../services/endpoints/server-admin.ts';
import { textFileUrl } from '../../../services/text-file.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { named, sayToServer } from '../../kit/system.ts';
import { copierMachine } from '../../kit/copier.machine.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { failedToast } from '../../kit/toast.ts';
import { recheckMachine } from '../../kit/recheck.machine.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import { holdBack, type BackPressed } from '../../kit/hold-back.actor.ts';
import type { PageInput, PageRefresh, PageSettingsSaved } from '../../app/page-host/page.protocol.ts';
import { KEPT, newerThan, readAnew, shownLines, textOf, withLines, type NumberedLine } from './logs.logic.ts';

/** Subscribes to the server's log from a level on, until stopped. Send `log.listen` again after a reconnect. */
const logListener = fromCallback<{ type: 'log.listen'; level: number }, { readonly level: number }>(
  ({ input, receive, system }) => {
    const listen = (level: number) => sayToServer(system, 'set_log_listener', level);
    listen(input.level);
    receive(({ level }) => listen(level));
    return () => sayToServer(system, 'remove_log_listener');
  },
);

interface LogData {
  readonly lines: readonly LogLine[];
  readonly level: number;
}

export type LogsEvent =
  | { type: 'log.search'; text: string }
  | { type: 'log.toggleLevel'; level: number }
  | { type: 'log.setLevel'; level: number }
  | { type: 'log.pause' }
  | { type: 'log.resume' }
  | { type: 'log.open'; line: NumberedLine }
  | { type: 'log.close' }
  | BackPressed
  | { type: 'log.copy' }
  | { type: 'log.download' }
  | { type: 'data.loaded'; data: LogData }
  | ({ type: 'data.failed' } & Failure)
  /** Another administrator may have changed the level. */
  | { type: 'log.refreshLevel' }
  | PageRetry
  | PageRefresh
  | ServerEventOf<'server.log.written'>;

export interface LogsContext {
  readonly lines: readonly NumberedLine[];
  readonly held: readonly LogLine[];
  readonly search: string;
  readonly term: string;
  readonly levels: readonly number[];
  readonly level: number;
  readonly wanted: number;
  readonly openLine: NumberedLine | null;
  readonly copier: ActorRefFrom<typeof copierMachine>;
  readonly error: AppError | null;
}

const { loading, failed, kept, removed } = dataPage<LogData>();

/** Debounce of the search, in ms. */
const DEBOUNCE_MS = 500;
const FIRST_LEVEL = 2;
/** Before the server's level is known. */
const EVERY_LEVEL = 0;

const levelOf = ({ logLevel }: ServerSettings): number => logLevel ?? FIRST_LEVEL;

/** Loads the log last: by then this page is subscribed, so no line is lost. */
const logData = resourceBy<undefined>('data', async (api, _input, signal): Promise<LogData> => {
  const { serverSettings } = await api.call(authorize, undefined, signal);
  const { currentDailyLogs } = await api.call(getLog, undefined, signal);
  return { lines: currentDailyLogs, level: levelOf(serverSettings) };
});

/** Does not reload the log: it can be large. */
const recheck = recheckMachine.provide({ actions: { notifyPage: sendParent({ type: 'log.refreshLevel' }) } });

const isMoved = {
  type: 'isOther',
  params: ({ event }: { event: { data: LogData } }) => ({ level: event.data.level }),
} as const;
const hold = { type: 'holdData', params: ({ event }: { event: { data: LogData } }) => event } as const;
const choose = {
  guard: { type: 'isOther', params: ({ event }: { event: { level: number } }) => event },
  target: 'saving',
  actions: { type: 'wantLevel', params: ({ event }: { event: { level: number } }) => event },
} as const;
const readLevel = ({ event }: { event: { output: { serverSettings: ServerSettings } } }) => ({
  level: levelOf(event.output.serverSettings),
});

/** Page of the server's log, 5,050 lines at most. Subscribes before it loads, so no line is lost. Polls the level. */
export const logsMachine = setup({
  types: {
    input: {} as PageInput<'configLogs'>,
    context: {} as LogsContext,
    events: {} as LogsEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      data: 'data';
      copier: 'copier';
      listener: 'listener';
      recheck: 'recheck';
      readLevel: 'readLevel';
      saveLevel: 'saveLevel';
      holdBack: 'holdBack';
    },
  },
  actors: {
    data: logData,
    copier: copierMachine,
    listener: logListener,
    recheck,
    readLevel: callEndpoint(authorize),
    saveLevel: callEndpoint(updateServerSettings),
    holdBack,
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isOther: ({ context }, { level }: { level: number }) => level !== context.level,
  },
  actions: {
    keepData: assign(({ context: { lines } }, { data }: { data: LogData }) => ({
      lines: readAnew(
        lines.filter(({ level }) => level >= data.level),
        data.lines,
      ),
      level: data.level,
      error: null,
    })),
    /** Paused: the visible lines stay. */
    holdData: assign(({ context: { lines, held } }, { data }: { data: LogData }) => ({
      held: newerThan(lines, [...data.lines, ...newerThan(data.lines, held)]).slice(-KEPT),
      level: data.level,
    })),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    listen: sendTo('listener', ({ context: { level } }) => ({ type: 'log.listen' as const, level })),
    listenToAll: sendTo('listener', { type: 'log.listen', level: EVERY_LEVEL }),
    addLine: assign(({ context: { lines } }, { line }: { line: LogLine }) => ({ lines: withLines(lines, [line]) })),
    holdLine: assign(({ context: { held } }, { line }: { line: LogLine }) => ({ held: [...held, line].slice(-KEPT) })),
    addHeld: assign(({ context: { lines, held } }) => ({ lines: withLines(lines, held), held: [] })),
    typeSearch: assign((_, { text }: { text: string }) => ({ search: text })),
    applySearch: assign(({ context }) => ({ term: context.search })),
    toggleLevel: assign(({ context: { levels } }, { level }: { level: number }) => ({
      levels: levels.includes(level) ? levels.filter((other) => other !== level) : [...levels, level],
    })),
    wantLevel: assign((_, { level }: { level: number }) => ({ wanted: level })),
    keepLevel: assign(({ context }) => ({ level: context.wanted })),
    followLevel: assign((_, { level }: { level: number }) => ({ level })),
    notifySettings: sendParent(
      (_, { settings }: { settings: ServerSettings }) =>
        ({ type: 'page.settingsSaved', serverSettings: settings }) satisfies PageSettingsSaved,
    ),
    notifyFailure: sendTo(named('toasts'), (_, { cause }: Failure) => failedToast('logs', 'logs.levelFailed', cause)),
    openLine: assign((_, { line }: { line: NumberedLine }) => ({ openLine: line })),
    closeLine: assign({ openLine: null }),
    copy: sendTo('copier', ({ context }) => ({ type: 'copier.copy', text: shownText(context) })),
    download: ({ context, system }) =>
      getPorts(system).page.download(textFileUrl(shownText(context), 'text/plain'), 'server-log.txt'),
  },
  delays: { debounce: DEBOUNCE_MS },
}).createMachine({
  id: 'logs',
  context: ({ spawn }) => ({
    lines: [],
    held: [],
    search: '',
    term: '',
    levels: [],
    level: FIRST_LEVEL,
    wanted: FIRST_LEVEL,
    openLine: null,
    copier: spawn('copier', { id: 'copier' }),
    error: null,
  }),
  invoke: [
    { src: 'listener', id: 'listener', input: { level: EVERY_LEVEL } },
    { src: 'data', id: 'data', input: { request: undefined, settleMs: 0 } },
    { src: 'recheck', id: 'recheck' },
  ],
  initial: 'loading',
  on: {
    'page.refresh': { actions: ['listenToAll', 'refresh'] },
    'server.log.written': { actions: by('addLine') },
  },
  states: {
    loading,
    failed,
    shown: {
      type: 'parallel',
      entry: 'listen',
      on: {
        ...removed,
        'page.refresh': { actions: ['listen', 'refresh'] },
        'log.toggleLevel': { actions: by('toggleLevel') },
        'log.copy': { actions: 'copy' },
        'log.download': { actions: 'download' },
      },
      states: {
        list: {
          initial: 'following',
          states: {
            following: {
              on: {
                'data.loaded': [
                  { guard: isMoved, actions: [kept['data.loaded'].actions, 'listen'] },
                  kept['data.loaded'],
                ],
                'log.pause': 'paused',
              },
            },
            paused: {
              exit: 'addHeld',
              on: {
                'data.loaded': [{ guard: isMoved, actions: [hold, 'listen'] }, { actions: hold }],
                'server.log.written': { actions: by('holdLine') },
                'log.resume': 'following',
              },
            },
          },
        },
        reading: {
          initial: 'closed',
          states: {
            closed: {
              on: { 'log.open': { target: 'open', actions: by('openLine') } },
            },
            open: {
              exit: 'closeLine',
              invoke: { src: 'holdBack', id: 'holdBack', input: { when: 'always' } },
              on: { 'log.close': 'closed', 'back.pressed': 'closed' },
            },
          },
        },
        searching: {
          initial: 'resting',
          on: {
            'log.search': { target: '.typing', actions: by('typeSearch') },
          },
          states: {
            resting: {},
            typing: { after: { debounce: { target: 'resting', actions: 'applySearch' } } },
          },
        },
        work: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'log.setLevel': choose,
                'log.refreshLevel': 'checking',
              },
            },
            /** A level chosen meanwhile wins over the answer. */
            checking: {
              on: { 'log.setLevel': choose },
              invoke: {
                src: 'readLevel',
                id: 'readLevel',
                input: undefined,
                onDone: [
                  {
                    guard: { type: 'isOther', params: readLevel },
                    target: 'resting',
                    actions: [{ type: 'followLevel', params: readLevel }, 'listen', 'refresh'],
                  },
                  { target: 'resting' },
                ],
                onError: 'resting',
              },
            },
            saving: {
              tags: 'busy',
              invoke: {
                src: 'saveLevel',
                id: 'saveLevel',
                input: ({ context }) => ({ logLevel: context.wanted }),
                onDone: {
                  target: 'resting',
                  actions: [
                    'keepLevel',
                    { type: 'notifySettings', params: ({ event }) => ({ settings: event.output.serverSettings }) },
                    'listen',
                  ],
                },
                onError: { target: 'resting', actions: { type: 'notifyFailure', params: failureOf } },
              },
            },
          },
        },
      },
    },
  },
});

export type LogsRef = ActorRefFrom<typeof logsMachine>;

const shownText = (context: LogsContext): string => textOf(shownLines(context));
