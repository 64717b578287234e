import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const KEEPING = ['Quick match', 'Re-scan', 'Delete'];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

async function openMenu(account: string) {
  openClient(`/library/${BOOKS}/bookshelf`, {
    account,
    prepare: ({ api }) => api.answer(listItems, recording('libraries/items-final-minified').response.body),
  });
  const [link] = await within(await screen.findByRole('grid', { name: 'Items' })).findAllByRole('link');
  act(() => link?.focus());
  const more = await screen.findByRole('button', { name: /^More options for / });
  await userEvent.click(more);
  await screen.findByRole('menu');
  return {
    title: more.getAttribute('aria-label')?.replace('More options for ', '') ?? '',
    entries: screen.getAllByRole('menuitem').map(({ textContent }) => textContent),
  };
}

test('the menu of a card matches, scans and deletes its item, after the same question as a selection', async () => {
  const { title, entries } = await openMenu('login-root');
  expect(entries.filter((entry) => KEEPING.includes(entry))).toEqual(KEEPING);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect((await screen.findByRole('dialog')).textContent).toContain(`Delete “${title}”`);
});

test('the menu of a card offers that to nobody without the rights', async () => {
  const { entries } = await openMenu('login-guest');
  expect(entries.filter((entry) => KEEPING.includes(entry))).toEqual([]);
});
