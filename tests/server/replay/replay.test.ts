import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reasonFor } from './exceptions.ts';
import { recordings } from './recorded.ts';
import { replay } from './replay.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  vi.stubEnv('PATH', '');
  vi.stubEnv('FFMPEG_PATH', '');
  world = await startWorld();
}, 60_000);
afterAll(async () => {
  await world.stop();
  vi.unstubAllEnvs();
});

test('every recorded request gets the recorded answer, or is excepted with a reason', async () => {
  const excepted = recordings.filter(({ name }) => reasonFor(name) !== undefined);
  const { replayed, problems } = await replay(world, (name) => reasonFor(name) === undefined);
  const reasons = new Set(excepted.map(({ name }) => reasonFor(name)));
  const lines = [...reasons].map(
    (reason) => `  ${excepted.filter(({ name }) => reasonFor(name) === reason).length}: ${reason}`,
  );
  console.log([`${replayed.length} replayed, ${excepted.length} excepted`, ...lines].join('\n'));
  expect(Object.entries(problems).map(([name, found]) => `${name}: ${found.join('; ')}`)).toEqual([]);
  expect(replayed.length + excepted.length).toBe(recordings.length);
}, 120_000);
