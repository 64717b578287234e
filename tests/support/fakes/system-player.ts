import type { NowPlaying, SystemAction, SystemPlayer, SystemPosition } from '../../../src/services/media-session.ts';
import { ListenerSet } from './listeners.ts';

/** The media session of the operating system, as the test sees and presses it. */
export interface FakeSystemPlayer extends SystemPlayer {
  readonly shown: {
    readonly playing: NowPlaying | null;
    readonly state: string;
    readonly position: SystemPosition | null;
  };
  press(action: SystemAction): void;
}

export function createFakeSystemPlayer(isAvailable = true): FakeSystemPlayer {
  let shown: FakeSystemPlayer['shown'] = { playing: null, state: 'none', position: null };
  const listeners = new ListenerSet<(action: SystemAction) => void>('systemPlayer');
  return {
    isAvailable,
    get shown() {
      return shown;
    },
    show: (playing) => void (shown = { ...shown, playing }),
    setState: (state) => void (shown = { ...shown, state }),
    setPosition: (position) => void (shown = { ...shown, position }),
    onAction: (listener) => listeners.join(listener),
    press(action) {
      for (const listener of listeners) listener(action);
    },
  };
}
