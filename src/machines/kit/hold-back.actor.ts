import { fromCallback } from 'xstate';
import { getPorts } from './ports.ts';

/** From the actor: 'back' was pressed. A parent that stays keeps holding. */
export type BackPressed = { type: 'back.pressed' };

export interface HoldBackInput {
  readonly when: 'always' | 'touch' | 'never';
}

/** While it runs, 'back' goes to its parent instead of leaving the page. `touch`: only on touch screens. */
export const holdBack = fromCallback<{ type: never }, HoldBackInput>(({ input: { when }, sendBack, system }) => {
  const { navigation, page } = getPorts(system);
  if (when === 'never' || (when === 'touch' && !page.isTouch())) return undefined;
  return navigation.holdBack((isHere) => {
    // After navigation the page host closes modals and menus.
    if (isHere) sendBack({ type: 'back.pressed' } satisfies BackPressed);
  });
});
