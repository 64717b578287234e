import { assign, raise, sendParent, setup, type ActorRefFrom } from 'xstate';
import { getPorts } from '../app/ports.ts';
import { BURST_MS } from './history.logic.ts';

/** Who else plays for this account: another tab of this browser, or another device. */
export type Other = 'tab' | 'device';

/** Another device or tab moved the position from one place to another (seconds). */
export interface Move {
  readonly by: Other;
  /** The server's description of the device; empty for one without a name. */
  readonly device: string;
  readonly sessionId: string;
  readonly from: number;
  readonly to: number;
}

/** The listener jumped here, by one seek or several in a row. Seconds; `at` in ms. */
interface Jump {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** Shorter jumps (seconds) are taken back by the key alone: nobody has to be told of them. */
const LONG_JUMP_S = 45;

/** Something about playing that the listener should know now. */
export type PlayerNotice =
  /** The same item is played on another device too. */
  | { readonly kind: 'otherDevice'; readonly device: string; readonly sessionId: string }
  | ({ readonly kind: 'moved' } & Move)
  /** The listener jumped far, maybe by accident (pitfall 10). */
  | { readonly kind: 'jumped'; readonly from: number; readonly to: number }
  /** Another tab or device took over, so this one stopped. */
  | { readonly kind: 'takenOver'; readonly by: Other }
  /** The browser wants a press before there is sound. */
  | { readonly kind: 'blocked' };

export type NoticeEvent =
  | { type: 'notice.show'; notice: PlayerNotice }
  /** The paused position followed another device or tab. One that goes on moving it is told once. */
  | { type: 'position.followed'; move: Move }
  /** The listener jumped. Seconds. */
  | { type: 'position.jumped'; from: number; to: number }
  /** There is sound here: why there was none is told no longer, and nobody is followed. */
  | { type: 'sound.started' }
  /** Another item is open, or none: what is said is about the one before (SYN-009). */
  | { type: 'media.changed' }
  | { type: 'server.session.closed'; sessionId: string }
  /** Go back to where the position was before it was moved. */
  | { type: 'notice.undo' }
  /** A jump is remembered: one that is long is told. */
  | { type: 'jump.noted' }
  /** Take back the last jump, told or not. */
  | { type: 'notice.undoJump' }
  | { type: 'notice.dismiss' };

/** No jump of its own: what is taken back is done with. */
export type NoticeParentEvent = { type: 'player.seek'; time: number; reason: 'undo' };

interface NoticeContext {
  notice: PlayerNotice | null;
  /** The session of another device whose moves were told. */
  followed: string | null;
  /** What can be taken back. */
  jump: Jump | null;
}

/**
 * The one thing that the listener should know now about what is open in the player.
 *
 * Invariants:
 * 1. It stands for 20 s, of a jump for 8 s, and never longer than what it is about.
 * 2. A device whose moves are followed is told once; the way back leads to where the listener was here.
 * 3. A jump is taken back once, to where the listener was before it, as long as the item is open.
 */
export const noticeMachine = setup({
  types: { context: {} as NoticeContext, events: {} as NoticeEvent },
  guards: {
    isFollowed: ({ context }, params: { sessionId: string }) =>
      context.followed !== null && context.followed === params.sessionId,
    isMoved: ({ context }) => context.notice?.kind === 'moved',
    isJumped: ({ context }) => context.notice?.kind === 'jumped',
    hasJump: ({ context }) => context.jump !== null,
    isFar: ({ context }) => context.jump !== null && Math.abs(context.jump.to - context.jump.from) >= LONG_JUMP_S,
    isAboutSilence: ({ context }) => context.notice?.kind === 'takenOver' || context.notice?.kind === 'blocked',
    isAbout: ({ context }, params: { sessionId: string }) =>
      context.notice !== null && 'sessionId' in context.notice && context.notice.sessionId === params.sessionId,
  },
  delays: {
    /** The multi-session warning stays so long (SYN-007, CON-054). */
    noticeTime: ({ context }) => (context.notice?.kind === 'jumped' ? 8000 : 20_000),
  },
  actions: {
    show: assign((_, { notice }: { notice: PlayerNotice }) => ({ notice })),
    follow: assign((_, { move }: { move: Move }) => ({
      notice: { kind: 'moved' as const, ...move },
      followed: move.sessionId,
    })),
    goOnFollowing: assign(({ context }, { to }: { to: number }) =>
      context.notice?.kind === 'moved' ? { notice: { ...context.notice, to } } : {},
    ),
    rememberJump: assign(({ context: { jump }, system }, { from, to }: { from: number; to: number }) => {
      const at = getPorts(system).clock.now();
      const isBurst = jump !== null && Math.abs(at - jump.at) < BURST_MS;
      return { jump: { from: isBurst ? jump.from : from, to, at } };
    }),
    showJump: assign(({ context: { jump } }) =>
      jump ? { notice: { kind: 'jumped' as const, from: jump.from, to: jump.to } } : {},
    ),
    forgetJump: assign({ jump: null }),
    jumpBack: sendParent(({ context }): NoticeParentEvent => ({
      type: 'player.seek',
      time: context.jump?.from ?? Number.NaN,
      reason: 'undo',
    })),
    followNobody: assign({ followed: null }),
    forget: assign({ notice: null }),
    goBack: sendParent(({ context }): NoticeParentEvent => ({
      type: 'player.seek',
      time: context.notice?.kind === 'moved' ? context.notice.from : Number.NaN,
      reason: 'undo',
    })),
  },
}).createMachine({
  id: 'notice',
  context: { notice: null, followed: null, jump: null },
  on: {
    'notice.show': { target: '.shown', actions: { type: 'show', params: ({ event }) => event } },
    'position.followed': [
      {
        guard: { type: 'isFollowed', params: ({ event }) => event.move },
        actions: { type: 'goOnFollowing', params: ({ event }) => event.move },
      },
      { target: '.shown', actions: { type: 'follow', params: ({ event }) => event } },
    ],
    'position.jumped': {
      actions: [{ type: 'rememberJump', params: ({ event }) => event }, raise({ type: 'jump.noted' })],
    },
    'jump.noted': { guard: 'isFar', target: '.shown', actions: 'showJump' },
    'media.changed': { target: '.hidden', actions: 'forgetJump' },
    'notice.undoJump': { guard: 'hasJump', target: '.hidden', actions: ['jumpBack', 'forgetJump'] },
    'sound.started': [
      { guard: 'isAboutSilence', target: '.hidden', actions: 'followNobody' },
      { actions: 'followNobody' },
    ],
  },
  initial: 'hidden',
  states: {
    hidden: { entry: 'forget' },
    shown: {
      after: { noticeTime: 'hidden' },
      on: {
        'notice.dismiss': 'hidden',
        'notice.undo': [
          { guard: 'isMoved', target: 'hidden', actions: 'goBack' },
          { guard: 'isJumped', target: 'hidden', actions: ['jumpBack', 'forgetJump'] },
        ],
        'server.session.closed': { guard: { type: 'isAbout', params: ({ event }) => event }, target: 'hidden' },
      },
    },
  },
});

export type NoticeRef = ActorRefFrom<typeof noticeMachine>;
