import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const documents = ['.', 'docs', 'server', 'src', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .map((name) => normalize(`${folder}/${name}`))
    .filter((path) => path.endsWith('.md')),
);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('what the documents name is there', () => {
  test('documents are read', () => expect(documents.length).toBeGreaterThan(60));

  test.each(documents)('%s', (path) => {
    const text = read(path);
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => join(dirname(path), link));
    const files = [...text.matchAll(/`((?:src|server|scripts|tests|docs)\/[\w./-]+)`/g)].map(([, file = '']) => file);
    // In capitals: a place for a name.
    const isPlace = (name: string) => /\/[A-Z]+$/.test(name);
    expect([...links, ...files].filter((name) => !isPlace(name) && !existsSync(join(root, name)))).toEqual([]);
  });
});
