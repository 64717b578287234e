import { fromCallback, type EventObject, type NonReducibleUnknown } from 'xstate';
import { getPorts, type System } from '../app/ports.ts';

/**
 * Tells its owner by an event of this type when somebody presses a key (as `KeyboardEvent.key`) that nobody on the page
 * has use for. `isTaken`: whether the key means something now; else the browser has it.
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
