import { createActor, type AnyActorRef } from 'xstate';
import { appMachine } from '../../src/machines/app/app.machine.ts';
import { createRecorder } from '../../src/machines/inspector/recorder.ts';
import { sessionMachine } from '../../src/machines/session/session.machine.ts';
import { authorize, getStatus } from '../../src/services/endpoints/auth.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { getLibraryWithFilterData, listLibraries } from '../../src/services/endpoints/libraries.ts';
import { playItem } from '../../src/services/endpoints/playback.ts';
import { listTasks } from '../../src/services/endpoints/tasks.ts';
import { createFakeNavigation } from '../../tests/support/fakes/navigation.ts';
import { createFakePorts } from '../../tests/support/fakes/ports.ts';
import { BOOK, bookSession } from '../../tests/support/player-fixtures.ts';
import { recording } from '../../tests/support/recordings.ts';

const ACCOUNT = recording('auth/login-root').response.body as { user: { id: string } };
/** Events of one measure: short, so that other work of the machine falls on all three alike. */
const EVENTS = 500;

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/**
 * The whole client without views, playing a book; sends the player events, each of which a dozen actors hear of.
 *
 * @param events of each kind of measure, sent in rounds
 * @returns processor time in ms per 20,000 events, of each round: never watched, while recorded, after the last
 *   inspector was closed
 */
export async function measureRecording(events: number) {
  const ports = createFakePorts({ navigation: createFakeNavigation(`/item/${BOOK.libraryItemId}`) });
  const { api, clock, media, storage } = ports;
  storage.put('earmark.session', JSON.stringify({ accessToken: 'token', userId: ACCOUNT.user.id }));
  api.answer(getStatus, recording('auth/status').response.body);
  api.answer(authorize, ACCOUNT);
  api.answer(listLibraries, recording('libraries/list').response.body);
  api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
  api.answer(getItem, recording('items/expanded-multi-file').response.body);
  api.answer(playItem, bookSession());
  api.answer(listTasks, { tasks: [] });
  const app = createActor(appMachine, { input: { ports, sessionMachine }, clock }).start();
  await settle();
  const player = app.system.get('player') as unknown as AnyActorRef;
  player.send({ type: 'player.play', ...BOOK });
  await settle();
  media.audio.becomeReady(26);
  const recorder = createRecorder({ root: app, elapsed: () => performance.now() });
  const burst = () => {
    const before = process.cpuUsage();
    for (let turn = 0; turn < EVENTS; turn += 1)
      player.send(turn % 2 ? { type: 'player.setVolume', volume: (turn % 10) / 10 } : { type: 'player.jumpForward' });
    const { user, system } = process.cpuUsage(before);
    return ((user + system) / 1000) * (20_000 / EVENTS);
  };
  const rounds = Array.from({ length: Math.ceil(events / EVENTS) });
  const round = () => {
    recorder.start();
    recorder.take(true);
    const recording = burst();
    recorder.take();
    recorder.stop();
    return recording;
  };
  for (let turn = 0; turn < 6; turn += 1) burst();
  const off = rounds.map(burst);
  round();
  const recorded: number[] = [];
  const closed: number[] = [];
  // In turn: what the garbage collector and other programs take falls on both.
  for (const [turn] of rounds.entries()) {
    if (turn % 2 === 0) closed.push(burst());
    recorded.push(round());
    if (turn % 2 === 1) closed.push(burst());
  }
  app.stop();
  return { off, closed, recorded };
}
