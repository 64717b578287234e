import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readHttpRecordings } from './recording.ts';
import { checkHttp, routes } from './suite.ts';

const folder = fileURLToPath(new URL('./recordings', import.meta.url));
const known = readHttpRecordings(folder).filter((recording) => routes.find(recording.request) !== null);

test.each(known.map((recording) => [recording.name, recording] as const))('the answer of %s is as declared', (_, recording) => {
  expect(checkHttp(recording)).toBeNull();
});
