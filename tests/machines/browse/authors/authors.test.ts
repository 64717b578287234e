import { fromTransition } from 'xstate';
import { expect, test, vi } from 'vitest';
import { authorMachine } from '../../../../src/machines/browse/authors/author.machine.ts';
import { authorsMachine, type AuthorsEvent } from '../../../../src/machines/browse/authors/authors.machine.ts';
import { selectMatching } from '../../../../src/machines/browse/authors/authors.logic.ts';
import { defaultPreferences, type Preferences } from '../../../../src/schemas/preferences.ts';
import { getAuthor, matchAuthor } from '../../../../src/services/endpoints/authors.ts';
import { listAllAuthors, listAuthors } from '../../../../src/services/endpoints/library-lists.ts';
import { AppException, type AppError } from '../../../../src/schemas/app-error.ts';
import { listSaved } from '../../../../src/machines/kit/windowed-list/memory.logic.ts';
import { createHost } from '../../../support/host.ts';
import { authorBody, editClosed, firstBook, oneAuthor, pageBody } from '../../../support/people-fixtures.ts';

const { id, libraryId } = oneAuthor;
const listed = { ...authorBody, libraryItems: undefined, series: undefined, numBooks: 4 };
const named = (name: string) => ({ ...listed, id: name, name });

function openList(liked: Partial<Preferences> = {}) {
  const preferences = fromTransition(
    (state: Preferences, { change }: { type: string; change?: Partial<Preferences> }): Preferences => ({
      ...state,
      ...change,
    }),
    { ...defaultPreferences, ...liked },
  );
  const host = createHost(authorsMachine, {
    input: { route: { name: 'libraryAuthors', libraryId }, entryKey: 'k', memory: null },
    named: { preferences, modals: null, toasts: null },
  });
  const answer = (names: readonly string[]) => host.ports.api.answer(listAuthors, pageBody(names.map(named)));
  answer(['a', 'b']);
  const list = () => host.subject.getSnapshot().context.list.getSnapshot().context;
  const slots = () => [...list().pages.values()].flat();
  const matching = () => selectMatching(host.subject.getSnapshot());
  return { ...host, answer, slots, matching };
}

const expectShown = (page: ReturnType<typeof openList>, names: readonly string[]) =>
  vi.waitFor(() => expect(page.slots().map((slot) => slot?.name)).toEqual(names));

test("authors are requested in the user's order, and reversed", async () => {
  const page = openList({ authorSortBy: 'lastFirst' });
  await expectShown(page, ['a', 'b']);
  page.subject.send({ type: 'authors.sort', key: 'lastFirst' });
  await vi.waitFor(() => expect(page.ports.api.inputsOf(listAuthors)).toHaveLength(2));
  expect(page.ports.api.inputsOf(listAuthors)).toEqual(
    [false, true].map((desc) => ({ libraryId, limit: 48, page: 0, sort: 'lastFirst', desc })),
  );
});

test('a changed author shows at once with the number of books that was known', async () => {
  const page = openList();
  await expectShown(page, ['a', 'b']);
  const event = { ...oneAuthor, id: 'a', name: 'z', asin: undefined };
  page.subject.send({ type: 'server.author.updated', author: event });
  expect(page.slots().map((slot) => [slot?.name, slot?.numBooks, slot?.asin])).toEqual([
    ['z', 4, null],
    ['b', 4, null],
  ]);
});

test.each([
  ['added', { type: 'server.author.added', author: oneAuthor }],
  ['removed', { type: 'server.author.removed', author: { id: 'a' } }],
  ['counted', { type: 'server.authors.counted', counts: { libraryId, authors: [{ id, numBooks: 1 }] } }],
  ['left by a book', { type: 'server.item.removed', item: { id: firstBook.id } }],
  ['reached by a book', { type: 'server.item.updated', item: firstBook }],
  ['of a new book', { type: 'server.item.added', item: firstBook }],
  ['of new books', { type: 'server.items.added', items: { items: [], dropped: [] } }],
  ['reached by books', { type: 'server.items.updated', items: { items: [], dropped: [] } }],
  ['renamed', { type: 'server.author.updated', author: { ...oneAuthor, id: 'a' } }],
  ['edited here', editClosed('updated')],
] satisfies readonly (readonly [string, AuthorsEvent])[])(
  'an author who is %s makes the list look again once it is quiet',
  async (_name, event) => {
    const page = openList();
    await expectShown(page, ['a', 'b']);
    page.answer(['c']);
    page.subject.send(event);
    page.ports.clock.advance(1000);
    await expectShown(page, ['c']);
    expect(page.ports.api.inputsOf(listAuthors)).toHaveLength(2);
  },
);

test('an author of the list is edited in a modal', async () => {
  const page = openList();
  await expectShown(page, ['a', 'b']);
  page.subject.send({ type: 'authors.edit', author: { ...oneAuthor, numBooks: 4 } as never });
  expect(page.receivedBy('modals')).toEqual([
    {
      type: 'modals.open',
      modal: 'editAuthor',
      input: { authorId: id, name: oneAuthor.name },
      tag: 'edit',
      replyTo: page.subject,
    },
  ]);
});

test('the position of the list is kept for the way back', async () => {
  const page = openList();
  await expectShown(page, ['a', 'b']);
  const memory = { top: 7 } as never;
  page.subject.send({ type: 'list.placeChanged', memory } as never);
  expect(page.parentEvents.at(-1)).toEqual(listSaved('k', memory));
});

test('all authors are matched one after the other; unknown ones are skipped', async () => {
  const page = openList();
  page.ports.api.answer(listAllAuthors, { authors: ['a', 'b', 'c'].map(named) });
  page.ports.api.answerOnce(matchAuthor, { updated: true, author: listed });
  page.ports.api.refuseOnce(matchAuthor, { kind: 'notFound', message: '' });
  page.ports.api.answerOnce(matchAuthor, { updated: false, author: listed });
  page.subject.send({ type: 'authors.matchAll', provider: 'audible.fr' });
  await vi.waitFor(() =>
    expect(page.receivedBy('toasts')).toMatchObject([
      { kind: 'success', message: { key: 'authors.matched', values: { updated: 1, done: 3 } } },
    ]),
  );
  expect(page.ports.api.inputsOf(matchAuthor)).toEqual(['a', 'b', 'c'].map((q) => ({ id: q, q, region: 'fr' })));
  expect(page.matching()).toBeNull();
});

test('a stopped match requests no more, and reports its progress', async () => {
  const page = openList();
  page.ports.api.answer(listAllAuthors, { authors: ['a', 'b'].map(named) });
  page.ports.api.answerOnce(matchAuthor, { updated: false, author: listed });
  page.ports.api.defer(matchAuthor);
  page.subject.send({ type: 'authors.matchAll', provider: '' });
  await vi.waitFor(() => expect(page.matching()).toEqual({ done: 1, total: 2, updated: 0 }));
  page.subject.send({ type: 'authors.stopMatching' });
  expect(page.receivedBy('toasts')).toMatchObject([{ kind: 'info', message: { values: { updated: 0, done: 1 } } }]);
  await vi.waitFor(() => expect(page.ports.api.aborted).toEqual(['authors.match']));
});

test('a failure ends the matching with its reason', async () => {
  const page = openList();
  page.ports.api.refuse(listAllAuthors, { kind: 'network' });
  page.subject.send({ type: 'authors.matchAll', provider: '' });
  await vi.waitFor(() =>
    expect(page.receivedBy('toasts')).toMatchObject([{ kind: 'error', error: { kind: 'network' } }]),
  );
  expect(page.matching()).toBeNull();
});

async function openAuthor() {
  const host = createHost(authorMachine, {
    input: { route: { name: 'author', id }, entryKey: 'k', memory: null },
    named: { modals: null, router: null },
  });
  host.ports.api.answer(getAuthor, authorBody);
  await vi.waitFor(() => expect(host.subject.getSnapshot().matches('ready')).toBe(true));
  return { ...host, requested: () => host.ports.api.inputsOf(getAuthor).length };
}

test('the page of an author names his library, and follows him and his books', async () => {
  const page = await openAuthor();
  expect(page.parentEvents).toEqual([{ type: 'page.libraryResolved', libraryId }]);
  const events = [
    { type: 'server.author.updated', author: oneAuthor },
    { type: 'server.item.added', item: firstBook },
    { type: 'server.item.updated', item: firstBook },
    { type: 'server.items.updated', items: { items: [firstBook], dropped: [] } },
    { type: 'server.item.removed', item: { id: firstBook.id } },
  ] as const;
  for (const [count, event] of events.entries()) {
    page.subject.send(event);
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(page.requested()).toBe(count + 2));
  }
});

test('a book that becomes the author’s makes the page look again, any other does not', async () => {
  const page = await openAuthor();
  const { requested } = page;
  const naming = (authorName: string) => ({
    ...firstBook,
    id: 'new',
    media: { ...firstBook.media, metadata: { ...firstBook.media.metadata, authorName } },
  });
  page.subject.send({ type: 'server.item.added', item: naming('Nobody') });
  page.subject.send({ type: 'server.item.updated', item: { ...naming(oneAuthor.name), libraryId: 'another' } });
  page.ports.clock.advance(1000);
  expect(requested()).toBe(1);
  const news = [
    { type: 'server.item.updated', item: naming(`Nobody, ${oneAuthor.name}`) },
    { type: 'server.items.added', items: { items: [naming(oneAuthor.name)], dropped: [] } },
  ] as const;
  for (const [count, event] of news.entries()) {
    page.subject.send(event);
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(requested()).toBe(count + 2));
  }
});

test('reloaded data shows, and the description opens and closes', async () => {
  const page = await openAuthor();
  const context = () => page.subject.getSnapshot().context;
  page.ports.api.answer(getAuthor, { ...authorBody, description: 'Read again' });
  page.subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(context().author?.description).toBe('Read again'));
  page.subject.send({ type: 'author.toggleDescription' });
  expect(context().isDescriptionOpen).toBe(true);
  page.subject.send({ type: 'author.toggleDescription' });
  expect(context().isDescriptionOpen).toBe(false);
});

test('an author who can no longer be read while the modal is open leads to the list once it closes', async () => {
  const page = await openAuthor();
  page.subject.send({ type: 'author.edit' });
  page.ports.api.refuse(getAuthor, { kind: 'notFound', message: '' });
  page.subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(page.subject.getSnapshot().context.isRemoved).toBe(true));
  expect([page.subject.getSnapshot().matches('ready'), page.receivedBy('router')]).toEqual([true, []]);
  page.subject.send(editClosed(null));
  expect(page.receivedBy('router')).toEqual([
    { type: 'router.go', to: { name: 'libraryAuthors', libraryId }, replace: true },
  ]);
});

test('an author who can no longer be read is missing; one that could not be reloaded stays', async () => {
  const page = await openAuthor();
  page.ports.api.refuseOnce(getAuthor, { kind: 'network' });
  page.subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(page.requested()).toBe(2));
  page.ports.api.refuse(getAuthor, { kind: 'notFound', message: '' });
  expect(page.subject.getSnapshot().value).toEqual({ ready: 'resting' });
  page.subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(page.subject.getSnapshot().value).toBe('missing'));
});

test('an author removed elsewhere leads to the list of authors', async () => {
  const page = await openAuthor();
  page.subject.send({ type: 'server.author.removed', author: { id } });
  expect(page.receivedBy('router')).toEqual([
    { type: 'router.go', to: { name: 'libraryAuthors', libraryId }, replace: true },
  ]);
});

test.each([
  ['merged leads to the one that remains', editClosed('merged', 'other'), { name: 'author', id: 'other' }],
  ['removed leads to the list', editClosed('removed'), { name: 'libraryAuthors', libraryId }],
  ['gone meanwhile leads to the list', editClosed(null), { name: 'libraryAuthors', libraryId }],
] as const)('an author who is %s, once the modal reports it', async (_name, closed, to) => {
  const page = await openAuthor();
  page.subject.send({ type: 'author.edit' });
  page.subject.send({ type: 'server.author.removed', author: { id } });
  expect(page.receivedBy('router')).toEqual([]);
  page.subject.send(closed);
  expect(page.receivedBy('router')).toEqual([{ type: 'router.go', to, replace: true }]);
  expect(page.subject.getSnapshot().value).toEqual({ ready: 'resting' });
});

test('an author who was edited is reloaded, and can be edited once more', async () => {
  const page = await openAuthor();
  page.subject.send({ type: 'author.edit' });
  page.subject.send(editClosed(null));
  page.ports.clock.advance(1000);
  await vi.waitFor(() => expect(page.requested()).toBe(2));
  page.subject.send({ type: 'author.edit' });
  expect(page.receivedBy('modals')).toHaveLength(2);
});

test('an unknown author differs from a failure', async () => {
  const host = createHost(authorMachine, {
    input: { route: { name: 'author', id }, entryKey: 'k', memory: null },
    named: { modals: null, router: null },
  });
  host.ports.api.refuseOnce(getAuthor, { kind: 'network' });
  await vi.waitFor(() => expect(host.subject.getSnapshot().matches('failed')).toBe(true));
  expect(host.subject.getSnapshot().context.error).toEqual({ kind: 'network' });
  host.ports.api.refuseOnce(getAuthor, { kind: 'notFound', message: '' });
  host.subject.send({ type: 'author.retry' });
  await vi.waitFor(() => expect(host.subject.getSnapshot().matches('missing')).toBe(true));
});

test('a refresh reloads an author in any state', async () => {
  const host = createHost(authorMachine, {
    input: { route: { name: 'author', id }, entryKey: 'k', memory: null },
    named: { modals: null, router: null },
  });
  const refreshed = async (error: AppError, state: 'failed' | 'missing') => {
    host.ports.api.refuseOnce(getAuthor, error);
    if (state === 'missing') host.subject.send({ type: 'page.refresh', again: true });
    expect(host.subject.getSnapshot().value).toBe('loading');
    await vi.waitFor(() => expect(host.subject.getSnapshot().value).toBe(state));
  };
  await refreshed({ kind: 'network' }, 'failed');
  await refreshed({ kind: 'notFound', message: '' }, 'missing');
  const early = host.ports.api.defer(getAuthor);
  host.subject.send({ type: 'page.refresh', again: true });
  expect(host.subject.getSnapshot().value).toBe('loading');
  await vi.waitFor(() => expect(host.ports.api.inputsOf(getAuthor)).toHaveLength(3));
  host.ports.api.answer(getAuthor, authorBody);
  host.subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(host.ports.api.inputsOf(getAuthor)).toHaveLength(4));
  early.reject(new AppException({ kind: 'network' }));
  await vi.waitFor(() => expect(host.subject.getSnapshot().matches('ready')).toBe(true));
});
