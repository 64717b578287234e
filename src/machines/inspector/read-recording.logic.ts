import { safeParse } from 'zod/v4/core';
import { recording, type Recording } from '../../schemas/recording.ts';

/** Why a file is no recording: no JSON; or of something else, or of another version of the program. */
export class RecordingError extends Error {
  readonly kind: 'unreadable' | 'foreign';

  constructor(kind: RecordingError['kind'], cause?: unknown) {
    super(`The file is ${kind}`, { cause });
    this.kind = kind;
  }
}

/** The recording that the text of a file holds. Throws a {@link RecordingError}. */
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
