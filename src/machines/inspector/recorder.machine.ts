import { assign, fromCallback, sendTo, setup, type ActorRefFrom, type EventObject } from 'xstate';
import { safeParse } from 'zod/v4/core';
import type { InspectorRequest, PageFact } from '../../schemas/inspector-message.ts';
import type { NetworkRule } from '../../schemas/network-rule.ts';
import { recording } from '../../schemas/recording.ts';
import type { PageEnd } from '../../services/inspector-channel.ts';
import type { NetworkHand } from '../../services/network.ts';
import { record, type RecordCommand } from './record.actor.ts';
import type { Recorder } from './recorder.ts';

/** What is new is told at most so often, in ms. */
const PACE_MS = 200;
/** An inspector that was not heard of for so many of these times is gone. */
const PATIENCE = 50;

export interface RecorderInput {
  readonly recorder: Recorder;
  readonly channel: PageEnd;
  /** What to call this page: its address may change. */
  readonly describePage: () => PageFact;
  readonly network: NetworkHand;
  /** Whether this is a place for a bad network by hand: one that is developed in, or the embedded server. */
  readonly mayChangeNetwork: () => boolean;
  /** Reloads the page, and writes a tape from its start. */
  readonly restart: (isPanel: boolean) => void;
  /** Default {@link PATIENCE}. */
  readonly patience?: number;
}

interface RecorderContext extends Required<RecorderInput> {
  /** Inspectors that watch this page, and how many paces ago they were heard. */
  readonly watchers: Readonly<Record<string, number>>;
  /** What is done to the network; it outlives the inspector that asked for it. */
  readonly rules: readonly NetworkRule[];
}

/** What is asked of pages; the rest is for stages. */
type PageRequest = Exclude<InspectorRequest, { readonly stage: string }>;
type ReplayRequest = Extract<InspectorRequest, { type: 'replay.requested' }>;
type RulesRequest = Extract<InspectorRequest, { type: 'rules.requested' }>;
type Watch = Extract<InspectorRequest, { readonly watcher: string }>;

const hearRequests = fromCallback<EventObject, { channel: PageEnd }>(({ sendBack, input }) =>
  input.channel.subscribe((request) => {
    if (!('stage' in request)) sendBack(request);
  }),
);

/**
 * The inspected page: answers inspectors in any window of this browser, and records while one watches.
 *
 * Invariants:
 * 1. Nobody listens to the actor system while no inspector watches.
 * 2. An inspector that ended, or is silent for long, watches no more.
 * 3. Where the network is not to be touched nothing is done to it.
 */
export const recorderMachine = setup({
  types: {
    input: {} as RecorderInput,
    context: {} as RecorderContext,
    events: {} as PageRequest,
    children: {} as { hearRequests: 'hearRequests'; record: 'record' },
  },
  actors: { hearRequests, record },
  delays: { pace: PACE_MS },
  guards: {
    isHere: ({ context }, { page }: { page: string }) => page === context.describePage().id,
    maySetRules: ({ context }, { page, rules }: RulesRequest) =>
      page === context.describePage().id && (rules.length === 0 || context.mayChangeNetwork()),
    isUnwatched: ({ context }) => Object.keys(context.watchers).length === 0,
  },
  actions: {
    tellPage: ({ context }) => context.channel.post({ type: 'page.found', page: context.describePage() }),
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
    tellReplay: ({ context: { recorder, channel } }, { page, recording: value }: ReplayRequest) => {
      const parsed = safeParse(recording, value);
      if (!parsed.success) return;
      const { steps, missing } = recorder.replay(parsed.data);
      channel.post({ type: 'recording.replayed', page, steps: [...steps], missing: [...missing] });
    },
    restart: ({ context }, { isPanel }: { isPanel: boolean }) => context.restart(isPanel),
    keepRules: assign((_, { rules }: RulesRequest) => ({ rules })),
    setRules: ({ context }, { rules }: RulesRequest) => context.network.set(rules),
    tellRules: ({ context: { channel, describePage, mayChangeNetwork, rules } }) =>
      channel.post({
        type: 'rules.changed',
        page: describePage().id,
        isAllowed: mayChangeNetwork(),
        rules: [...rules],
      }),
    handOn: sendTo('record', (_, params: RecordCommand) => params),
    tellNews: sendTo('record', { type: 'record.tellNews' }),
  },
}).createMachine({
  id: 'recorder',
  context: ({ input }) => ({ patience: PATIENCE, ...input, watchers: {}, rules: [] }),
  invoke: { src: 'hearRequests', id: 'hearRequests', input: ({ context }) => context },
  on: {
    'pages.requested': { actions: 'tellPage' },
    'replay.requested': {
      guard: { type: 'isHere', params: ({ event }) => event },
      actions: { type: 'tellReplay', params: ({ event }) => event },
    },
    'tape.requested': {
      guard: { type: 'isHere', params: ({ event }) => event },
      actions: { type: 'restart', params: ({ event }) => event },
    },
    'rules.requested': [
      {
        guard: { type: 'maySetRules', params: ({ event }) => event },
        actions: [
          { type: 'keepRules', params: ({ event }) => event },
          { type: 'setRules', params: ({ event }) => event },
          'tellRules',
        ],
      },
      { guard: { type: 'isHere', params: ({ event }) => event }, actions: 'tellRules' },
    ],
  },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'watch.requested': {
          guard: { type: 'isHere', params: ({ event }) => event },
          target: 'recording',
          actions: [{ type: 'addWatcher', params: ({ event }) => event }, 'tellRules'],
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
          guard: { type: 'isHere', params: ({ event }) => event },
          actions: [
            { type: 'addWatcher', params: ({ event }) => event },
            { type: 'handOn', params: ({ event }) => event },
            'tellRules',
          ],
        },
        'watch.ended': {
          guard: { type: 'isHere', params: ({ event }) => event },
          actions: { type: 'removeWatcher', params: ({ event }) => event },
        },
        'actor.requested': {
          guard: { type: 'isHere', params: ({ event }) => event },
          actions: { type: 'handOn', params: ({ event }) => event },
        },
        'record.requested': {
          guard: { type: 'isHere', params: ({ event }) => event },
          actions: { type: 'handOn', params: ({ event }) => event },
        },
        'recording.requested': {
          guard: { type: 'isHere', params: ({ event }) => event },
          actions: { type: 'handOn', params: ({ event }) => event },
        },
        'event.requested': {
          guard: { type: 'isHere', params: ({ event }) => event },
          actions: { type: 'handOn', params: ({ event }) => event },
        },
      },
      initial: 'waiting',
      states: {
        waiting: {
          after: { pace: { target: 'waiting', reenter: true, actions: ['ageWatchers', 'tellNews'] } },
        },
      },
    },
  },
});

export type RecorderRef = ActorRefFrom<typeof recorderMachine>;
