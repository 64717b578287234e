import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';
import type { SelectionCommand } from './selection.protocol.ts';

/** Escape clears the selection (SEL-017), before it closes anything of the player (AMB-41). */
export const escapeKey = fromCallback<SelectionCommand, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).hotkeys.subscribe(
    ({ key }) => {
      if (key === 'Escape') sendBack({ type: 'selection.clear' });
      return key === 'Escape';
    },
    { isFirst: true },
  ),
);
