import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter';

interface Ended {
  readonly journey: string;
  readonly engine: string;
  /** Seconds, `failed`, or a dash where it was not tried. */
  readonly outcome: string;
}

/** Prints a table of journeys by engines, what was not tried and why, and how many passed. */
export default class BrowsersReporter implements Reporter {
  readonly #ended: Ended[] = [];
  readonly #reasons = new Set((process.env['BROWSERS_NOT_TRIED'] ?? '').split('\n').filter(Boolean));

  onTestEnd(test: TestCase, { status, duration, annotations }: TestResult): void {
    const engine = test.parent.project()?.name ?? '';
    const isSkipped = status === 'skipped';
    const outcome = isSkipped ? '-' : status === test.expectedStatus ? `${(duration / 1000).toFixed(1)} s` : 'failed';
    this.#ended.push({ journey: test.title, engine, outcome });
    if (isSkipped)
      for (const { description } of annotations)
        this.#reasons.add(`Not tried: ${engine}: ${test.title} (${description})`);
  }

  onExit(): Promise<void> {
    const journeys = [...new Set(this.#ended.map(({ journey }) => journey))];
    const engines = [...new Set(this.#ended.map(({ engine }) => engine))];
    const cell = (journey: string, engine: string) =>
      this.#ended.find((one) => one.journey === journey && one.engine === engine)?.outcome ?? '';
    const rows = [
      ['Journey', ...engines],
      ...journeys.map((journey) => [journey, ...engines.map((engine) => cell(journey, engine))]),
    ];
    const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
    const failed = this.#ended.filter(({ outcome }) => outcome === 'failed').length;
    const passed = this.#ended.filter(({ outcome }) => outcome.endsWith(' s')).length;
    console.log(`\n${rows.map((row) => row.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')).join('\n')}\n`);
    for (const reason of this.#reasons) console.log(reason);
    console.log(`${passed} passed, ${failed} failed`);
    return Promise.resolve();
  }
}
