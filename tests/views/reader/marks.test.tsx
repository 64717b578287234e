import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { openClient } from '../../support/dom/client.tsx';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { selectionOf } from '../../support/marks-fixtures.ts';
import { ebookBody, key } from '../../support/reader-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/reader/reader.machine.ts';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/reader/reader-dialog.tsx';

const { id } = bookBody;
const { title } = bookBody.media.metadata;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

async function read(prepare: (ports: FakePorts) => void = () => undefined) {
  const client = openClient(`/item/${id}?read=77`, {
    account: 'login-root',
    prepare: (ports) => {
      ports.api.answer(getItem, ebookBody());
      prepare(ports);
    },
  });
  const dialog = await screen.findByRole('dialog', { name: `Reading ${title}` });
  const inside = within(dialog);
  await inside.findByText('Page 1 of 5 in chapter');
  const { readers } = client.ports;
  const select = () => act(() => readers.options?.onSelected?.(selectionOf({ target: '1' })));
  return { ...client, readers, dialog, inside, select };
}

describe('marks in the reader', () => {
  test('selected words: the menu is announced, reached by Enter, and gives them a colour', async () => {
    const { inside, select, readers } = await read();
    select();
    const menu = inside.getByRole('toolbar', { name: 'Selected words' });
    expect(inside.getByText(/^Selected: very little to distress/).role).toBe('status');
    expect(menu.contains(document.activeElement)).toBe(false);
    // Above its words.
    expect(menu.parentElement?.style.bottom).toBe('calc(100% - 288px)');
    expect(menu.parentElement?.style.gridTemplateColumns).toContain('50% + 40px');
    act(() => readers.options?.onPressed(key('Enter')));
    expect(document.activeElement).toBe(within(menu).getByRole('button', { name: 'Yellow' }));
    await userEvent.click(within(menu).getByRole('button', { name: 'Green' }));
    expect(inside.queryByRole('toolbar')).toBeNull();
    await waitFor(() => expect(readers.requested).toContain('mark 1 green'));
    expect(readers.requested).toContain('deselect');
  });

  test('Escape closes the menu, then the reader', async () => {
    const { inside, select, dialog } = await read();
    select();
    inside.getByRole('button', { name: 'Yellow' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(inside.queryByRole('toolbar')).toBeNull();
    expect(dialog.isConnected).toBe(true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dialog.isConnected).toBe(false));
  });

  test('a note and a colour are set in a dialog, and listed', async () => {
    const { inside, select } = await read();
    select();
    fireEvent.click(inside.getByRole('button', { name: 'Add a note' }));
    const editor = within(await screen.findByRole('dialog', { name: 'Highlight' }));
    fireEvent.change(editor.getByRole('textbox', { name: 'Note' }), { target: { value: 'Why?' } });
    fireEvent.click(editor.getByRole('radio', { name: 'Blue' }));
    fireEvent.click(editor.getAllByRole('button', { name: 'Done' })[0] ?? document.body);
    fireEvent.click(inside.getByRole('button', { name: 'Highlights and bookmarks' }));
    const panel = inside.getByRole('complementary', { name: 'Highlights and bookmarks' });
    expect(within(panel).getByRole('listitem').textContent).toBe('very little to distressWhy?Blue · Two · 40%');
  });

  test('the panel leads to a mark, and removes one with undo', async () => {
    const { inside, readers } = await read();
    fireEvent.click(inside.getByRole('button', { name: 'Bookmark this page' }));
    const said = await inside.findByText('Bookmark set.');
    expect(said.closest('.-bottom-12'), 'over the footer, not over the text').not.toBeNull();
    expect(inside.getByRole('button', { name: 'Bookmark this page' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(inside.getByRole('button', { name: 'Highlights and bookmarks' }));
    const panel = inside.getByRole('complementary', { name: 'Highlights and bookmarks' });
    expect(within(panel).getByRole('listitem').textContent).toBe('OneBookmark · Page 1');
    within(panel).getByRole('button', { name: 'Remove One' }).focus();
    fireEvent.click(within(panel).getByRole('button', { name: 'Remove One' }));
    // The button goes with its mark; the focus must survive it.
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('dialog'));
    expect(within(panel).queryByRole('listitem')).toBeNull();
    // Below the list, not over its last line.
    expect(within(panel).getByText('Bookmark removed.').closest('[data-scroller]')).toBeNull();
    fireEvent.click(inside.getByRole('button', { name: 'Undo' }));
    fireEvent.click(within(panel).getByRole('button', { name: /^One/ }));
    await waitFor(() => expect(readers.requested.at(-1)).toBe('go 1'));
    expect(inside.queryByRole('complementary')).toBeNull();
  });

  test('a browser without storage shows an error, with a retry', async () => {
    const { inside, readers } = await read((ports) => {
      ports.readers.shelf.mode = 'full';
    });
    await userEvent.keyboard('b');
    expect((await inside.findByRole('alert')).textContent).toContain('out of storage');
    readers.shelf.mode = 'open';
    await userEvent.click(inside.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(inside.getByRole('alert').textContent).toBe(''));
    expect(readers.shelf.marks.size).toBe(1);
  });

  test('a file without marks shows an error', async () => {
    const { inside } = await read();
    await userEvent.click(inside.getByRole('button', { name: 'Highlights and bookmarks' }));
    expect(inside.getByText(/^Nothing is marked yet/)).not.toBeNull();
    await userEvent.upload(inside.getByLabelText('Import'), new File(['?'], 'a.json', { type: 'application/json' }));
    expect(await inside.findByText(/isn’t a marks file/)).not.toBeNull();
  });
});
