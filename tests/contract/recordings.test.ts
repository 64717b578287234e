import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readHttpRecordings } from './recording.ts';
import { checkHttp } from './suite.ts';

const folder = fileURLToPath(new URL('./recordings', import.meta.url));
const recordings = readHttpRecordings(folder);

test.each(recordings.map((recording) => [recording.name, recording] as const))('the answer of %s is as declared', (_, recording) => {
  expect(checkHttp(recording)).toBeNull();
});
