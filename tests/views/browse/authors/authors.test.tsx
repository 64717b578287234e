import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAuthor, setAuthorImage, updateAuthor } from '../../../../src/services/endpoints/authors.ts';
import { listAuthors } from '../../../../src/services/endpoints/library-lists.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { authorBody, oneAuthor, pageBody } from '../../../support/people-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/views/browse/authors/author-page.tsx';
import '../../../../src/views/browse/authors/authors-page.tsx';
import '../../../../src/views/browse/authors/edit-author-dialog.tsx';

const { id, libraryId, name } = oneAuthor;
const listed = { ...authorBody, libraryItems: undefined, series: undefined, numBooks: 4 };
const PAGE = `/author/${id}`;

function answers({ api }: FakePorts) {
  api.answer(getAuthor, { ...authorBody, description: '<p>An <b>English</b> writer</p><img src=x onerror=alert(1)>' });
  api.answer(listAuthors, pageBody([listed]));
}

async function openDialog() {
  const client = openClient(PAGE, { prepare: answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Edit author: ${name}` }));
  await dialog.findByLabelText('Name');
  return { ...client, dialog };
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('the list shows each author with the number of books and leads to the page', async () => {
  openClient(`/library/${libraryId}/bookshelf/authors`, { prepare: answers });
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(PAGE);
  expect(screen.getByText('4 books')).toBeTruthy();
  expect(screen.getByText('1 author')).toBeTruthy();
});

test('the page shows books, series and a description without scripts (AUR-002)', async () => {
  openClient(PAGE, { prepare: answers });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
  const description = screen.getByRole('region', { name: 'Description' });
  expect(description.textContent).toBe('An English writer');
  expect(description.innerHTML).not.toContain('onerror');
  const rows = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(rows).toEqual(['4 books', ...(oneAuthor.series?.items ?? []).map((series) => series.name)]);
});

test('an account that may not update sees no edit (AUR-002)', async () => {
  openClient(PAGE, { prepare: answers, account: 'login-guest' });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('a failed save says why and keeps the typed values', async () => {
  const { ports, dialog } = await openDialog();
  ports.api.refuse(updateAuthor, { kind: 'server', status: 500, message: 'The disk is full' });
  const asin = dialog.getByLabelText(/ASIN/);
  await userEvent.type(asin, 'B1');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent).toContain('Failed to update');
  expect(alert.textContent).toContain('The disk is full');
  expect((asin as HTMLInputElement).value).toBe('B1');
});

test('Cancel closes it and saves nothing', async () => {
  const { ports, dialog } = await openDialog();
  await userEvent.type(dialog.getByLabelText(/ASIN/), 'B1');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBe(null);
  expect(ports.api.inputsOf(updateAuthor)).toEqual([]);
});

test('a name is required, and a match needs a name or ASIN', async () => {
  const { dialog } = await openDialog();
  await userEvent.clear(dialog.getByLabelText('Name'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Enter a name');
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'));
  expect(dialog.getByRole('button', { name: /^Quick match/ }).getAttribute('aria-disabled')).toBe('true');
});

test("a picture that the server cannot fetch shows the server's error at its field", async () => {
  const { ports, dialog } = await openDialog();
  ports.api.refuse(setAuthorImage, { kind: 'rejected', status: 400, message: 'Request failed with status code 404' });
  await userEvent.type(dialog.getByLabelText('Image URL'), 'https://a.example/b.jpg');
  await userEvent.click(dialog.getByRole('button', { name: 'Set image' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Request failed with status code 404');
});

test.each([
  [{ kind: 'notFound', message: '' }, 'Author not found', 'All authors'],
  [{ kind: 'network' }, 'Couldn’t load the author', 'Try again'],
] as const)('says what %j means, and what helps', async (error, message, help) => {
  openClient(PAGE, {
    prepare: (fakes) => {
      answers(fakes);
      fakes.api.refuse(getAuthor, error);
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: message })).toBeTruthy();
  expect(await screen.findByText(help)).toBeTruthy();
});
