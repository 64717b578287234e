import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenCitations, findWords, unwantedWords } from './support/words.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const unwanted = unwantedWords(read('docs/glossary.md'));

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name.replaceAll('\\', '/')}`,
  );
/** Code with its comments, and the catalogue. */
const sources = filesIn('src').filter((path) => /\.(tsx?|js|json)$/.test(path));
/** The server and the tests, but those of the words themselves. */
const others = [...filesIn('server'), ...filesIn('tests')].filter(
  (path) => /\.tsx?$/.test(path) && !/\/words(\.test)?\.ts$/.test(path),
);

describe('the words of the glossary', () => {
  test('none of its column Not stands in a name or text', () => {
    expect(
      [...sources, ...others].flatMap((path) =>
        findWords(read(path), unwanted).map(({ line, word }) => `${path}:${line}: ${word}`),
      ),
    ).toEqual([]);
  });

  test('all of the source and the catalogue are read', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(others.length).toBeGreaterThan(300);
    expect(sources).toContain('src/locales/en-us/start.json');
  });

  test('each term has one row', () => {
    const terms = [...read('docs/glossary.md').matchAll(/^\| ([^|]+?) \|/gm)]
      .map((row) => row[1])
      .filter((term) => term !== 'Say');
    expect(terms).toEqual([...new Set(terms)]);
  });
});

describe('what comments cite', () => {
  const numbersIn = (path: string, row: RegExp) => [...read(path).matchAll(row)].map(([, number]) => Number(number));
  const known = {
    pitfall: numbersIn('docs/pitfalls.md', /^\| (\d+) \|/gm),
    'server fact': numbersIn('docs/server-facts.md', /^(\d+)\. /gm),
    decision: readdirSync(join(root, 'docs/decisions')).map((name) => Number(name.slice(0, 4))),
    documents: ['.', 'docs', 'server', 'src/machines', 'src/views/ui', 'tests/contract'].flatMap((folder) =>
      readdirSync(join(root, folder)).filter((name) => name.endsWith('.md')),
    ),
  };

  test('is in the repository', () => {
    expect(
      sources.flatMap((path) => brokenCitations(read(path), known).map(({ line, word }) => `${path}:${line}: ${word}`)),
    ).toEqual([]);
  });

  test('is missed when it is not', () => {
    const text =
      '/** Once (pitfall 2, server facts 1, 4).\n * See README.md, look.md and decision 0007, pitfalls 1 and 9. */';
    const few = { pitfall: [1, 2], 'server fact': [1], decision: [6], documents: ['README.md'] };
    expect(brokenCitations(text, few)).toEqual([
      { line: 1, word: 'server fact 4' },
      { line: 2, word: 'pitfall 9' },
      { line: 2, word: 'decision 7' },
      { line: 2, word: 'look.md' },
    ]);
  });
});

describe('an unwanted word is found', () => {
  const glossary =
    '| Say | Meaning | Not |\n|---|---|---|\n| progress uploader | sends | courier, stash |\n| refetch | asks again | ask anew |\n';

  test.each<[string, string, string[]]>([
    ['as a name', 'const courier = 1;', ['courier']],
    ['as a part of a name', 'startCourier(); type CourierInput = never;', ['courier', 'courier']],
    ['in a constant', 'const MOST_STASHES = COURIER_MS;', ['courier']],
    ['in a file name', "import './courier.actor.ts';", ['courier']],
    ['as several words of a text', '"text": "Ask anew in a moment"', ['ask anew']],
    ['as several words of a name', 'askAnew();', ['ask anew']],
  ])('%s', (_name, text, words) => {
    expect(findWords(text, unwantedWords(glossary)).map(({ word }) => word)).toEqual(words);
  });

  test('with its line, and not inside of another word', () => {
    expect(findWords('const couriers = 1;\n\nconst a = courier;', unwantedWords(glossary))).toEqual([
      { line: 3, word: 'courier' },
    ]);
  });
});
