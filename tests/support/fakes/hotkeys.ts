import type { Hotkeys, KeyPress } from '../../../src/services/hotkeys.ts';
import { ListenerSet } from './listeners.ts';

/** Keys that the test presses. */
export interface FakeHotkeys extends Hotkeys {
  /** Whether a listener took the key. */
  press(key: string, options?: { readonly shift?: boolean }): boolean;
}

export function createFakeHotkeys(): FakeHotkeys {
  const listeners = new ListenerSet<(press: KeyPress) => boolean>('hotkeys');
  const first = new ListenerSet<(press: KeyPress) => boolean>('hotkeys');
  return {
    subscribe: (listener, { isFirst = false } = {}) => (isFirst ? first : listeners).join(listener),
    press: (key, { shift = false } = {}) => [...first, ...listeners].some((listener) => listener({ key, shift })),
  };
}
