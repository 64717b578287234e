import type { AnyStateMachine } from 'xstate';
import { expect } from 'vitest';
import type { Recorder } from '../../src/machines/inspector/recorder.ts';
import { testOf } from '../../src/machines/inspector/recording-test.logic.ts';
import { replayInTest } from './recorded.ts';

/** Runs what 'Copy as test' writes for one actor of a recorder. Returns why it is red, or null. */
export function problemOfCopy(recorder: Recorder, actor: string, machine?: AnyStateMachine): string | null {
  recorder.take();
  const source = testOf(recorder.recording('A run of the model'), actor, null);
  const body = source.replaceAll(/^import .*$/gm, '').replace('const recording: unknown', 'const recording');
  try {
    new Function('expect', 'test', 'replayInTest', body)(
      expect,
      (_: string, run: () => void) => run(),
      (recording: unknown) => replayInTest(recording, machine),
    );
    return null;
  } catch (cause) {
    return `its copy as a test: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
