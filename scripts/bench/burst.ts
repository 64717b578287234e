import { createRecorder } from '../../src/machines/inspector/recorder.ts';
import { BOOK } from '../../tests/support/player-fixtures.ts';
import { settle, startWhole } from './whole.ts';

/** Events of one measure: short, so that other work of the machine affects all three alike. */
const EVENTS = 500;

/**
 * The whole client without views, playing a book; sends the player events that a dozen actors react to. `events`: of
 * each kind of measure, sent in rounds. Returns processor time in ms per 20,000 events of each round: never watched,
 * while recorded, after the last inspector closed.
 */
export async function measureRecording(events: number) {
  const { app, ports, player } = await startWhole();
  player.send({ type: 'player.play', ...BOOK });
  await settle();
  ports.media.audio.becomeReady(26);
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
  // In turn: garbage collection and other programs affect both.
  for (const [turn] of rounds.entries()) {
    if (turn % 2 === 0) closed.push(burst());
    recorded.push(round());
    if (turn % 2 === 1) closed.push(burst());
  }
  app.stop();
  return { off, closed, recorded };
}
