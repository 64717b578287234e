import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter';

/** What is told of an error, in characters. */
const TOLD = 1500;

/** Says at the very end why tests failed: where only the end of the output is kept, the list of names says nothing. */
export default class Summary implements Reporter {
  readonly #failed: string[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) return;
    const errors = result.errors.map(({ message, value }) =>
      stripVTControlCharacters(message ?? value ?? '').slice(0, TOLD),
    );
    this.#failed.push([`${test.location.file}:${test.location.line} ${test.title}`, ...errors].join('\n'));
  }

  onExit(): Promise<void> {
    if (this.#failed.length > 0) console.log(`\nWhy tests failed:\n\n${this.#failed.join('\n\n')}`);
    return Promise.resolve();
  }
}
