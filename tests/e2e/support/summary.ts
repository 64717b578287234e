import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter';

/** Characters of an error that are printed: at length, and once more at the very end. */
const TOLD = 1500;
const TOLD_LAST = 300;
/** Characters of the page after an error that are printed. */
const TOLD_OF_PAGE = 3000;

/**
 * Repeats at the very end why tests failed, as only the end of the output may be kept: first each page, then each test
 * with its error and line.
 */
export default class Summary implements Reporter {
  readonly #failed: string[] = [];
  readonly #last: string[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) return;
    const errors = result.errors.map(({ message, value }) =>
      stripVTControlCharacters(message ?? value ?? '').slice(0, TOLD),
    );
    const title = `${test.location.file}:${test.location.line} ${test.title}`;
    this.#failed.push([title, ...errors, ...pageOf(result)].join('\n'));
    const lines = result.errors.map(({ location }) => (location ? `line ${location.line}` : 'no line'));
    this.#last.push([title, ...errors.map((error, i) => `${lines[i]}: ${error.slice(0, TOLD_LAST)}`)].join('\n'));
  }

  onExit(): Promise<void> {
    if (this.#failed.length > 0)
      console.log(`\nWhy tests failed:\n\n${this.#failed.join('\n\n')}\n\nIn short:\n\n${this.#last.join('\n\n')}`);
    return Promise.resolve();
  }
}

/** The page as a test left it, from its main part on, as a tree of roles and names. */
function pageOf({ attachments }: TestResult): readonly string[] {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined) return [];
  const [, tree = ''] = readFileSync(path, 'utf8').split('```yaml\n');
  const start = Math.max(0, tree.search(/^ *- main\b/m));
  return ['The page:', tree.slice(start, start + TOLD_OF_PAGE).split('```')[0] ?? ''];
}
