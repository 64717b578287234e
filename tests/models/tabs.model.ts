import { otherPlayerMachine, type OtherPlayerEvent } from '../../src/machines/app/tabs/other-player.machine.ts';
import { selectOtherPlayer } from '../../src/machines/app/tabs/other-player.selectors.ts';
import type { TabPlayer } from '../../src/schemas/tab-message.ts';
import { defineModel } from '../support/rig.ts';

const player: TabPlayer = {
  tab: 'one',
  userId: 'user',
  media: { libraryItemId: 'a', episodeId: null },
  preview: { title: 'A book', author: '', podcast: '', coverUpdatedAt: null, duration: 100 },
  time: 40,
  at: 0,
  rate: 1,
  wantsSound: true,
  sounds: true,
};
const played = (changes: Partial<TabPlayer>): OtherPlayerEvent => ({
  type: 'tab.played',
  player: { ...player, ...changes },
});

export const otherPlayerModel = defineModel({
  name: 'otherPlayer',
  machine: otherPlayerMachine,
  named: { player: null },
  starts: [{ input: { userId: 'user' } }],
  events: [
    { type: 'ownPlayer.opened' },
    { type: 'ownPlayer.closed' },
    played({}),
    played({ wantsSound: false, sounds: false }),
    played({ tab: 'two' }),
    played({ tab: 'two', wantsSound: false, sounds: false }),
    { type: 'tab.closed', tab: 'one' },
    { type: 'tab.closed', tab: 'two' },
    { type: 'tab.pressed', tab: 'here', command: 'player.toggle' },
    { type: 'otherPlayer.press', command: 'player.toggle' },
    { type: 'otherPlayer.playHere' },
  ],
  project: ({ context }) => [context.player?.tab, context.player?.sounds, context.isFree],
  invariants: {
    'nothing of another tab shows beside an open item': (state, { happened }) => {
      const own = happened.filter(({ type }) => type.startsWith('ownPlayer.')).at(-1);
      return own?.type !== 'ownPlayer.opened' || selectOtherPlayer(state) === null;
    },
    'the shown item was reported, and not closed since': (state, { happened }) => {
      const shown = selectOtherPlayer(state);
      const last = happened.findLast(
        (event) =>
          ('player' in event && (event.player as TabPlayer).tab === shown?.tab) ||
          ('tab' in event && event.type === 'tab.closed' && event.tab === shown?.tab),
      );
      return shown === null || last?.type === 'tab.played';
    },
    'the player here receives only presses': (_state, { happened, receivedBy }) =>
      receivedBy('player').length <=
      happened.filter(({ type }) => type === 'tab.pressed').length +
        2 * happened.filter(({ type }) => type === 'otherPlayer.playHere').length,
  },
});
