import type { Ports } from './machines/kit/ports.ts';
import { createTapeRecorder, type TapeRecorder } from './machines/inspector/tape/record-tape.ts';
import { systemClock } from './services/clock.ts';
import { watchRandomValues } from './services/random-values.ts';
import { createStorage, sessionStorageOrNull } from './services/storage.ts';
import { TAPE_MARK } from './services/tape-mark.ts';

export function tapeClient(ports: Ports): TapeRecorder {
  const recorder = createTapeRecorder({
    ports,
    timers: {
      setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
      clearTimeout: (timer: number) => clearTimeout(timer),
    },
    clock: systemClock,
    later: (run) => void setTimeout(run),
  });
  watchRandomValues(recorder.random);
  const marks = createStorage(sessionStorageOrNull());
  const mark = marks.read(TAPE_MARK);
  marks.remove(TAPE_MARK);
  if (mark === 'panel') setTimeout(() => void ports.inspector.toggle());
  return recorder;
}
