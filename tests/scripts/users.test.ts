import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testsOfUsers, usersIn } from '../../scripts/mutants/users.ts';

const root = mkdtempSync(path.join(tmpdir(), 'earmark-users-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const FILES = {
  'src/machines/a/x.logic.ts': '',
  'src/machines/a/a.machine.ts': "import { x } from './x.logic.ts';",
  'src/machines/b/b.machine.ts': "import { x } from '../a/x.logic.ts';",
  'src/views/c/one.tsx': "import { x } from '../../machines/a/x.logic.ts';",
  'src/views/c/two.tsx': "import {\n  x,\n} from '../../machines/a/x.logic.ts';",
  'tests/machines/a/x.test.ts': "import { x } from '../../../src/machines/a/x.logic.ts';",
  'tests/machines/d/d.test.ts': "import { x } from '../../../src/machines/a/x.logic.ts';",
  'tests/views/c/c.test.tsx': "import { x } from '../../../src/machines/a/x.logic.ts';",
};

test('who imports a source is found: areas by how often, and tests', () => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const usersOf = usersIn(root);
  const file = 'src/machines/a/x.logic.ts';
  const tests = ['tests/machines/a/x.test.ts', 'tests/machines/d/d.test.ts', 'tests/views/c/c.test.tsx'];
  expect(usersOf(file)).toEqual({ areas: ['views/c', 'machines/b'], tests });
  expect(usersOf('src/machines/a/other.ts')).toEqual({ areas: [], tests: [] });
  const known = ['tests/machines/a'];
  expect(testsOfUsers([file], usersOf, known, () => true)).toEqual([
    'tests/views/c',
    'tests/machines/b',
    'tests/machines/d/d.test.ts',
  ]);
  expect(testsOfUsers([file], usersOf, known, (place) => place !== 'tests/views/c')).toEqual([
    'tests/machines/b',
    'tests/machines/d/d.test.ts',
    'tests/views/c/c.test.tsx',
  ]);
});

test('no more than two areas are asked', () => {
  const usersOf = () => ({ areas: ['views/a', 'views/b', 'views/c'], tests: ['tests/views/b/x.test.ts'] });
  expect(testsOfUsers(['x'], usersOf, [], () => true)).toEqual(['tests/views/a', 'tests/views/b']);
});
