import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { closeSession } from '../../../services/endpoints/playback.ts';
import { deleteSession } from '../../../services/endpoints/sessions.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { getUserId, named } from '../../kit/system.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { dangerQuestion, isAccepted } from '../../kit/messages.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import { mediaOf } from './sessions.logic.ts';
import type { SessionDetailsInput, SessionDetailsOutput } from './session-details.protocol.ts';

export type SessionDetailsEvent =
  /** From the session's last position. */
  | { type: 'sessionDetails.play' }
  /** After a confirmation. */
  | { type: 'sessionDetails.remove' }
  /** Closes an open session. Servers allow that only to its listener. */
  | { type: 'sessionDetails.stop' }
  | { type: 'sessionDetails.close' }
  | ModalClosed;

interface SessionDetailsContext extends SessionDetailsInput {
  readonly isOwn: boolean;
  readonly isRemoved: boolean;
  readonly error: AppError | null;
}

/**
 * Details of one listening session.
 *
 * Invariants:
 * 1. Nothing is removed without a confirmation.
 * 2. The session is reported gone only after the server confirmed it.
 */
export const sessionDetailsMachine = setup({
  types: {
    input: {} as SessionDetailsInput,
    context: {} as SessionDetailsContext,
    events: {} as SessionDetailsEvent,
    output: {} as SessionDetailsOutput,
    tags: {} as 'busy',
    children: {} as { deleteSession: 'deleteSession'; closeSession: 'closeSession' },
  },
  actors: { deleteSession: callEndpoint(deleteSession), closeSession: callEndpoint(closeSession) },
  guards: {
    canPlay: ({ context }) => mediaOf(context.session) !== null,
    canRemove: ({ context }) => context.place === 'stored' && context.mayRemove,
    canEnd: ({ context }) => context.place === 'open' && context.isOwn,
    isAccepted: (_, closed: ModalClosed) => isAccepted(closed),
  },
  actions: {
    noteRemoved: assign({ isRemoved: true }),
    rememberFailure: assign(keepError),
    forgetFailure: assign({ error: null }),
    play: enqueueActions(({ context: { session }, enqueue }) => {
      const media = mediaOf(session);
      if (media) enqueue.sendTo(named('player'), { type: 'player.play', ...media, startTime: session.currentTime });
    }),
    ask: sendTo(named('modals'), ({ context, self }) =>
      dangerQuestion(
        'remove',
        { key: 'people.confirmRemoveSession', values: { title: context.session.displayTitle ?? '' } },
        { key: 'people.removeSession' },
        self,
      ),
    ),
  },
}).createMachine({
  id: 'sessionDetails',
  context: ({ input, self }) => ({
    ...input,
    isOwn: input.session.userId !== null && input.session.userId === getUserId(self.system),
    isRemoved: false,
    error: null,
  }),
  initial: 'showing',
  on: { 'sessionDetails.close': '.closed' },
  states: {
    showing: {
      on: {
        'sessionDetails.play': { guard: 'canPlay', target: 'closed', actions: 'play' },
        'sessionDetails.remove': { guard: 'canRemove', target: 'asking' },
        'sessionDetails.stop': { guard: 'canEnd', target: 'ending' },
      },
    },
    asking: {
      entry: 'ask',
      on: {
        'modal.closed': [{ guard: by('isAccepted'), target: 'removing' }, { target: 'showing' }],
      },
    },
    removing: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'deleteSession',
        id: 'deleteSession',
        input: ({ context }) => ({ id: context.session.id }),
        onDone: { target: 'closed', actions: 'noteRemoved' },
        onError: { target: 'showing', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    ending: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        src: 'closeSession',
        id: 'closeSession',
        input: ({ context }) => ({ sessionId: context.session.id, listened: null }),
        onDone: { target: 'closed', actions: 'noteRemoved' },
        onError: { target: 'showing', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ isRemoved: context.isRemoved }),
});

export type SessionDetailsRef = ActorRefFrom<typeof sessionDetailsMachine>;
