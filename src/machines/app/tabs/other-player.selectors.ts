import type { SnapshotFrom } from 'xstate';
import type { TabPlayer } from '../../../schemas/tab-message.ts';
import type { otherPlayerMachine } from './other-player.machine.ts';
import { timeAt } from '../../kit/tab-player.logic.ts';

type OtherPlayerSnapshot = SnapshotFrom<typeof otherPlayerMachine>;

export const selectOtherPlayer = (state: OtherPlayerSnapshot): TabPlayer | null =>
  state.matches({ present: 'shown' }) ? state.context.player : null;

/** Seconds of the whole item, exact to a second. */
export const selectOtherTime = ({ context }: OtherPlayerSnapshot): number =>
  context.player ? timeAt(context.player, context.now) : 0;
