import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getItems, updateItems } from '../../../../src/services/endpoints/item-batch.ts';
import '../../../../src/machines/edit/batch-edit/batch-edit.machine.ts';
import '../../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import '../../../../src/views/edit/batch-edit/batch-page.tsx';
import '../../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import { batchBook, select } from '../../../support/batch-fixtures.ts';
import { openClient } from '../../../support/dom/client.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const two = [batchBook('a', { title: 'Alpha', subtitle: 'One', genres: ['X'] }), batchBook('b', { title: 'Beta' })];
const open = (bodies: readonly { id: string }[] = two) =>
  openClient('/batch', {
    prepare: (ports) => {
      select(ports, ...bodies.map(({ id }) => id));
      ports.api.answer(getItems, { libraryItems: bodies });
    },
  });
const card = async (name: string) => within(await screen.findByLabelText(name));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('two books are edited in their cards, and one without a title is not sent', async () => {
  open();
  const first = await card('1: Alpha');
  expect(screen.getByText('Nothing changed')).toBeTruthy();
  type(first.getByLabelText('Subtitle'), 'Other');
  const second = await card('2: Beta');
  type(second.getByLabelText('Title'), ' ');
  expect(screen.getByText('2 items changed')).toBeTruthy();
  fireEvent.click(screen.getByText('Review and save'));
  expect(screen.getByText('1 item needs a correction before this can be saved.')).toBeTruthy();
  expect(second.getByLabelText('Title')).toBe(document.activeElement);
  expect(second.getByText('Enter a title')).toBeTruthy();
});

test('changes to two books are summarised, refused, saved, and undone', async () => {
  const client = open();
  type((await card('1: Alpha')).getByLabelText('Subtitle'), 'Other');
  type((await card('2: Beta')).getByLabelText('Title'), 'Better');
  fireEvent.click(screen.getByText('Review and save'));
  expect(await screen.findByText('Changes to 2 items')).toBeTruthy();
  expect(screen.getByText('Subtitle: 1')).toBeTruthy();
  expect(screen.getByText('Before: One')).toBeTruthy();
  expect(screen.getByText('After: Other')).toBeTruthy();
  client.ports.api.refuseOnce(updateItems, { kind: 'server', status: 500, message: 'The disk is full' });
  fireEvent.click(screen.getByText('Save 2 items'));
  expect(await screen.findByText('0 saved, 2 not saved')).toBeTruthy();
  expect(screen.getByText(/^2 items: .*The disk is full/)).toBeTruthy();
  client.ports.api.answer(updateItems, { success: true, updates: 2 });
  fireEvent.click(screen.getByText('Save 2 items'));
  expect(await screen.findByText('2 items updated')).toBeTruthy();
  await vi.waitFor(() => expect(client.here()).toMatch(/\/library\/[^/]+\/bookshelf$/));
  fireEvent.click(screen.getByText('Undo'));
  await vi.waitFor(() => expect(client.ports.api.inputsOf(updateItems)).toHaveLength(3));
  expect(client.ports.api.inputsOf(updateItems).at(-1)).toEqual({
    updates: [
      { id: 'a', mediaPayload: { metadata: { subtitle: 'One' } } },
      { id: 'b', mediaPayload: { metadata: { title: 'Beta' } } },
    ],
  });
});

test('details of one item are applied to all (AMB-32)', async () => {
  open();
  const first = await card('1: Alpha');
  fireEvent.click(first.getByLabelText('Populate map details from Alpha'));
  const use = await screen.findByLabelText<HTMLInputElement>('Use Genres');
  expect(use.checked).toBe(true);
  expect(screen.queryByLabelText('Use ISBN')).toBe(null);
  fireEvent.click(screen.getByText('Reset'));
  expect(use.checked).toBe(false);
});

test('details are added to lists, and undone by key', async () => {
  open();
  fireEvent.click((await card('1: Alpha')).getByLabelText('Populate map details from Alpha'));
  fireEvent.click(await screen.findByLabelText('Append'));
  expect(screen.queryByLabelText('Use Subtitle')).toBe(null);
  fireEvent.click(screen.getByText('Apply to all'));
  expect(await screen.findByText('Applied to 1 item')).toBeTruthy();
  const second = await card('2: Beta');
  expect(second.getByText('X')).toBeTruthy();
  expect(second.getByText('Changed')).toBeTruthy();
  fireEvent.keyDown(second.getByLabelText('Title'), { key: 'z', ctrlKey: true });
  expect(await screen.findByText('Nothing changed')).toBeTruthy();
});

test('without a selection it explains how to start', async () => {
  openClient('/batch');
  expect(await screen.findByRole('heading', { level: 1, name: 'No items to edit' })).toBeTruthy();
  expect(screen.getByText('To the library').closest('a')?.getAttribute('href')).toBe('/');
});
