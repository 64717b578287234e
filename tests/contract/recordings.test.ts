import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readHttpRecordings, readSocketRecordings } from './recording.ts';
import { checkHttp, checkSocket } from './suite.ts';

const folder = fileURLToPath(new URL('./recordings', import.meta.url));

test.each(readHttpRecordings(folder).map((recording) => [recording.name, recording] as const))(
  'the answer of %s matches the schema of its endpoint',
  (_, recording) => {
    expect(checkHttp(recording)).toBeNull();
  },
);

test.each(readSocketRecordings(folder).map((recording) => [recording.name, recording] as const))(
  'the events of %s match their schemas',
  (_, recording) => {
    expect(checkSocket(recording)).toBeNull();
  },
);
