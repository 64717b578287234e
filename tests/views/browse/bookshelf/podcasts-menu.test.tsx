import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { exportOpml } from '../../../../src/services/endpoints/podcasts.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { pageBody } from '../../../support/people-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/browse/bookshelf/save-opml.ts';
import '../../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../../src/views/browse/bookshelf/podcasts-menu.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const PODCASTS = 'b5715ef4-f7b2-4aeb-89e5-7b4712bb0675';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

// jsdom has none.
Object.assign(URL, { createObjectURL: () => 'blob:feeds', revokeObjectURL: () => undefined });

const open = (library: string) =>
  openClient(`/library/${library}/bookshelf`, { prepare: ({ api }) => api.answer(listItems, pageBody([])) });

test('the feeds of a podcast library are exported from its menu, and a failure shows', async () => {
  const { ports } = open(PODCASTS);
  const choose = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More options' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Export OPML' }));
  };
  ports.api.refuseOnce(exportOpml, { kind: 'timeout' });
  await choose();
  expect(await screen.findByText(/^Couldn’t export the feeds/)).toBeTruthy();
  ports.api.answer(exportOpml, '<opml/>');
  await choose();
  await waitFor(() => expect(ports.page.shown.downloaded).toEqual(['blob:feeds']));
  expect(ports.page.shown.named).toEqual(['Podcasts.opml']);
});

test('a library of books has no such menu', async () => {
  open(BOOKS);
  await screen.findByRole('button', { name: 'View' });
  expect(screen.queryByRole('button', { name: 'More options' })).toBe(null);
});
