import { expect } from 'playwright/test';
import { test } from '../e2e/support/folders.ts';
import { HISTORIES, type History } from './histories.ts';
import { judge } from './support/judge.ts';
import { randomHistory } from './support/random.ts';
import { RESULT, type Result } from './support/result.ts';
import { startStage } from './support/stage.ts';
import { parseSteps, take } from './support/steps.ts';

/** Browser logs of failing requests, which these tests cause. */
const FAILED_REQUESTS = /ERR_|Failed to (load|fetch)|WebSocket|the server responded with a status of|NetworkError/;
/** Frames of a book run no scripts. */
const NO_SCRIPTS = /Blocked script execution in 'about:(srcdoc|blank)'/;
const RIGHT = { lost: 0, doubled: 0, off: 0, rows: 0, problems: [] };

const { FAULTS_SERVER: where = 'emb', FAULTS_RANDOM = '0', FAULTS_SEED = '1', FAULTS_STEPS } = process.env;
const isOwn = where === 'emb' || where === 'rig';

function chosen(): readonly History[] {
  if (FAULTS_STEPS !== undefined) return [{ name: 'steps', kind: 'steps', steps: FAULTS_STEPS }];
  const random = Array.from({ length: Number(FAULTS_RANDOM) }, (_, at) =>
    randomHistory(Number(FAULTS_SEED) + at, isOwn),
  );
  return [...HISTORIES.filter(({ steps }) => isOwn || !/server|token/.test(steps)), ...random];
}

for (const { name, kind, steps } of chosen()) {
  test(`${kind}: ${name}`, async ({ demoFolder }) => {
    const startedAt = Date.now();
    const { setup, deeds } = parseSteps(steps);
    const stage = await startStage(where, setup, demoFolder);
    stage.watch.allow(FAILED_REQUESTS, NO_SCRIPTS);
    const note = (result: Partial<Result>) =>
      test.info().annotations.push({ type: RESULT, description: JSON.stringify({ name, kind, steps, ...result }) });
    try {
      for (const deed of deeds) {
        stage.proxy.note(`-- ${deed.join(' ')}`);
        await test.step(deed.join(' '), () => take(stage, deed));
      }
      stage.proxy.note('-- the end');
      const { verdict, facts } = await judge(stage);
      note({ verdict, facts, seconds: Math.round((Date.now() - startedAt) / 1000) });
      expect(verdict, [steps, ...facts].join('\n')).toEqual(RIGHT);
    } finally {
      await test.info().attach('saves', { body: stage.proxy.notes.join('\n') });
      await stage.close();
    }
  });
}
