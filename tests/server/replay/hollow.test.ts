import { expect, test } from 'vitest';
import { differences } from './compare.ts';
import { isDeviation, isOfAnotherMoment, reasonFor } from './exceptions.ts';
import { recordings } from './recorded.ts';
import { socketExceptions } from './socket-exceptions.ts';
import { recordedBy, socketRecordings, unlike } from './sockets.ts';
import { valueDifferences } from './values.ts';

type Hollow = (value: unknown) => unknown;

/** The same shape without content. */
const emptied: Hollow = (value) => {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, emptied(entry)]));
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return '';
  return typeof value === 'boolean' ? false : value;
};

const withoutValues: Hollow = (value) => {
  if (Array.isArray(value)) return value.map(() => null);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.keys(value).map((key) => [key, null]))
    : null;
};

const answers = recordings.filter(
  ({ name, response }) =>
    reasonFor(name) === undefined &&
    typeof response.body === 'object' &&
    response.body !== null &&
    !('$binary' in response.body),
);

test.each<[string, Hollow]>([
  ['lists emptied, numbers 0, texts empty, flags false', emptied],
  ['top-level keys null', withoutValues],
])('hollow copies of the recorded answers (%s) are rejected', (_kind, hollow) => {
  const filled = answers.filter(
    ({ response }) => JSON.stringify(hollow(response.body)) !== JSON.stringify(response.body),
  );
  const passed = filled.filter(({ name, response }) =>
    differences(hollow(response.body), response.body).every((problem) =>
      isDeviation(name, problem.split(': ', 1)[0] ?? ''),
    ),
  );
  const share = 1 - passed.length / filled.length;
  console.log(
    `${filled.length - passed.length} of ${filled.length} told (${(share * 100).toFixed(1)} %), not: ${passed.map(({ name }) => name).join(', ')}`,
  );
  expect(filled.length).toBeGreaterThan(300);
  expect(share).toBeGreaterThanOrEqual(0.95);
});

test('an answer equals itself', () => {
  const unlike = answers.filter(
    ({ response }) => differences(structuredClone(response.body), response.body).length > 0,
  );
  expect(unlike.map(({ name }) => name)).toEqual([]);
});

const named = (dirname: string) => ({ path: `/${dirname}`, dirname, level: 0 });

test.each([
  ['as many as recorded', ['etc', 'srv'], []],
  ['one more', ['etc', 'home', 'srv'], []],
  ['one at another level', ['etc'], ['directories[].level: 1 instead of 0']],
])('folders of another machine are compared by their names: %s', (_case, names, expected) => {
  const mine = names.map(named).map((folder) => (expected.length > 0 ? { ...folder, level: 1 } : folder));
  const rules = { isWhole: () => false, isOwn: () => false };
  expect(valueDifferences({ directories: mine }, { directories: [named('config'), named('etc')] }, rules)).toEqual(
    expected,
  );
});

test('entries without a name are compared by their place only where the list is of the same moment', () => {
  const [mine, recorded] = [{ lines: [{ level: 1 }, { level: 2 }] }, { lines: [{ level: 1 }, { level: 3 }] }];
  const differencesOf = (isWhole: boolean) =>
    valueDifferences(mine, recorded, { isWhole: () => isWhole, isOwn: () => false });
  expect(differencesOf(true)).toEqual(['lines[].level: 2 instead of 3']);
  expect(differencesOf(false)).toEqual([]);
});

test('a mark of another moment applies at its paths, not for the whole recording', () => {
  const marked = (path: string) => isOfAnotherMoment('stats/server', path);
  const [mine, recorded] = [{ books: { numItems: 3, numAuthors: 4 } }, { books: { numItems: 2, numAuthors: 5 } }];
  expect(valueDifferences(mine, recorded, { isWhole: (path) => !marked(path), isOwn: () => false })).toEqual([
    'books.numAuthors: 4 instead of 5',
  ]);
});

const conversations = socketRecordings
  .filter(({ name }) => socketExceptions[name] === undefined)
  .flatMap((recording) =>
    [...new Set(recording.events.map(({ socket }) => socket))].map((socket) => ({
      recording,
      socket,
      heard: recordedBy(recording, socket),
    })),
  )
  .filter(({ heard }) => heard.length > 0);

const payloadsHollow =
  (hollow: Hollow) =>
  ([event, payload]: readonly [string, unknown]) =>
    [event, hollow(payload)] as const;

test.each<[string, (heard: (typeof conversations)[number]['heard']) => (typeof conversations)[number]['heard']]>([
  ['lists emptied, numbers 0, texts empty, flags false', (heard) => heard.map(payloadsHollow(emptied))],
  ['top-level keys null', (heard) => heard.map(payloadsHollow(withoutValues))],
  ['the last event missing', (heard) => heard.slice(0, -1)],
  ['an event twice', (heard) => [...heard, ...heard.slice(-1)]],
  ['the other way round', (heard) => heard.toReversed()],
])('hollow copies of the recorded conversations (%s) are rejected', (_kind, change) => {
  const changed = conversations.filter(({ heard }) => JSON.stringify(change(heard)) !== JSON.stringify(heard));
  const passed = changed.filter(
    ({ recording, socket, heard }) => unlike(recording, socket, change(heard)).length === 0,
  );
  const share = 1 - passed.length / changed.length;
  console.log(
    `${changed.length - passed.length} of ${changed.length} told (${(share * 100).toFixed(1)} %), not: ${passed.map(({ recording, socket }) => `${recording.name} ${socket}`).join(', ')}`,
  );
  expect(share).toBeGreaterThanOrEqual(0.95);
});

test('a conversation equals itself', () => {
  const unlikely = conversations.filter(({ recording, socket, heard }) => unlike(recording, socket, heard).length > 0);
  expect(unlikely.map(({ recording }) => recording.name)).toEqual([]);
});
