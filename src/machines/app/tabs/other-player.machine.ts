import { assign, not, sendTo, setup, type ActorRefFrom, fromCallback, type NonReducibleUnknown } from 'xstate';
import { by } from '../../kit/by.ts';
import { type TabCommand, type TabPlayer, tabCommand } from '../../../schemas/tab-message.ts';
import { getPorts } from '../../kit/ports.ts';
import { named, type SystemRef } from '../../kit/system.ts';
import { commandOf } from '../../playback/player/hotkeys.logic.ts';
import type { PlayerCommand } from '../../playback/player/player.protocol.ts';
import { timeAt } from '../../kit/tab-player.logic.ts';
import { tabEnd, tabPlayers, type TabPlayersCommand, type TabPlayersReport } from './tab-players.actor.ts';

type TabKeyPressed = { type: 'otherPlayer.press'; command: TabCommand };

const tabHotkeys = fromCallback<TabKeyPressed, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).hotkeys.subscribe((press) => {
    const command = tabCommand.options.find((name) => name === commandOf(press)?.type);
    if (command) sendBack({ type: 'otherPlayer.press', command } satisfies TabKeyPressed);
    return command !== undefined;
  }),
);

export type OtherPlayerEvent = TabPlayersReport | TabKeyPressed | { type: 'otherPlayer.playHere' };

interface OtherPlayerContext {
  readonly userId: string;
  player: TabPlayer | null;
  /** ms since 1970. */
  now: number;
  isFree: boolean;
}

/** The player of another tab: while this tab has none, it shows and controls that one, and can take it over. */
export const otherPlayerMachine = setup({
  types: {
    input: {} as { readonly userId: string },
    context: {} as OtherPlayerContext,
    events: {} as OtherPlayerEvent,
    children: {} as { tabPlayers: 'tabPlayers'; tabEnd: 'tabEnd'; tabHotkeys: 'tabHotkeys' },
  },
  actors: { tabPlayers, tabEnd, tabHotkeys },
  guards: {
    isFree: ({ context }) => context.isFree,
    sounds: ({ context }) => context.player?.sounds ?? false,
    isShownTab: ({ context }, { tab }: { tab: string }) => tab === context.player?.tab,
    /** A sounding player wins over a paused one. */
    goesFirst: ({ context }, { player }: { player: TabPlayer }) => player.wantsSound || !context.player?.wantsSound,
  },
  actions: {
    take: assign(({ system }, { player }: { player: TabPlayer }) => ({ player, now: getPorts(system).clock.now() })),
    forget: assign({ player: null }),
    readClock: assign(({ system }) => ({ now: getPorts(system).clock.now() })),
    rememberOpened: assign({ isFree: false }),
    rememberClosed: assign({ isFree: true }),
    obey: sendTo(named('player'), (_, { command }: { command: TabCommand }): PlayerCommand => ({ type: command })),
    press: sendTo('tabPlayers', ({ context }, { command }: { command: TabCommand }): TabPlayersCommand => ({
      type: 'tab.press',
      tab: context.player?.tab ?? '',
      command,
    })),
    prepareHere: sendTo(named('player'), { type: 'player.prefetch' }),
    playHere: sendTo(named('player'), ({ context, system }): PlayerCommand => {
      if (!context.player) throw new Error('No other tab has something open');
      const { media, preview } = context.player;
      const startTime = timeAt(context.player, getPorts(system).clock.now());
      return { type: 'player.play', ...media, preview, startTime };
    }),
  },
  delays: { second: 1000 },
}).createMachine({
  id: 'otherPlayer',
  context: ({ input }) => ({ ...input, player: null, now: 0, isFree: true }),
  invoke: { src: 'tabPlayers', id: 'tabPlayers', input: ({ context }) => ({ userId: context.userId }) },
  on: {
    'ownPlayer.opened': { actions: 'rememberOpened' },
    'ownPlayer.closed': { actions: 'rememberClosed' },
    'tab.pressed': { actions: by('obey') },
  },
  initial: 'absent',
  states: {
    absent: {
      entry: 'forget',
      on: {
        'tab.played': {
          target: 'present',
          actions: by('take'),
        },
      },
    },
    present: {
      invoke: {
        src: 'tabEnd',
        id: 'tabEnd',
        input: ({ context }) => ({ tab: context.player?.tab ?? '' }),
        onDone: 'absent',
        onError: 'absent',
      },
      on: {
        'tab.played': [
          {
            guard: { type: 'isShownTab', params: ({ event }) => event.player },
            target: '.deciding',
            actions: by('take'),
          },
          {
            guard: by('goesFirst'),
            target: 'present',
            reenter: true,
            actions: by('take'),
          },
        ],
        'tab.closed': { guard: by('isShownTab'), target: 'absent' },
        'ownPlayer.opened': { target: '.hidden', actions: 'rememberOpened' },
        'ownPlayer.closed': { target: '.deciding', actions: 'rememberClosed' },
      },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: not('isFree'), target: 'hidden' }, { target: 'shown' }] },
        hidden: {},
        shown: {
          invoke: { src: 'tabHotkeys', id: 'tabHotkeys' },
          on: {
            'otherPlayer.press': { actions: by('press') },
            'otherPlayer.playHere': {
              actions: ['prepareHere', 'playHere', { type: 'press', params: { command: 'player.close' } }],
            },
          },
          initial: 'resting',
          states: {
            resting: { entry: 'readClock', always: { guard: 'sounds', target: 'moving' } },
            moving: { after: { second: 'resting' } },
          },
        },
      },
    },
  },
});

export type OtherPlayerRef = SystemRef<'otherPlayer', ActorRefFrom<typeof otherPlayerMachine>>;
