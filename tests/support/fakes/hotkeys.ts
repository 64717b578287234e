import type { Hotkeys, KeyPress } from '../../../src/services/hotkeys.ts';

/** Keys that the test presses. */
export interface FakeHotkeys extends Hotkeys {
  /** Whether a listener took the key. */
  press(key: string, options?: { readonly shift?: boolean }): boolean;
}

export function createFakeHotkeys(): FakeHotkeys {
  const listeners = new Set<(press: KeyPress) => boolean>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    press: (key, { shift = false } = {}) => [...listeners].map((listener) => listener({ key, shift })).includes(true),
  };
}
