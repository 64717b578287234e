import { createRoot } from 'react-dom/client';
import type { RecorderRef } from './machines/inspector/recorder.machine.ts';
import { NetworkMark } from './views/inspector/network-mark.tsx';

export function drawNetworkMark(recorder: RecorderRef, onEnd: () => void): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<NetworkMark recorder={recorder} onEnd={onEnd} />);
}
