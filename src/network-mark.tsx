import { createRoot } from 'react-dom/client';
import type { RecorderRef } from './machines/inspector/recorder.machine.ts';
import { NetworkMark } from './views/inspector/network-mark.tsx';

// The mark for a network that is changed by hand, drawn into the page. Loaded with the first rule.

/** Draws it at the end of the page. `onEnd` takes the rules away. */
export function drawNetworkMark(recorder: RecorderRef, onEnd: () => void): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<NetworkMark recorder={recorder} onEnd={onEnd} />);
}
