import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeFfmpeg } from './ffmpeg-stand-in.ts';
import { liveThrough } from './history.ts';
import { createIds, type Ids } from './ids.ts';
import { socketExceptions } from './socket-exceptions.ts';
import { replaySockets, socketRecordings } from './sockets.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let ids: Ids;
let folder: string;
beforeAll(async () => {
  vi.stubEnv('PATH', '');
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-sockets-'));
  vi.stubEnv('FFMPEG_PATH', writeFfmpeg(folder));
  world = await startWorld();
  ids = await createIds(world);
  await liveThrough(world, ids);
  for (const socket of world.online.splice(0)) socket.disconnect();
}, 60_000);
afterAll(async () => {
  await world.stop();
  fs.rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

test('every recorded conversation replays with the same events in order, or is excepted with a reason', async () => {
  const replayed = socketRecordings.filter(({ name }) => socketExceptions[name] === undefined);
  const problems = await replaySockets(world, ids, replayed);
  console.log(`${replayed.length} of ${socketRecordings.length} conversations lived through`);
  expect(Object.entries(problems).map(([name, found]) => `${name}: ${found.join('; ')}`)).toEqual([]);
}, 120_000);
