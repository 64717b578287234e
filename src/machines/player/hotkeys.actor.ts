import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';
import { commandOf } from './hotkeys.logic.ts';
import type { PlayerCommand } from './player.protocol.ts';

export const hotkeys = fromCallback<PlayerCommand, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).hotkeys.subscribe((press) => {
    const command = commandOf(press);
    if (command) sendBack(command);
    return command !== null;
  }),
);
