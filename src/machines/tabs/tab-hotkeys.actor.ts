import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { tabCommand, type TabCommand } from '../../schemas/tab-message.ts';
import { getPorts } from '../app/ports.ts';
import { commandOf } from '../player/hotkeys.logic.ts';

export type TabKeyPressed = { type: 'otherPlayer.press'; command: TabCommand };

export const tabHotkeys = fromCallback<TabKeyPressed, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).hotkeys.subscribe((press) => {
    const command = tabCommand.options.find((name) => name === commandOf(press)?.type);
    if (command) sendBack({ type: 'otherPlayer.press', command } satisfies TabKeyPressed);
    return command !== undefined;
  }),
);
