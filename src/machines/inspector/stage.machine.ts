import { assign, fromCallback, fromPromise, setup, type EventObject } from 'xstate';
import { safeParse } from 'zod/v4/core';
import { by } from '../kit/by.ts';
import type { InspectorRequest, StageDifference } from '../../schemas/inspector-message.ts';
import { tape as tapeSchema, type Tape } from '../../schemas/tape.ts';
import type { PageEnd } from '../../services/inspector-channel.ts';

export interface Reached {
  readonly step: number;
  readonly differences: readonly StageDifference[];
}

export interface StageInput {
  readonly name: string;
  readonly channel: PageEnd;
  /** Draws the client after this step; restarts it to go back. */
  readonly play: (tape: Tape, step: number) => Promise<Reached>;
  readonly close: () => void;
}

interface StageContext extends StageInput {
  readonly tape: Tape | null;
  readonly step: number;
}

type StageEvent = Extract<InspectorRequest, { readonly stage: string }>;
type Show = Extract<InspectorRequest, { type: 'stage.show' }>;

const receiveFromInspector = fromCallback<EventObject, Pick<StageInput, 'channel' | 'name'>>(({ sendBack, input }) => {
  const end = input.channel.subscribe((request) => {
    if ('stage' in request && request.stage === input.name) sendBack(request);
  });
  input.channel.post({ type: 'stage.opened', stage: input.name });
  return end;
});

const play = fromPromise<Reached, StageContext>(async ({ input: { tape, step, play: take } }) => {
  if (!tape) throw new Error('No tape');
  return take(tape, step);
});

/** Window with a client that plays a tape. Goes to one step at a time; the latest request wins. */
export const stageMachine = setup({
  types: {
    input: {} as StageInput,
    context: {} as StageContext,
    events: {} as StageEvent,
    children: {} as { receiveFromInspector: 'receiveFromInspector'; play: 'play' },
  },
  actors: { receiveFromInspector, play },
  guards: {
    isTape: (_, { tape }: Show) => safeParse(tapeSchema, tape).success,
    isThere: ({ context }, { step }: Reached) => step === context.step,
  },
  actions: {
    keepTape: assign((_, { tape, step }: Show) => ({ tape: tape as Tape, step })),
    keepStep: assign((_, { step }: { step: number }) => ({ step })),
    notifyReached: ({ context: { channel, name } }, { step, differences }: Reached) =>
      channel.post({ type: 'stage.reached', stage: name, step, differences: [...differences] }),
    close: ({ context }) => context.close(),
  },
}).createMachine({
  id: 'stage',
  context: ({ input }) => ({ ...input, tape: null, step: 0 }),
  invoke: { src: 'receiveFromInspector', id: 'receiveFromInspector', input: ({ context }) => context },
  initial: 'waiting',
  on: { 'stage.close': { actions: 'close' } },
  states: {
    waiting: {
      on: {
        'stage.show': {
          guard: by('isTape'),
          target: 'playing',
          actions: by('keepTape'),
        },
      },
    },
    playing: {
      on: { 'stage.go': { actions: by('keepStep') } },
      invoke: {
        src: 'play',
        id: 'play',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'notifyReached', params: ({ event }) => event.output },
          },
          { target: 'playing', reenter: true },
        ],
        onError: 'failed',
      },
    },
    shown: {
      on: { 'stage.go': { target: 'playing', actions: by('keepStep') } },
    },
    failed: {
      on: { 'stage.go': { target: 'playing', actions: by('keepStep') } },
    },
  },
});
