import { fromCallback, type EventObject, type NonReducibleUnknown } from 'xstate';
import { getPorts, type System } from './ports.ts';

/**
 * Sends an event of this type when a key (`KeyboardEvent.key`) is pressed that the page does not use. `isTaken`: false
 * leaves the key to the browser.
 */
export function hotkey(key: string, type: string, isTaken: (system: System) => boolean = () => true) {
  return fromCallback<EventObject, NonReducibleUnknown>(({ sendBack, system }) =>
    getPorts(system).hotkeys.subscribe((press) => {
      if (press.key !== key || !isTaken(system)) return false;
      sendBack({ type });
      return true;
    }),
  );
}
