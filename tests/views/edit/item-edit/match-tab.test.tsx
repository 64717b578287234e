import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { updateItem } from '../../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { getLibraryWithFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { searchBooks } from '../../../../src/services/endpoints/provider-search.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/edit/item-edit/item-edit.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/edit/item-edit/item-edit-dialog.tsx';
import '../../../../src/views/edit/item-edit/match-tab.tsx';

const { id } = bookBody;
const { title } = bookBody.media.metadata;
const found = {
  title: 'New title',
  publishedYear: '1901',
  author: 'A. Writer',
  description: '<p>Told <img src=x onerror=alert(1)>anew</p>',
  duration: 10_000,
  series: [{ series: 'Tales', sequence: '2' }],
};

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('a result is compared field by field, previewed and saved; the toast undoes it', async () => {
  const client = openClient(`/item/${id}?edit=${id}`, {
    account: 'login-root',
    prepare: ({ api }) => {
      api.answer(getItem, bookBody);
      api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
      api.answer(searchBooks, [found]);
      api.answer(updateItem, { updated: true, libraryItem: bookBody });
    },
  });
  const inside = within(await screen.findByRole('dialog', { name: `Edit: ${title}` }));
  fireEvent.click(await inside.findByText('Match'));
  expect(await inside.findByText('1 result.')).toBeTruthy();
  expect(inside.getByText(/minutes longer than yours/)).toBeTruthy();
  expect(inside.getByText('Tales #2')).toBeTruthy();
  fireEvent.click(inside.getByText('by A. Writer', { exact: false }));
  fireEvent.click(await inside.findByLabelText('Select all'));
  const check = inside.getByText('Review changes').closest('button');
  expect(check?.getAttribute('aria-disabled')).toBe('true');
  const field = inside.getByLabelText<HTMLInputElement>('Title');
  expect(field.value).toBe('New title');
  fireEvent.click(inside.getByLabelText('Keep the current value: Title'));
  expect(field.value).toBe(title);
  fireEvent.change(field, { target: { value: 'Edited' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  fireEvent.click(await screen.findByText('Cancel'));
  expect(field.value, 'still there').toBe('Edited');
  fireEvent.click(inside.getByText('Review changes'));
  expect(await inside.findByText('1 detail changes')).toBeTruthy();
  expect([inside.getByText(title).tagName, inside.getByText('Edited').tagName]).toEqual(['DEL', 'INS']);
  fireEvent.click(inside.getByText('Save 1 change'));
  expect(await screen.findByText('Item details updated')).toBeTruthy();
  expect(await inside.findByLabelText('Subtitle'), 'back on the details').toBeTruthy();
  fireEvent.click(screen.getByText('Undo'));
  await waitFor(() =>
    expect(client.ports.api.inputsOf(updateItem)).toEqual([
      { id, change: { metadata: { title: 'Edited' } } },
      { id, change: { metadata: { title } } },
    ]),
  );
});

test('a failed source differs from an empty one', async () => {
  const client = openClient(`/item/${id}?edit=${id}`, {
    account: 'login-root',
    prepare: ({ api }) => {
      api.answer(getItem, bookBody);
      api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
      api.refuse(searchBooks, { kind: 'rejected', status: 400, message: 'Audible says no' });
    },
  });
  const inside = within(await screen.findByRole('dialog', { name: `Edit: ${title}` }));
  fireEvent.click(await inside.findByText('Match'));
  expect((await inside.findByRole('alert')).textContent).toBe(
    'Couldn’t search this source. The server rejected the request. The server says: Audible says no',
  );
  expect(inside.queryByText(/^Nothing found/)).toBeNull();
  client.ports.api.answer(searchBooks, []);
  fireEvent.click(inside.getByRole('button', { name: 'Search' }));
  const nothing =
    'Nothing found, or the source didn’t answer: the server doesn’t say which. Try another source, or fewer words.';
  expect(await inside.findByText(nothing)).toBeTruthy();
  expect(inside.queryByRole('alert')).toBeNull();
});

test('the built-in server says when a source failed: an empty list means nothing was found', async () => {
  openClient(`/item/${id}?edit=${id}`, {
    account: 'login-root',
    prepare: ({ api }) => {
      api.answer(authorize, { ...(recording('auth/login-root').response.body as object), Source: 'embedded' });
      api.answer(getItem, bookBody);
      api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
      api.answer(searchBooks, []);
    },
  });
  const inside = within(await screen.findByRole('dialog', { name: `Edit: ${title}` }));
  fireEvent.click(await inside.findByText('Match'));
  expect(await inside.findByText('Nothing found. Try another source, or fewer words.')).toBeTruthy();
});
