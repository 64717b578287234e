import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter';
import { RESULT, type Result } from './result.ts';

type Ended = Result & { readonly passed: boolean; readonly saves: string };

/**
 * Prints a table of the faults, the failures with their steps, and the number of passes. `FAULTS_JSON`: a file for all
 * of it.
 */
export default class FaultsReporter implements Reporter {
  readonly #ended: Ended[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const passed = result.status === test.expectedStatus;
    const saves = result.attachments.find(({ name }) => name === 'saves')?.body?.toString() ?? '';
    const note = result.annotations.find(({ type }) => type === RESULT)?.description;
    const { name, kind, steps } = known(test, note);
    this.#ended.push({ ...(note === undefined ? {} : (JSON.parse(note) as Result)), name, kind, steps, passed, saves });
  }

  onExit(): Promise<void> {
    const all = this.#ended;
    if (all.length === 0) return Promise.resolve();
    const failed = all.filter(({ passed }) => !passed);
    console.log(`\n${table(all)}`);
    for (const { name, steps, verdict, saves, facts = [] } of failed) {
      console.log(`\nFAILED ${name}\n  --steps "${steps}"`);
      for (const line of verdict ? [...facts, wrongs(verdict)] : ['a step failed']) console.log(`  ${line}`);
      console.log(saves.replaceAll(/^/gm, '    '));
    }
    const file = process.env['FAULTS_JSON'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(all, null, 2));
    console.log(`\n${all.length - failed.length} passed, ${failed.length} failed`);
    return Promise.resolve();
  }
}

/** A broken-off history has only its start. */
function known({ title, annotations }: TestCase, note: string | undefined): Pick<Result, 'name' | 'kind' | 'steps'> {
  const text = note ?? annotations.find(({ type }) => type === RESULT)?.description;
  return text === undefined ? { name: title, kind: 'broken off', steps: title } : (JSON.parse(text) as Result);
}

function wrongs({ lost, doubled, off, rows, problems }: NonNullable<Result['verdict']>): string {
  const parts = [
    lost > 0 && `lost ${lost} s`,
    doubled > 0 && `doubled ${doubled} s`,
    off !== 0 && `position off by ${off} s`,
    rows > 0 && `${rows} rows of progress too many`,
    ...problems,
  ];
  return parts.filter(Boolean).join(', ');
}

function table(all: readonly Ended[]): string {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const of = all.filter((one) => one.kind === kind);
    const worst = (key: 'lost' | 'doubled' | 'rows') => Math.max(0, ...of.map(({ verdict }) => verdict?.[key] ?? 0));
    const offs = of.map(({ verdict }) => verdict?.off ?? 0).sort((one, other) => Math.abs(other) - Math.abs(one));
    const failed = of.filter(({ passed }) => !passed).length;
    return [kind, of.length, failed, worst('lost'), worst('doubled'), offs[0] ?? 0, worst('rows')].map(String);
  });
  const head = ['Fault', 'n', 'failed', 'lost s', 'doubled s', 'position s', 'rows'];
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  return [head, ...rows].map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n');
}
