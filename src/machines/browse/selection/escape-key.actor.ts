import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../../kit/ports.ts';
import type { SelectionCommand } from './selection.protocol.ts';

/** Escape clears the selection before it closes the player's overlays. */
export const escapeKey = fromCallback<SelectionCommand, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).hotkeys.subscribe(
    ({ key }) => {
      if (key === 'Escape') sendBack({ type: 'selection.clear' });
      return key === 'Escape';
    },
    { isFirst: true },
  ),
);
