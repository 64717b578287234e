import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The import writes rows of another server as they are. */
const MAY_WRITE = /^(?:store\/|import\/)|\.repo\.ts$/;

test('tables are written by their repositories alone', () => {
  const files = fs.readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const writing = files.filter((file) =>
    /\b(?:INSERT INTO|DELETE FROM|UPDATE \S+ SET)\b/.test(fs.readFileSync(path.join('server', file), 'utf8')),
  );
  expect(writing.filter((file) => !MAY_WRITE.test(file))).toEqual([]);
  expect(writing.length).toBeGreaterThan(10);
});
