import { expect, test, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { createRecorder } from '../../../src/machines/inspector/recorder.ts';
import { differs, replayActor, stepsOf } from '../../../src/machines/inspector/replay.logic.ts';
import { pageHostMachine, type PageHostRef } from '../../../src/machines/app/page-host/page-host.machine.ts';
import { pages } from '../../../src/machines/app/page-host/pages.ts';
import { topState } from '../../support/state-values.ts';
import { startClient } from '../../support/whole-client.ts';

/** Loaded here: the code of a page may take longer than a test waits. */
for (const name of ['account', 'configStats'] as const) await pages[name]?.load();

test('the page host goes the recorded way from one page to the next, and back to one whose code it keeps', async () => {
  const { app, ports } = await startClient('/account');
  const pageHost = app.system.get('pageHost') as PageHostRef;
  await vi.waitFor(() => expect(topState(pageHost)).toBe('open'));
  const recorder = createRecorder({ root: app as AnyActorRef, elapsed: ports.clock.elapsed });
  recorder.start();
  for (const path of ['/config/stats', '/account']) {
    ports.navigation.visit(path);
    pageHost.send({ type: 'progress.settled' } as never);
    await vi.waitFor(() => expect([topState(pageHost), ports.navigation.current().pathname]).toEqual(['open', path]));
  }
  recorder.take();
  const recording = JSON.parse(JSON.stringify(recorder.recording('Account'))) as ReturnType<typeof recorder.recording>;
  const actor = recording.actors.find(({ name }) => name === 'pageHost');
  if (!actor) throw new Error('The page host is not in the recording');
  const steps = stepsOf(recording, actor.id);
  const replayed = replayActor(pageHostMachine, actor, recording);
  expect(steps.map(({ event }) => event)).toContain('route.changed');
  expect(replayed.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(steps.filter((step, index) => differs(step, replayed[index]))).toEqual([]);
});
