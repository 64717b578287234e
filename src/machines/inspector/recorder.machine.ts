import { assign, fromCallback, sendTo, setup, type ActorRefFrom, type EventObject } from 'xstate';
import { safeParse } from 'zod/v4/core';
import { by } from '../kit/by.ts';
import type { InspectorRequest, PageFact, NetworkRule } from '../../schemas/inspector-message.ts';
import { recording } from '../../schemas/recording.ts';
import type { PageEnd } from '../../services/inspector-channel.ts';
import type { NetworkHand } from '../../services/http.ts';
import { record, type RecordCommand } from './record.actor.ts';
import type { Recorder } from './recorder.ts';

/** Interval of reports, in ms. */
const PACE_MS = 200;
/** Silent intervals until an inspector counts as gone. */
const PATIENCE = 50;

export interface RecorderInput {
  readonly recorder: Recorder;
  readonly channel: PageEnd;
  readonly describePage: () => PageFact;
  readonly network: NetworkHand;
  /** In development or on the embedded server. */
  readonly mayChangeNetwork: () => boolean;
  readonly restart: (isPanel: boolean) => void;
  readonly patience?: number;
}

interface RecorderContext extends Required<RecorderInput> {
  readonly watchers: Readonly<Record<string, number>>;
  /** Rules outlive the inspector that set them. */
  readonly rules: readonly NetworkRule[];
}

type PageRequest = Exclude<InspectorRequest, { readonly stage: string }>;
type ReplayRequest = Extract<InspectorRequest, { type: 'replay.requested' }>;
type RulesRequest = Extract<InspectorRequest, { type: 'rules.requested' }>;
type Watch = Extract<InspectorRequest, { readonly watcher: string }>;

const receiveRequests = fromCallback<EventObject, { channel: PageEnd }>(({ sendBack, input }) =>
  input.channel.subscribe((request) => {
    if (!('stage' in request)) sendBack(request);
  }),
);

/** Answers inspectors of this browser; subscribes to the actor system only while one watches. */
export const recorderMachine = setup({
  types: {
    input: {} as RecorderInput,
    context: {} as RecorderContext,
    events: {} as PageRequest,
    children: {} as { receiveRequests: 'receiveRequests'; record: 'record' },
  },
  actors: { receiveRequests, record },
  delays: { pace: PACE_MS },
  guards: {
    isHere: ({ context }, { page }: { page: string }) => page === context.describePage().id,
    maySetRules: ({ context }, { page, rules }: RulesRequest) =>
      page === context.describePage().id && (rules.length === 0 || context.mayChangeNetwork()),
    isUnwatched: ({ context }) => Object.keys(context.watchers).length === 0,
  },
  actions: {
    notifyPage: ({ context }) => context.channel.post({ type: 'page.found', page: context.describePage() }),
    addWatcher: assign(({ context }, { watcher }: Watch) => ({ watchers: { ...context.watchers, [watcher]: 0 } })),
    removeWatcher: assign(({ context }, params: Watch) => ({
      watchers: Object.fromEntries(Object.entries(context.watchers).filter(([watcher]) => watcher !== params.watcher)),
    })),
    ageWatchers: assign(({ context }) => ({
      watchers: Object.fromEntries(
        Object.entries(context.watchers).flatMap(([watcher, age]) =>
          age + 1 < context.patience ? [[watcher, age + 1] as const] : [],
        ),
      ),
    })),
    notifyReplay: ({ context: { recorder, channel } }, { page, recording: value }: ReplayRequest) => {
      const parsed = safeParse(recording, value);
      if (!parsed.success) return;
      const { steps, missing } = recorder.replay(parsed.data);
      channel.post({ type: 'recording.replayed', page, steps: [...steps], missing: [...missing] });
    },
    restart: ({ context }, { isPanel }: { isPanel: boolean }) => context.restart(isPanel),
    keepRules: assign((_, { rules }: RulesRequest) => ({ rules })),
    setRules: ({ context }, { rules }: RulesRequest) => context.network.set(rules),
    notifyRules: ({ context: { channel, describePage, mayChangeNetwork, rules } }) =>
      channel.post({
        type: 'rules.changed',
        page: describePage().id,
        isAllowed: mayChangeNetwork(),
        rules: [...rules],
      }),
    handOn: sendTo('record', (_, params: RecordCommand) => params),
    notifyNews: sendTo('record', { type: 'record.notifyNews' }),
  },
}).createMachine({
  id: 'recorder',
  context: ({ input }) => ({ patience: PATIENCE, ...input, watchers: {}, rules: [] }),
  invoke: { src: 'receiveRequests', id: 'receiveRequests', input: ({ context }) => context },
  on: {
    'pages.requested': { actions: 'notifyPage' },
    'replay.requested': {
      guard: by('isHere'),
      actions: by('notifyReplay'),
    },
    'tape.requested': {
      guard: by('isHere'),
      actions: by('restart'),
    },
    'rules.requested': [
      {
        guard: by('maySetRules'),
        actions: [by('keepRules'), by('setRules'), 'notifyRules'],
      },
      { guard: by('isHere'), actions: 'notifyRules' },
    ],
  },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'watch.requested': {
          guard: by('isHere'),
          target: 'recording',
          actions: [by('addWatcher'), 'notifyRules'],
        },
      },
    },
    recording: {
      invoke: {
        src: 'record',
        id: 'record',
        input: ({ context }) => ({
          ...context,
          page: context.describePage().id,
          title: () => context.describePage().title,
        }),
      },
      always: { guard: 'isUnwatched', target: 'idle' },
      on: {
        'watch.requested': {
          guard: by('isHere'),
          actions: [by('addWatcher'), by('handOn'), 'notifyRules'],
        },
        'watch.ended': {
          guard: by('isHere'),
          actions: by('removeWatcher'),
        },
        'actor.requested': {
          guard: by('isHere'),
          actions: by('handOn'),
        },
        'record.requested': {
          guard: by('isHere'),
          actions: by('handOn'),
        },
        'recording.requested': {
          guard: by('isHere'),
          actions: by('handOn'),
        },
        'event.requested': {
          guard: by('isHere'),
          actions: by('handOn'),
        },
      },
      initial: 'waiting',
      states: {
        waiting: {
          after: { pace: { target: 'waiting', reenter: true, actions: ['ageWatchers', 'notifyNews'] } },
        },
      },
    },
  },
});

export type RecorderRef = ActorRefFrom<typeof recorderMachine>;
