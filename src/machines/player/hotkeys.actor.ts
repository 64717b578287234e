import { fromCallback, type NonReducibleUnknown } from 'xstate';
import type { KeyPress } from '../../services/hotkeys.ts';
import { getPorts } from '../app/ports.ts';
import type { PlayerCommand } from './player.protocol.ts';

/** What a key means while something is open in the player (PLR-096 to PLR-102); null: nothing. */
export function commandOf({ key, shift }: KeyPress): PlayerCommand | null {
  if (shift && key === 'ArrowUp') return { type: 'player.rateUp' };
  if (shift && key === 'ArrowDown') return { type: 'player.rateDown' };
  if (shift && key !== 'M') return null;
  switch (key) {
    case ' ':
      return { type: 'player.toggle' };
    case 'ArrowRight':
      return { type: 'player.jumpForward' };
    case 'ArrowLeft':
      return { type: 'player.jumpBackward' };
    case 'ArrowUp':
      return { type: 'player.volumeUp' };
    case 'ArrowDown':
      return { type: 'player.volumeDown' };
    case 'm':
    case 'M':
      return { type: 'player.toggleMute' };
    case 'Escape':
      return { type: 'player.escape' };
    default:
      return null;
  }
}

/** Keys of the page as commands of the player. */
export const hotkeys = fromCallback<PlayerCommand, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).hotkeys.subscribe((press) => {
    const command = commandOf(press);
    if (command) sendBack(command);
    return command !== null;
  }),
);
