import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/browse/search/search.machine.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { searchLibrary } from '../../../../src/services/endpoints/library-lists.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/browse/search/search-panel.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const found = recording('libraries/search-all-kinds').response.body;
const nothing = recording('libraries/search-nothing').response.body;

async function open(prepare?: Parameters<typeof openClient>[1]) {
  const client = openClient('/account', {
    ...prepare,
    prepare: (ports) => {
      ports.api.answer(searchLibrary, found);
      prepare?.prepare?.(ports);
    },
  });
  const field = await screen.findByRole('combobox', { name: 'Search' });
  const idle = () => act(() => client.ports.clock.advance(750));
  return { ...client, field, idle };
}

test('shows that it waits, then that it loads, then matches by groups (SRC-002, SRC-003, AMB-06)', async () => {
  const { field, ports, idle } = await open();
  const answer = ports.api.defer(searchLibrary);
  await userEvent.type(field, 'c');
  expect(await screen.findByText('Thinking…')).toBeTruthy();
  idle();
  expect(await screen.findByText('Fetching…')).toBeTruthy();
  answer.resolve(found);
  const list = await screen.findByRole('listbox', { name: 'Search results' });
  expect(within(list).getAllByRole('group').length).toBeGreaterThan(2);
  expect(
    within(list)
      .getByRole('option', { name: /Pride and Prejudice/ })
      .getAttribute('href'),
  ).toMatch(/^\/item\//);
  expect(field.getAttribute('aria-expanded')).toBe('true');
});

test('the arrow keys mark a result for screen readers, and Enter opens it', async () => {
  const { field, here, idle } = await open();
  await userEvent.type(field, 'c');
  idle();
  const [first, second] = await screen.findAllByRole('option');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(second?.id);
  await userEvent.keyboard('{ArrowUp}');
  expect([first?.getAttribute('aria-selected'), second?.getAttribute('aria-selected')]).toEqual(['true', 'false']);
  const target = first?.getAttribute('href');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(here()).toBe(target));
  expect(screen.queryByRole('listbox')).toBe(null);
  expect((field as HTMLInputElement).value).toBe('');
});

test("a book opened by Enter renders from its row's data before it loads", async () => {
  const { field, idle } = await open({ prepare: ({ api }) => void api.defer(getItem) });
  await userEvent.type(field, 'c');
  idle();
  const options = await screen.findAllByRole('option');
  const at = options.findIndex((option) => option.textContent.includes('Pride and Prejudice'));
  await userEvent.keyboard('{ArrowDown}'.repeat(at + 1));
  await userEvent.keyboard('{Enter}');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Pride and Prejudice');
});

test('Enter in the field opens the page of all results, and is kept for this account (SRC-022)', async () => {
  const { field, here } = await open();
  await userEvent.type(field, 'a & b{Enter}');
  await waitFor(() => expect(here()).toBe(`/library/${BOOKS}/search?q=a+%26+b`));
  await userEvent.clear(screen.getByRole('combobox', { name: 'Search' }));
  const recent = await screen.findByRole('listbox', { name: 'Recent searches' });
  expect(
    within(recent)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['a & b']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove “a & b” from recent searches' }));
  expect(screen.queryByRole('listbox')).toBe(null);
});

test('shows an empty result, and why a search failed (SRC-014, SRC-024)', async () => {
  const { field, ports, idle } = await open({ prepare: ({ api }) => api.answer(searchLibrary, nothing) });
  await userEvent.type(field, 'zz');
  await screen.findByText('Thinking…');
  idle();
  expect(await screen.findByText('No results for “zz”')).toBeTruthy();
  ports.api.refuseOnce(searchLibrary, { kind: 'timeout' });
  await userEvent.type(field, 'z');
  idle();
  expect(await screen.findByText('The search failed, so there are no results.')).toBeTruthy();
  expect(screen.getByText(/took too long/)).toBeTruthy();
  ports.api.answer(searchLibrary, found);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findAllByRole('option')).length).toBeGreaterThan(2);
});

test('its key focuses it, Escape closes the results and then clears the text', async () => {
  const { field, ports } = await open();
  act(() => void ports.hotkeys.press('/'));
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('c');
  await screen.findByText('Thinking…');
  await userEvent.keyboard('{Escape}');
  expect([field.getAttribute('aria-expanded'), (field as HTMLInputElement).value]).toEqual(['false', 'c']);
  await userEvent.keyboard('{Escape}');
  expect((field as HTMLInputElement).value).toBe('');
});
