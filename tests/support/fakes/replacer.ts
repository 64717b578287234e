import { replaceTexts, type ReplaceAnswer, type ReplaceCall } from '../../../src/services/replace-texts.ts';
import type { Replacer } from '../../../src/services/replacer.ts';

/** A replacer that works at once, unless the test sets its result. */
export interface FakeReplacer extends Replacer {
  readonly calls: readonly ReplaceCall[];
  /** Every call has this answer. */
  answer(answer: ReplaceAnswer): void;
  /** The code failed to load. */
  fail(): void;
  work(): void;
}

export function createFakeReplacer(): FakeReplacer {
  const calls: ReplaceCall[] = [];
  let reply = replaceTexts;
  return {
    calls,
    async replace(call) {
      calls.push(call);
      return reply(call);
    },
    answer: (answer) => void (reply = () => answer),
    fail() {
      reply = () => {
        throw new Error('Failed to load');
      };
    },
    work: () => void (reply = replaceTexts),
  };
}
