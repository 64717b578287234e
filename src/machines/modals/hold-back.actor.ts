import { fromCallback } from 'xstate';
import { getPorts } from '../app/ports.ts';

/** From the actor: 'back' was pressed. Who does not end it then goes on holding. */
export type BackPressed = { type: 'back.pressed' };

export interface HoldBackInput {
  /** `touch`: where a finger points, as on a phone; elsewhere, and with `never`, the actor does nothing. */
  readonly when: 'always' | 'touch' | 'never';
}

/** While it runs, 'back' is told to its parent instead of leaving the page. */
export const holdBack = fromCallback<{ type: never }, HoldBackInput>(({ input: { when }, sendBack, system }) => {
  const { navigation, page } = getPorts(system);
  if (when === 'never' || (when === 'touch' && !page.isTouch())) return undefined;
  return navigation.holdBack((isHere) => {
    // Gone to another page, its modals and menus are closed by who shows pages.
    if (isHere) sendBack({ type: 'back.pressed' } satisfies BackPressed);
  });
});
