import type { FullResult, Reporter, TestCase, TestResult } from 'playwright/types/testReporter';
import { journeys } from '../../journeys/all.ts';
import { addNotes, tableOf, type Travelled } from './coverage.ts';

/** Prints the journeys' coverage, and fails when a step was not taken though all walks passed. */
export default class JourneyReporter implements Reporter {
  readonly #travelled = new Map<string, Travelled>();

  onTestEnd(test: TestCase, result: TestResult): void {
    addNotes(this.#travelled, result.annotations, result.duration, result.status === test.expectedStatus);
  }

  onEnd(result: FullResult): Promise<{ status?: FullResult['status'] }> {
    const { table, gaps } = tableOf(journeys, this.#travelled);
    console.log(`\n${table}`);
    // A part of the walks need not cover everything.
    const isPart = process.argv.some((word) => /^(-g|--grep)/.test(word)) || process.env['JOURNEY'] !== undefined;
    const hasFailed = [...this.#travelled.values()].some(({ failed }) => failed > 0);
    if (gaps.length === 0 || isPart || hasFailed) return Promise.resolve({});
    console.log(`\n${gaps.join('\n')}`);
    return Promise.resolve({ status: result.status === 'passed' ? 'failed' : result.status });
  }
}
