import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readHttpRecordings, readSocketRecordings } from './recording.ts';
import { checkHttp, checkSocket } from './suite.ts';

const folder = fileURLToPath(new URL('./recordings', import.meta.url));

test.each(readHttpRecordings(folder).map((recording) => [recording.name, recording] as const))(
  'the answer of %s is as its endpoint declares it',
  (_, recording) => {
    expect(checkHttp(recording)).toBeNull();
  },
);

test.each(readSocketRecordings(folder).map((recording) => [recording.name, recording] as const))(
  'the events of %s are as declared',
  (_, recording) => {
    expect(checkSocket(recording)).toBeNull();
  },
);
