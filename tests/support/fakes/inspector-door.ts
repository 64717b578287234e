import type { InspectorDoor } from '../../../src/services/inspector-door.ts';

/** Counts how often the inspector was toggled. */
export interface FakeInspectorDoor extends InspectorDoor {
  readonly toggled: number;
  /** Its code fails to load from now on. */
  isBroken: boolean;
}

export function createFakeInspectorDoor(): FakeInspectorDoor {
  let toggled = 0;
  return {
    isBroken: false,
    get toggled() {
      return toggled;
    },
    async toggle() {
      if (this.isBroken) throw new Error('no code');
      toggled += 1;
    },
  };
}
