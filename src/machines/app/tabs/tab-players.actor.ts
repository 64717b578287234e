import { fromCallback, fromPromise } from 'xstate';
import type { TabCommand, TabMessage, TabPlayer } from '../../../schemas/tab-message.ts';
import { randomName } from '../../../services/random-name.ts';
import { getPorts } from '../../kit/ports.ts';
import { getPlayer } from '../../kit/system.ts';
import type { PlayerRef } from '../../playback/player/player.machine.ts';
import { selectSounds } from '../../playback/player/player.selectors.ts';
import { timeOf } from '../../playback/player/position.ts';
import { previewOf } from '../../playback/player/request.logic.ts';
import { isAsReported } from '../../kit/tab-player.logic.ts';

export type TabPlayersCommand = { type: 'tab.press'; tab: string; command: TabCommand };

export type TabPlayersReport =
  { type: 'ownPlayer.opened' } | { type: 'ownPlayer.closed' } | Exclude<TabMessage, { type: 'tab.requested' }>;

const lockOf = (tab: string) => `tab.${tab}`;

/** Reports the player here to other tabs and receives theirs. Holds a lock, so that they notice its end. */
export const tabPlayers = fromCallback<TabPlayersCommand, { readonly userId: string }>(
  ({ input, receive, sendBack, system }) => {
    const { clock, locks, tabChannel } = getPorts(system);
    const player = getPlayer<PlayerRef>(system);
    const tab = randomName();
    const ending = new AbortController();
    let release: (() => void) | null = null;
    let reported: TabPlayer | null = null;
    let isOpen: boolean | null = null;
    const report = (event: TabPlayersReport) => sendBack(event);

    function playerHere(): TabPlayer | null {
      const snapshot = player.getSnapshot();
      const { context } = snapshot;
      if (!context.request || snapshot.matches({ transport: 'empty' }) || snapshot.matches({ transport: 'standby' }))
        return null;
      return {
        tab,
        userId: input.userId,
        media: context.request.media,
        preview: previewOf(context),
        time: timeOf(context),
        at: clock.now(),
        rate: context.preferences.playbackRate,
        wantsSound: context.wantsSound,
        sounds: selectSounds(snapshot),
      };
    }

    function look(isRequested = false): void {
      const opened = !player.getSnapshot().matches({ transport: 'empty' });
      if (opened !== isOpen) report({ type: opened ? 'ownPlayer.opened' : 'ownPlayer.closed' });
      isOpen = opened;
      // Receivers wait for this tab's lock.
      if (!release) return;
      const here = playerHere();
      if (!here) {
        if (reported) tabChannel.post({ type: 'tab.closed', tab });
        reported = null;
      } else if (isRequested || !isAsReported(reported, here)) {
        tabChannel.post({ type: 'tab.played', player: here });
        reported = here;
      }
    }

    const ends = [
      tabChannel.subscribe((message) => {
        if (message.type === 'tab.requested') return look(true);
        if (message.type === 'tab.pressed' && message.tab !== tab) return;
        if (message.type === 'tab.played' && message.player.userId !== input.userId) return;
        report(message);
      }),
    ];
    const watching = player.subscribe(() => look());
    receive(({ tab: other, command }) => tabChannel.post({ type: 'tab.pressed', tab: other, command }));
    void locks.hold(lockOf(tab), ending.signal).then((end) => {
      if (ending.signal.aborted) return end();
      release = end;
      look();
    });
    tabChannel.post({ type: 'tab.requested' });
    look();

    return () => {
      ending.abort();
      watching.unsubscribe();
      ends.forEach((end) => end());
      if (reported) tabChannel.post({ type: 'tab.closed', tab });
      release?.();
    };
  },
);

/** Resolves when the page of that tab has ended. */
export const tabEnd = fromPromise<void, { readonly tab: string }>(async ({ input, system, signal }) => {
  const release = await getPorts(system).locks.hold(lockOf(input.tab), signal);
  release();
});
