import { sendParent, sendTo, setup, type ActorRefFrom, fromCallback, type NonReducibleUnknown } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { named, hasOpenMenu } from '../../kit/system.ts';

/** While the full-screen player is open, 'back' leaves the page below it; a link in it closes it. */
const holdBack = fromCallback<SheetEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).navigation.holdBack((isHere) => {
    const event: SheetEvent = isHere
      ? { type: 'sheet.back', isCovered: hasOpenMenu(system) }
      : { type: 'sheet.collapse' };
    sendBack(event);
  }),
);

export type SheetEvent =
  | { type: 'sheet.expand' }
  | { type: 'sheet.collapse' }
  | { type: 'sheet.toggle' }
  /** 'Back' closes the menu over the sheet first. */
  | { type: 'sheet.back'; isCovered: boolean }
  | { type: 'sheet.escape' };

export type SheetParentEvent = { type: 'player.closePressed' };

/** Opens and closes the full-screen player. */
export const sheetMachine = setup({
  types: { events: {} as SheetEvent, children: {} as { holdBack: 'holdBack' } },
  actors: { holdBack },
  guards: { isCovered: (_, params: { isCovered: boolean }) => params.isCovered },
  actions: {
    pressClose: sendParent({ type: 'player.closePressed' } satisfies SheetParentEvent),
    closeMenus: sendTo(named('menus'), { type: 'menus.closeAll' }),
  },
}).createMachine({
  id: 'sheet',
  initial: 'collapsed',
  states: {
    collapsed: {
      on: { 'sheet.expand': 'expanded', 'sheet.toggle': 'expanded', 'sheet.escape': { actions: 'pressClose' } },
    },
    expanded: {
      invoke: { src: 'holdBack', id: 'holdBack' },
      on: {
        'sheet.back': [
          {
            guard: by('isCovered'),
            target: 'expanded',
            reenter: true,
            actions: 'closeMenus',
          },
          { target: 'collapsed' },
        ],
        'sheet.collapse': { target: 'collapsed', actions: 'closeMenus' },
        'sheet.toggle': { target: 'collapsed', actions: 'closeMenus' },
        'sheet.escape': { target: 'collapsed', actions: 'closeMenus' },
      },
    },
  },
});

export type SheetRef = ActorRefFrom<typeof sheetMachine>;
