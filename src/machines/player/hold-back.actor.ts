import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { getPorts } from '../app/ports.ts';
import { hasOpenMenu } from '../app/system.ts';
import type { SheetEvent } from './sheet.machine.ts';

/** While the full-screen player is open, 'back' leaves the page below it; a link in it closes it. */
export const holdBack = fromCallback<SheetEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).navigation.holdBack((isHere) => {
    const event: SheetEvent = isHere
      ? { type: 'sheet.back', isCovered: hasOpenMenu(system) }
      : { type: 'sheet.collapse' };
    sendBack(event);
  }),
);
