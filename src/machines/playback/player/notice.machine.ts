import { assign, raise, sendParent, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { BURST_MS } from './history.logic.ts';

export type Other = 'tab' | 'device';

export interface Move {
  readonly by: Other;
  readonly device: string;
  readonly sessionId: string;
  readonly from: number;
  readonly to: number;
}

interface Jump {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** In seconds; shorter jumps show no notice. */
const LONG_JUMP_S = 45;

export type PlayerNotice =
  | { readonly kind: 'otherDevice'; readonly device: string; readonly sessionId: string }
  | ({ readonly kind: 'moved' } & Move)
  | { readonly kind: 'jumped'; readonly from: number; readonly to: number }
  | { readonly kind: 'takenOver'; readonly by: Other }
  | { readonly kind: 'blocked' };

export type NoticeEvent =
  | { type: 'notice.show'; notice: PlayerNotice }
  /** Shown once per device that keeps moving. */
  | { type: 'position.followed'; move: Move }
  | { type: 'position.jumped'; from: number; to: number }
  | { type: 'sound.started' }
  | { type: 'media.changed' }
  | { type: 'server.session.closed'; sessionId: string }
  | { type: 'notice.undo' }
  | { type: 'jump.noted' }
  | { type: 'notice.undoJump' }
  | { type: 'notice.dismiss' };

export type NoticeParentEvent = { type: 'player.seek'; time: number; reason: 'undo' };

interface NoticeContext {
  notice: PlayerNotice | null;
  followed: string | null;
  jump: Jump | null;
}

/**
 * The one notice of the player. Lasts 20 s (8 s after a jump), and never longer than its cause.
 * Undo returns to the listener's last position here.
 */
export const noticeMachine = setup({
  types: { context: {} as NoticeContext, events: {} as NoticeEvent },
  guards: {
    isFollowed: ({ context }, params: { sessionId: string }) =>
      context.followed !== null && context.followed === params.sessionId,
    /** Its moves are what the person does there: they replace no notice that says so. */
    isInOtherTab: ({ context }) => context.notice?.kind === 'takenOver' && context.notice.by === 'tab',
    isMoved: ({ context }) => context.notice?.kind === 'moved',
    isJumped: ({ context }) => context.notice?.kind === 'jumped',
    hasJump: ({ context }) => context.jump !== null,
    isFar: ({ context }) => context.jump !== null && Math.abs(context.jump.to - context.jump.from) >= LONG_JUMP_S,
    isAboutSilence: ({ context }) => context.notice?.kind === 'takenOver' || context.notice?.kind === 'blocked',
    isAbout: ({ context }, params: { sessionId: string }) =>
      context.notice !== null && 'sessionId' in context.notice && context.notice.sessionId === params.sessionId,
  },
  delays: {
    noticeTime: ({ context }) => (context.notice?.kind === 'jumped' ? 8000 : 20_000),
  },
  actions: {
    show: assign((_, { notice }: { notice: PlayerNotice }) => ({ notice })),
    follow: assign((_, { move }: { move: Move }) => ({
      notice: { kind: 'moved' as const, ...move },
      followed: move.sessionId,
    })),
    rememberFollowed: assign((_, { move }: { move: Move }) => ({ followed: move.sessionId })),
    updateFollowed: assign(({ context }, { to }: { to: number }) =>
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
    stopFollowing: assign({ followed: null }),
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
    'notice.show': { target: '.shown', actions: by('show') },
    'position.followed': [
      {
        guard: { type: 'isFollowed', params: ({ event }) => event.move },
        actions: { type: 'updateFollowed', params: ({ event }) => event.move },
      },
      { guard: 'isInOtherTab', actions: by('rememberFollowed') },
      { target: '.shown', actions: by('follow') },
    ],
    'position.jumped': {
      actions: [by('rememberJump'), raise({ type: 'jump.noted' })],
    },
    'jump.noted': { guard: 'isFar', target: '.shown', actions: 'showJump' },
    'media.changed': { target: '.hidden', actions: 'forgetJump' },
    'notice.undoJump': { guard: 'hasJump', target: '.hidden', actions: ['jumpBack', 'forgetJump'] },
    'sound.started': [
      { guard: 'isAboutSilence', target: '.hidden', actions: 'stopFollowing' },
      { actions: 'stopFollowing' },
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
        'server.session.closed': { guard: by('isAbout'), target: 'hidden' },
      },
    },
  },
});

export type NoticeRef = ActorRefFrom<typeof noticeMachine>;
