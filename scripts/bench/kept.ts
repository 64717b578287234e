import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { playItem, syncSession } from '../../src/services/endpoints/playback.ts';
import { bookSession } from '../../tests/support/player-fixtures.ts';
import { settle, startWhole } from './whole.ts';

/** Items played before memory is measured, and during it. */
const [WARM_UP, CHANGES] = [50, 200];
/** Seconds played before memory is measured, and during it: four hours. */
const [WARM_UP_S, PLAYED_S] = [1800, 14_400];
/** The media element reports its time four times a second. */
const TICKS = 4;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

type Client = Awaited<ReturnType<typeof startWhole>>;

/**
 * Memory that the machines of the whole client (over fake ports) keep, in MB: of 200 items played one after the other,
 * each for ten seconds, and of one item played for four hours with its saves. Throws when there is no sound, or it is
 * not saved.
 */
export async function measureMachines(): Promise<{ changesMb: number; hoursMb: number }> {
  return { changesMb: await measureChanges(), hoursMb: await measureHours() };
}

async function measureChanges(): Promise<number> {
  const client = await startWhole();
  await playItems(client, WARM_UP, 0);
  const before = weigh(client);
  await playItems(client, CHANGES, WARM_UP);
  const kept = weigh(client) - before;
  client.app.stop();
  return kept;
}

async function measureHours(): Promise<number> {
  const client = await startWhole();
  await open(client, 'long', WARM_UP_S + PLAYED_S + 60);
  await listen(client, WARM_UP_S);
  const before = weigh(client);
  await listen(client, PLAYED_S);
  if (client.ports.api.inputsOf(syncSession).length < PLAYED_S / 60) throw new Error('Heard time is not saved');
  const kept = weigh(client) - before;
  client.app.stop();
  return kept;
}

async function playItems(client: Client, count: number, first: number): Promise<void> {
  for (let at = first; at < first + count; at += 1) {
    await open(client, `item-${at}`, 600);
    await listen(client, 10);
  }
}

/** Plays an item of one file of this length (seconds) from its start. */
async function open({ ports: { api, media }, player }: Client, id: string, duration: number): Promise<void> {
  const [track] = bookSession()['audioTracks'] as object[];
  const audioTracks = [{ ...track, index: 1, startOffset: 0, duration }];
  api.answer(playItem, bookSession({ id: `session-${id}`, libraryItemId: id, duration, audioTracks, chapters: [] }));
  player.send({ type: 'player.play', libraryItemId: id, episodeId: null });
  await settle();
  media.audio.becomeReady(duration);
  await settle();
  if (!player.getSnapshot().matches({ transport: 'playing' })) throw new Error(`${id} does not play`);
}

async function listen({ ports: { clock, media }, player }: Client, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    for (let tick = 0; tick < TICKS; tick += 1) {
      media.playFor(1 / TICKS);
      clock.advance(1000 / TICKS);
    }
    // Answers the saves.
    if (second % 10 === 9) await new Promise((resolve) => setTimeout(resolve));
  }
  if (!player.getSnapshot().matches({ transport: 'playing' })) throw new Error('The sound has ended');
}

/** Memory in use, in MB, without the records of the fakes. */
function weigh({ ports: { api, media } }: Client): number {
  for (const notes of [api.calls, api.aborted, media.audio.calls, media.spare.calls]) (notes as unknown[]).length = 0;
  for (let round = 0; round < 3; round += 1) collect();
  return process.memoryUsage().heapUsed / 1_000_000;
}
