import { createActor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { appMachine } from '../../../src/machines/app/app.machine.ts';
import type { PlayerRef } from '../../../src/machines/playback/player/player.machine.ts';
import type { RouterRef } from '../../../src/machines/kit/router/router.machine.ts';
import { createTapeRecorder } from '../../../src/machines/inspector/tape/record-tape.ts';
import { createRerun } from '../../../src/machines/inspector/tape/rerun.ts';
import { watchRandomValues } from '../../../src/services/random-values.ts';
import { createFakeNavigation } from '../../support/fakes/navigation.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { BOOK } from '../../support/player-fixtures.ts';
import { startRoot } from '../../support/roots.ts';
import { answerAsRecorded, ACCOUNT } from '../../support/whole-client.ts';
import { transportOf } from '../../support/state-values.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

async function record() {
  const fakes = createFakePorts({ navigation: createFakeNavigation('/library/lib') });
  answerAsRecorded(fakes);
  const recorder = createTapeRecorder({
    ports: fakes,
    timers: fakes.clock,
    clock: fakes.clock,
    later: (run) => void setImmediate(run),
  });
  const app = createActor(appMachine, { input: { ports: recorder.ports }, clock: recorder.timers });
  recorder.attend(app);
  const end = watchRandomValues(recorder.random);
  startRoot(app);
  await vi.waitFor(() => expect(app.system.get('player')).toBeDefined());
  return { fakes, app, recorder, end };
}

test('a whole client goes as it went, from its tape alone', async () => {
  const { fakes, app, recorder, end } = await record();
  const player = app.system.get('player') as PlayerRef;
  player.send({ type: 'player.play', ...BOOK });
  await vi.waitFor(() => expect(player.getSnapshot().context.opened).not.toBe(null));
  fakes.media.audio.becomeReady(26);
  expect(transportOf(player)).toBe('playing');
  for (let second = 0; second < 20; second += 1) {
    fakes.media.playFor(1);
    fakes.clock.advance(1000);
    await settle();
  }
  (app.system.get('router') as RouterRef).send({ type: 'router.go', to: '/item/a' });
  await vi.waitFor(() =>
    expect((app.system.get('page') as PlayerRef).getSnapshot().value).toMatchObject({ ready: 'resting' }),
  );
  player.send({ type: 'player.pause' });
  await settle();
  const tape = recorder.finish();
  const text = JSON.stringify(tape);
  expect(text).not.toContain(ACCOUNT.user.accessToken);
  end();
  const rerun = createRerun({ tape: JSON.parse(text), settle });
  const endAgain = watchRandomValues((values) => values.set(rerun.random()));
  await rerun.playTo(Infinity);
  expect(Object.fromEntries(rerun.differences)).toEqual({});
  rerun.stop();
  endAgain();
});
