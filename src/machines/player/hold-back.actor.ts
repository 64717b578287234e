import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';
import type { SheetEvent } from './sheet.machine.ts';

/** While the full-screen player is open, 'back' closes it and leaves the page below as it is; so does a link in it. */
export const holdBack = fromCallback<SheetEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).navigation.holdBack(() => sendBack({ type: 'sheet.collapse' } satisfies SheetEvent)),
);
