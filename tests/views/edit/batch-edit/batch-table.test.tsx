import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getItems } from '../../../../src/services/endpoints/item-batch.ts';
import '../../../../src/machines/edit/batch-edit/batch-edit.machine.ts';
import '../../../../src/views/edit/batch-edit/batch-page.tsx';
import { batchBook, select } from '../../../support/batch-fixtures.ts';
import { openClient } from '../../../support/dom/client.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const two = [batchBook('a', { title: 'Alpha', subtitle: 'One' }), batchBook('b', { title: 'Beta', subtitle: null })];

async function open() {
  const client = openClient('/batch?view=table', {
    prepare: (ports) => {
      select(ports, 'a', 'b');
      ports.api.answer(getItems, { libraryItems: two });
    },
  });
  const grid = await screen.findByRole('grid', { name: 'Details of the items' });
  const cell = (row: number, column: number) => {
    const found = grid.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`);
    if (!found) throw new Error(`No cell ${row}:${column}`);
    return found;
  };
  const key = (name: string, changes: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...changes });
  const type = (text: string) => fireEvent.change(within(grid).getByRole('textbox'), { target: { value: text } });
  return { ...client, cell, key, type };
}

test('cells are edited, filled, marked as changed, validated and undone by keyboard alone', async () => {
  const { cell, key, type } = await open();
  cell(0, 1).focus();
  key('Enter');
  type('Other');
  key('Enter');
  expect(document.activeElement).toBe(cell(1, 1));
  expect([cell(0, 1).textContent, cell(0, 1).dataset['state']]).toEqual(['OtherChanged', 'changed']);
  key('d', { ctrlKey: true });
  expect(cell(1, 1).textContent).toBe('OtherChanged');
  expect(screen.getByText('2 items changed')).toBeTruthy();
  key('x');
  key('Escape');
  expect(cell(1, 1).textContent).toBe('OtherChanged');
  key('z', { ctrlKey: true });
  expect(cell(1, 1).textContent).toBe('');
  key('ArrowLeft');
  key('Delete');
  expect(cell(1, 0).dataset['state']).toBe('wrong');
  expect(screen.getByText('A title is required.')).toBeTruthy();
  fireEvent.click(screen.getByText('Discard this change'));
  expect(cell(1, 0).textContent).toBe('Beta');
});

test('the address follows the view, and the draft is the same in both', async () => {
  const { cell, key, type, here } = await open();
  cell(0, 1).focus();
  key('F2');
  type('Other');
  key('Tab');
  expect(document.activeElement).toBe(cell(0, 2));
  fireEvent.click(screen.getByLabelText('Cards'));
  const card = within(await screen.findByLabelText('1: Alpha'));
  expect(card.getByLabelText<HTMLInputElement>('Subtitle').value).toBe('Other');
  expect(here()).toBe('/batch');
  fireEvent.click(screen.getByLabelText('Table'));
  expect(await screen.findByRole('grid', { name: 'Details of the items' })).toBeTruthy();
  expect(here()).toBe('/batch?view=table');
});

test('rows are sorted by a column header or the menu, and filtered by words', async () => {
  const { cell } = await open();
  const header = screen.getByRole('columnheader', { name: 'Title' });
  fireEvent.click(within(header).getByRole('button'));
  fireEvent.click(within(header).getByRole('button'));
  expect([header.getAttribute('aria-sort'), cell(0, 0).textContent]).toEqual(['descending', 'Beta']);
  fireEvent.click(screen.getByRole('button', { name: 'Sort' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Subtitle' }));
  expect([header.getAttribute('aria-sort'), cell(0, 0).textContent]).toEqual(['none', 'Alpha']);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find in the table' }), { target: { value: 'bet' } });
  expect(cell(0, 0).textContent).toBe('Beta');
  expect(screen.getByText('1 item matches')).toBeTruthy();
});

test('a column is resized by keys on the edge of its header, and gets its first width back', async () => {
  const { cell, key } = await open();
  cell(0, 1).focus();
  const edge = (field: string) => screen.getByRole('separator', { name: `Width of ${field}` });
  const width = () => Number(edge('Subtitle').getAttribute('aria-valuenow'));
  await vi.waitFor(() => expect([edge('Title').tabIndex, edge('Subtitle').tabIndex]).toEqual([-1, 0]));
  edge('Subtitle').focus();
  const first = width();
  key('ArrowRight');
  key('ArrowRight');
  key('ArrowLeft');
  expect(width()).toBe(first + 1);
  key('Home');
  expect(width()).toBe(Number(edge('Subtitle').getAttribute('aria-valuemin')));
  key('End');
  expect(width()).toBe(Number(edge('Subtitle').getAttribute('aria-valuemax')));
  key('Enter');
  expect(width()).toBe(first);
  key('x');
  expect(screen.queryByRole('textbox')).toBe(null);
  key('ArrowRight');
  fireEvent.doubleClick(edge('Subtitle'));
  expect([width(), document.activeElement]).toEqual([first, edge('Subtitle')]);
});
