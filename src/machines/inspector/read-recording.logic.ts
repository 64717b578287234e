import { safeParse } from 'zod/v4/core';
import { recording, type Recording } from '../../schemas/recording.ts';

/** No JSON, or of another format or version. */
export class RecordingError extends Error {
  readonly kind: 'unreadable' | 'foreign';

  constructor(kind: RecordingError['kind'], cause?: unknown) {
    super(`The file is ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Throws a {@link RecordingError}. */
export function readRecording(text: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new RecordingError('unreadable', cause);
  }
  const parsed = safeParse(recording, value);
  if (!parsed.success) throw new RecordingError('foreign', parsed.error);
  return parsed.data;
}
