import { passwordAnswers } from '../auth/passwords.ts';
import { StartError } from '../errors.ts';
import type { readBackup } from '../import/import-backup.ts';
import { libraryAnswers } from '../library/answers.ts';
import { checkDatabase, copyDatabase, emptyLog, prepareCopy, type Database } from '../store/database.ts';

const answers = { ...libraryAnswers, ...passwordAnswers };
type Answers = typeof answers;
export type AnswerName = keyof Answers;
export type AnswerInput<Name extends AnswerName> = Parameters<Answers[Name]>[1];
export type Answer<Name extends AnswerName> = ReturnType<Answers[Name]>;

/** The JSON of an answer, from one moment of the database. A string is JSON already. */
export function answerNow<Name extends AnswerName>(database: Database, name: Name, input: AnswerInput<Name>): string {
  const make = answers[name] as (from: Database, requested: AnswerInput<Name>) => Answer<Name>;
  const answer = database.snapshot(() => make(database, input));
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

/** Work of seconds on whole files: each runs in its own thread, which ends with it. */
export const longJobs = {
  checkDatabase,
  copyDatabase,
  emptyLog,
  prepareCopy,
  /** The report of a backup of a real server, or why it cannot be read. */
  readBackup: async (
    input: Parameters<typeof readBackup>[0],
  ): Promise<{ readonly report: readonly string[] } | { readonly refusal: string }> => {
    const { readBackup: read } = await import('../import/import-backup.ts');
    try {
      return { report: await read(input) };
    } catch (cause) {
      if (cause instanceof StartError) return { refusal: cause.message };
      throw cause;
    }
  },
};
export type LongJobName = keyof typeof longJobs;
export type LongJobInput<Name extends LongJobName> = Parameters<(typeof longJobs)[Name]>[0];
export type LongJobResult<Name extends LongJobName> = Awaited<ReturnType<(typeof longJobs)[Name]>>;
