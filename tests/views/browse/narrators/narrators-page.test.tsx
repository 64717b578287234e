import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateItems } from '../../../../src/services/endpoints/item-batch.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { listNarrators, removeNarrator, renameNarrator } from '../../../../src/services/endpoints/library-lists.ts';
import '../../../../src/machines/browse/narrators/narrators.machine.ts';
import '../../../../src/machines/edit/batch/batch.machine.ts';
import '../../../../src/views/browse/narrators/narrators-page.tsx';
import '../../../../src/views/browse/narrators/rename-narrator-dialog.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { narratedBody, pageBody } from '../../../support/people-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const recorded = recording('libraries/narrators').response.body;

/** A book that Ann Elk reads alone. */
const hers = narratedBody('hers', 'Ann Elk');

const open = (options: ClientOptions = {}) =>
  openClient(`/library/${BOOKS}/narrators`, {
    prepare: ({ api }) => {
      api.answer(listNarrators, recorded);
      api.answer(listItems, pageBody([hers]));
    },
    ...options,
  });
const rows = () => within(screen.getByRole('grid', { name: 'Narrators' })).getAllByRole('link');

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('lists the narrators with their number of books, linked to the bookshelf, and searches them (NAR-001, NAR-002, NAR-003)', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'Ann Elk 9 books' });
  expect(link.getAttribute('href')).toBe(`/library/${BOOKS}/bookshelf?filter=narrators.QW5uIEVsaw%253D%253D`);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Audiobooks narrators');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a narrator' }), 'bea');
  expect(rows().map(({ textContent }) => textContent)).toEqual(['Bea Narrator 9 books']);
  expect(screen.getByText('1 narrator')).toBeTruthy();
});

test('renames a narrator, and reports a merge with an existing name', async () => {
  const { ports } = open();
  await screen.findByRole('link', { name: 'Ann Elk 9 books' });
  ports.api.answer(renameNarrator, { updated: 9 });
  await userEvent.click(screen.getByRole('button', { name: 'Rename Ann Elk' }));
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.clear(field);
  await userEvent.paste('Bea Narrator');
  expect(screen.getByText(/Bea Narrator already exists/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Bea Narrator: 9 books changed')).toBeTruthy();
  expect(ports.api.inputsOf(renameNarrator)).toMatchObject([{ libraryId: BOOKS, name: 'Bea Narrator' }]);
});

test('removes a narrator after a question, and undo restores her', async () => {
  const { ports } = open();
  await screen.findByRole('link', { name: 'Ann Elk 9 books' });
  ports.api.answer(removeNarrator, { updated: 9 });
  await userEvent.click(screen.getByRole('button', { name: 'Remove Ann Elk' }));
  const question = await screen.findByRole('dialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Ann Elk removed from 9 books')).toBeTruthy();
  ports.api.answer(updateItems, { success: true, updates: 1 });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const updates = [{ id: 'hers', mediaPayload: { metadata: { narrators: ['Ann Elk'] } } }];
  await vi.waitFor(() => expect(ports.api.inputsOf(updateItems)).toEqual([{ updates }]));
});

test('an account without the right to change books has no buttons for it', async () => {
  open({ account: 'login-user' });
  await screen.findByRole('link', { name: 'Ann Elk 9 books' });
  expect(screen.queryByRole('button', { name: 'Rename Ann Elk' })).toBe(null);
});

test('shows an empty state, and why they failed to load', async () => {
  const { ports } = open({ prepare: ({ api }) => api.refuseOnce(listNarrators, { kind: 'timeout' }) });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load data');
  ports.api.answer(listNarrators, { narrators: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No narrators yet')).toBeTruthy();
});
