import { describe, expect, test, vi } from 'vitest';
import {
  afterMatch,
  changesOf,
  isImageUrl,
  matchOf,
  valuesOf,
  type AuthorValues,
} from '../../../../src/machines/browse/authors/edit-author.logic.ts';
import { editAuthorMachine } from '../../../../src/machines/browse/authors/edit-author.machine.ts';
import { selectEditAuthorState } from '../../../../src/machines/browse/authors/author.selectors.ts';
import type { AuthorDetail } from '../../../../src/schemas/api/author.ts';
import {
  deleteAuthor,
  getAuthor,
  matchAuthor,
  removeAuthorImage,
  setAuthorImage,
  updateAuthor,
} from '../../../../src/services/endpoints/authors.ts';
import { getFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { authorBody, oneAuthor } from '../../../support/people-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const { id } = oneAuthor;
const listed = { ...authorBody, libraryItems: undefined, series: undefined };
/** What the library has, with these authors. */
const withAuthors = (...authors: readonly { readonly id: string; readonly name: string }[]) => ({
  ...(recording('libraries/filterdata').response.body as object),
  authors,
});

async function open(changes: object = {}) {
  const host = createHost(editAuthorMachine, {
    input: { authorId: id, name: oneAuthor.name },
    named: { modals: null, toasts: null },
  });
  host.ports.api.answer(getAuthor, { ...authorBody, ...changes });
  host.ports.api.answer(
    getFilterData,
    withAuthors({ id, name: oneAuthor.name }, { id: 'other', name: 'Another Author' }),
  );
  await vi.waitFor(() => expect(selectEditAuthorState(host.subject.getSnapshot())).toBe('ready'));
  const { fields, image } = host.subject.getSnapshot().context;
  if (!fields || !image) throw new Error('The forms are missing');
  const type = (field: 'name' | 'asin' | 'description', value: string) =>
    fields.send({ type: 'form.change', field, value });
  const toasts = () =>
    host.receivedBy('toasts').map((event) => ('message' in event ? (event['message'] as { key: string }).key : ''));
  const values = () => fields.getSnapshot().context.values;
  const output = () => host.subject.getSnapshot().output;
  return { ...host, fields, image, type, toasts, values, output };
}

test('only what changed is sent (AUR-003, VAL-077)', async () => {
  const modal = await open();
  modal.ports.api.answer(updateAuthor, { author: { ...listed, asin: 'B1' }, updated: true });
  modal.type('asin', ' B1 ');
  modal.fields.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(modal.ports.api.inputsOf(updateAuthor)).toEqual([{ id, change: { asin: 'B1' } }]));
});

test('the modal closes with a notice once the change is saved (AUR-005, AUR-006, ERR-062)', async () => {
  const modal = await open();
  modal.ports.api.answer(updateAuthor, { author: { ...listed, asin: 'B1' }, updated: true });
  modal.type('asin', ' B1 ');
  modal.fields.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(modal.output()).toEqual({ kind: 'updated', authorId: id }));
  expect(modal.toasts()).toEqual(['authors.updated']);
  expect(modal.receivedBy('toasts')).toMatchObject([{ kind: 'success' }]);
});

test('without changes nothing is sent, a notice says so and the modal stays (AUR-004, AUR-005, VAL-078)', async () => {
  const modal = await open();
  modal.type('name', `${oneAuthor.name} `);
  modal.fields.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['authors.noUpdates']));
  expect(modal.receivedBy('toasts')).toMatchObject([{ kind: 'info' }]);
  expect(modal.ports.api.inputsOf(updateAuthor)).toEqual([]);
  expect(modal.output()).toBeUndefined();
});

describe('a name that another author has', () => {
  const submit = async (modal: Awaited<ReturnType<typeof open>>) => {
    modal.type('name', ' Another Author ');
    modal.fields.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(modal.subject.getSnapshot().matches({ ready: 'asking' })).toBe(true));
  };

  test('is not saved before a person agrees to merge the two; then it ends with who remains (AUR-005, AUR-007, ERR-063)', async () => {
    const modal = await open();
    modal.ports.api.answer(updateAuthor, { author: { ...listed, id: 'other' }, merged: true });
    await submit(modal);
    expect(modal.ports.api.inputsOf(updateAuthor)).toEqual([]);
    const count = authorBody.libraryItems.length;
    expect(modal.receivedBy('modals')).toMatchObject([
      {
        tag: 'merge',
        input: {
          tone: 'danger',
          message: { key: 'authors.confirmMerge', values: { name: oneAuthor.name, to: 'Another Author', count } },
          confirmLabel: { key: 'authors.merge' },
        },
      },
    ]);
    modal.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(modal.output()).toEqual({ kind: 'merged', authorId: 'other' }));
    expect(modal.ports.api.inputsOf(updateAuthor)).toEqual([{ id, change: { name: 'Another Author' } }]);
    expect(modal.toasts()).toEqual(['authors.merged']);
  });

  test('stays as typed without a confirmation, needs one again, and one for another name does not count', async () => {
    const modal = await open();
    await submit(modal);
    modal.subject.send(questionClosed(false));
    expect([modal.values().name.trim(), modal.output(), modal.toasts()]).toEqual(['Another Author', undefined, []]);
    modal.ports.api.refuseOnce(updateAuthor, { kind: 'network' });
    await submit(modal);
    modal.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(modal.fields.getSnapshot().context.error).toEqual({ kind: 'network' }));
    modal.ports.api.answer(getFilterData, withAuthors({ id: 'third', name: 'A Third' }));
    modal.type('name', 'A Third');
    modal.fields.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(modal.receivedBy('modals')).toHaveLength(3));
    expect(modal.ports.api.inputsOf(updateAuthor)).toHaveLength(1);
  });

  test('is unknown when the names fail to load: nothing is saved, with the reason', async () => {
    const modal = await open();
    modal.ports.api.refuse(getFilterData, { kind: 'network' });
    modal.type('name', 'Another Author');
    modal.fields.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(modal.fields.getSnapshot().context.error).toEqual({ kind: 'network' }));
    expect([modal.ports.api.inputsOf(updateAuthor), modal.receivedBy('modals')]).toEqual([[], []]);
  });
});

test('a failed save keeps typed values, with the reason', async () => {
  const modal = await open();
  modal.ports.api.refuse(updateAuthor, { kind: 'server', status: 500, message: 'no room' });
  modal.type('name', 'Other');
  modal.fields.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(modal.fields.getSnapshot().context.error).toMatchObject({ message: 'no room' }));
  expect(modal.values().name).toBe('Other');
  expect(modal.output()).toBeUndefined();
});

test.each([
  ['', 'nameMissing'],
  ['wilkie COLLINS', 'isCoAuthor'],
])('the name %j is not sent', async (name, problem) => {
  const [book, ...others] = authorBody.libraryItems as [
    { media: { metadata: object } } & object,
    ...(readonly object[]),
  ];
  const metadata = { ...book.media.metadata, authorName: `${oneAuthor.name}, Wilkie Collins` };
  const shared = { ...book, media: { ...book.media, metadata } };
  const modal = await open({ libraryItems: [shared, ...others] });
  modal.type('name', name);
  modal.fields.send({ type: 'form.submit' });
  expect(modal.fields.getSnapshot().context.problems).toEqual({ name: problem });
  expect(modal.ports.api.inputsOf(updateAuthor)).toEqual([]);
});

test("a match takes the provider's values and keeps the typed ones beside them", async () => {
  const modal = await open();
  modal.type('name', 'C. Dickens');
  const found = { ...listed, asin: 'B000APXXXX', description: 'An English writer.', imagePath: '/a.jpg' };
  modal.ports.api.answer(matchAuthor, { updated: true, author: found });
  modal.subject.send({ type: 'editAuthor.match', provider: 'audible.uk' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['authors.updated']));
  expect(modal.ports.api.inputsOf(matchAuthor)).toEqual([{ id, q: 'C. Dickens', region: 'uk' }]);
  expect(modal.values()).toMatchObject({ name: 'C. Dickens', asin: 'B000APXXXX', description: 'An English writer.' });
  expect(changesOf(modal.values())).toEqual({ name: 'C. Dickens' });
});

test.each([
  ['without a picture', { updated: true, author: listed }, 'authors.updatedWithoutImage'],
  ['of nothing new', { updated: false, author: listed }, 'authors.noUpdates'],
])('a match %s has a notice of its own (AUR-008, ERR-064, AMB-72)', async (_name, answer, key) => {
  const modal = await open();
  modal.ports.api.answer(matchAuthor, answer);
  modal.subject.send({ type: 'editAuthor.match', provider: 'google' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual([key]));
  expect([modal.subject.getSnapshot().hasTag('busy'), modal.receivedBy('modals')]).toEqual([false, []]);
});

test.each([
  ['AUR-014, ERR-051', { kind: 'notFound', message: 'Author not found' }, 'authors.notFoundByProvider'],
  ['AUR-015, ERR-055', { kind: 'network' }, 'authors.updateFailed'],
] as const)('a match that fails says so (%s): %j', async (_rows, error, key) => {
  const modal = await open();
  modal.ports.api.refuse(matchAuthor, error);
  modal.subject.send({ type: 'editAuthor.match', provider: '' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual([key]));
  expect(selectEditAuthorState(modal.subject.getSnapshot()), 'it can be tried again').toBe('ready');
  expect(modal.subject.getSnapshot().hasTag('busy')).toBe(false);
});

test('without name and ASIN no search starts (AUR-013, VAL-076)', async () => {
  const modal = await open();
  modal.type('name', ' ');
  modal.subject.send({ type: 'editAuthor.match', provider: '' });
  expect(modal.subject.getSnapshot().matches({ ready: 'resting' })).toBe(true);
});

test('a picture is set from an address; a wrong one shows an error at its field and in a toast (AUR-011, ERR-050)', async () => {
  const modal = await open();
  modal.image.send({ type: 'form.change', field: 'url', value: 'ftp://a.example/b.jpg' });
  modal.subject.send({ type: 'editAuthor.setImage' });
  expect(modal.image.getSnapshot().context.problems).toEqual({ url: 'invalidUrl' });
  expect(modal.toasts()).toEqual(['authors.invalidImageUrl']);
  modal.ports.api.answer(setAuthorImage, { author: { ...listed, imagePath: '/a.jpg' } });
  modal.image.send({ type: 'form.change', field: 'url', value: ' https://a.example/b.jpg' });
  modal.subject.send({ type: 'editAuthor.setImage' });
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['authors.invalidImageUrl', 'authors.updated']));
  expect(modal.ports.api.inputsOf(setAuthorImage)).toEqual([{ id, url: 'https://a.example/b.jpg' }]);
  expect(modal.subject.getSnapshot().context.author?.imagePath).toBe('/a.jpg');
  expect(modal.image.getSnapshot().context.values.url).toBe('');
});

test('the picture is removed once that is confirmed (AUR-009, ERR-065)', async () => {
  const modal = await open({ imagePath: '/a.jpg' });
  modal.ports.api.answer(removeAuthorImage, { author: listed });
  modal.subject.send({ type: 'editAuthor.remove', what: 'image' });
  expect(modal.receivedBy('modals')).toMatchObject([{ modal: 'confirm', tag: 'image' }]);
  modal.subject.send(questionClosed(true));
  await vi.waitFor(() => expect(modal.toasts()).toEqual(['authors.imageRemoved']));
  expect(modal.subject.getSnapshot().hasTag('busy')).toBe(false);
  expect(modal.subject.getSnapshot().context.author?.imagePath).toBeNull();
  expect(modal.output()).toBeUndefined();
});

test('a picture that failed to be removed stays, and can be retried (AUR-012, ERR-054, AMB-71)', async () => {
  const modal = await open({ imagePath: '/a.jpg' });
  const error = { kind: 'forbidden', message: 'No' } as const;
  modal.ports.api.refuse(removeAuthorImage, error);
  for (const times of [1, 2]) {
    modal.subject.send({ type: 'editAuthor.remove', what: 'image' });
    expect(modal.receivedBy('modals')).toHaveLength(times);
    modal.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(modal.receivedBy('toasts')).toHaveLength(times));
    expect([modal.subject.getSnapshot().hasTag('busy'), modal.ports.api.inputsOf(deleteAuthor)]).toEqual([false, []]);
  }
  expect(modal.receivedBy('toasts').at(-1)).toEqual({
    type: 'toasts.show',
    id: 'author',
    kind: 'error',
    message: { key: 'authors.removeFailed' },
    error,
  });
  expect(modal.subject.getSnapshot().context.author?.imagePath).toBe('/a.jpg');
});

test('the author is removed after a confirmation; a refusal is reported', async () => {
  const modal = await open();
  modal.ports.api.refuseOnce(deleteAuthor, { kind: 'forbidden', message: '' });
  modal.ports.api.answer(deleteAuthor, 'OK');
  for (const [index, accepted] of [false, true, true].entries()) {
    modal.subject.send({ type: 'editAuthor.remove', what: 'author' });
    expect(modal.receivedBy('modals')).toHaveLength(index + 1);
    modal.subject.send(questionClosed(accepted));
    await vi.waitFor(() => expect(modal.subject.getSnapshot().hasTag('busy')).toBe(false));
  }
  expect(modal.toasts()).toEqual(['authors.removeFailed', 'authors.removed']);
  expect(modal.output()).toEqual({ kind: 'removed', authorId: id });
});

test('an author who fails to load can be retried', async () => {
  const host = createHost(editAuthorMachine, {
    input: { authorId: id, name: 'x' },
    named: { modals: null, toasts: null },
  });
  host.ports.api.refuseOnce(getAuthor, { kind: 'network' });
  await vi.waitFor(() => expect(selectEditAuthorState(host.subject.getSnapshot())).toBe('failed'));
  expect(host.subject.getSnapshot().context.error).toEqual({ kind: 'network' });
  host.ports.api.answer(getAuthor, authorBody);
  host.subject.send({ type: 'editAuthor.retry' });
  await vi.waitFor(() => expect(selectEditAuthorState(host.subject.getSnapshot())).toBe('ready'));
});

const author = { ...oneAuthor, asin: 'B1', description: 'Long' } as AuthorDetail;
const typed = (changes: Partial<AuthorValues>): AuthorValues => ({ ...valuesOf(author), ...changes });

test.each([
  [{}, {}],
  [{ asin: '' }, { asin: null }],
  [{ description: ' Short ' }, { description: 'Short' }],
  [
    { name: 'New', asin: 'B2', description: '' },
    { name: 'New', asin: 'B2', description: null },
  ],
])('of %j the changes %j are sent (AUR-001)', (changes, sent) => {
  expect(changesOf(typed(changes))).toEqual(sent);
});

test.each([
  [{ name: 'A', asin: ' B1 ' }, 'google', { asin: 'B1', region: 'us' }],
  [{ name: ' A ', asin: '' }, 'audible', { q: 'A', region: 'us' }],
  [{ name: 'A', asin: '' }, 'audible.de', { q: 'A', region: 'de' }],
  [{ name: ' ', asin: ' ' }, 'audible.de', null],
])(
  'for %j of a library with %s the request to the provider is %j (API-045, AMB-73, CON-103)',
  (fields, provider, body) => {
    expect(matchOf(fields, provider)).toEqual(body);
  },
);

test('after a match the fields that the provider changed are his, the others as typed', () => {
  const values = typed({ name: 'Typed', asin: 'Typed' });
  expect(afterMatch(values, { ...author, asin: 'B9' })).toEqual({ name: 'Typed', asin: 'B9', description: 'Long' });
});

test.each([
  ['http://a', true],
  ['HTTPS://a', true],
  [' https://a', true],
  ['ftp://a', false],
  ['data:image/png;base64,x', false],
  ['', false],
])('the address %j of a picture: %s (AUR-010, VAL-075)', (url, isGood) => {
  expect(isImageUrl(url)).toBe(isGood);
});
