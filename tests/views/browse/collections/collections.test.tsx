import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listLibraryCollections } from '../../../../src/services/endpoints/library-lists.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const raw = recording('collections/one').response.body as object;
const answer = (names: readonly string[]) => ({
  results: names.map((name) => ({ ...raw, id: name, name })),
  total: names.length,
  limit: 48,
  page: 0,
  sortDesc: false,
  minified: true,
  include: '',
});
const open = (prepare: Parameters<typeof openClient>[1]) =>
  openClient(`/library/${BOOKS}/bookshelf/collections`, prepare);
const headings = () => screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('shows the collections of the library, each with its page', async () => {
  open({ prepare: ({ api }) => api.answer(listLibraryCollections, answer(['Greek', 'Short'])) });
  expect((await screen.findByRole('link', { name: 'Greek' })).getAttribute('href')).toBe('/collection/Greek');
  expect(screen.getByRole('link', { name: 'Short' })).toBeTruthy();
  expect(headings()).toEqual(['Audiobooks collections']);
});

test('shows the new name of one whose edit waits to be sent', async () => {
  const { app } = open({ prepare: ({ api }) => api.answer(listLibraryCollections, answer(['Greek', 'Short'])) });
  await screen.findByRole('link', { name: 'Greek' });
  const list = {
    kind: 'collection',
    id: 'Greek',
    libraryId: BOOKS,
    name: 'Greek',
    description: null,
    entries: [],
  } as const;
  const change = { name: 'Ancient', description: null };
  act(() =>
    app.system.get('pendingChanges').send({
      type: 'pendingChanges.add',
      body: { kind: 'list', job: { kind: 'edit', list, change } },
    }),
  );
  expect(await screen.findByRole('link', { name: 'Ancient' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Short' })).toBeTruthy();
});

test('shows an empty state, whose button begins a new one on the shelf', async () => {
  const { here } = open({ prepare: ({ api }) => api.answer(listLibraryCollections, answer([])) });
  expect(await screen.findByText('No collections yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'New collection' }));
  expect(here()).toBe(`/library/${BOOKS}/bookshelf`);
  expect(await screen.findByText('Select the first books, then choose “Add to collection”')).toBeTruthy();
});

test('says why they failed to load, and retries', async () => {
  const { ports } = open({ prepare: ({ api }) => api.refuseOnce(listLibraryCollections, { kind: 'timeout' }) });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load data');
  ports.api.answer(listLibraryCollections, answer(['Greek']));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Greek' })).toBeTruthy();
});

test('of a missing library offers the others, under one heading', async () => {
  open({
    prepare: ({ api }) => api.refuse(listLibraryCollections, { kind: 'notFound', message: 'Library not found' }),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Library not found' })).toBeTruthy();
  expect(headings()).toEqual(['Library not found']);
});
