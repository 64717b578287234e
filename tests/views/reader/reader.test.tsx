import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { listLibraries } from '../../../src/services/endpoints/libraries.ts';
import { getMe } from '../../../src/services/endpoints/me.ts';
import { createHotkeys } from '../../../src/services/hotkeys.ts';
import { BookException } from '../../../src/services/reader/engine.ts';
import { openClient } from '../../support/dom/client.tsx';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { fakePlace } from '../../support/fakes/readers.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { ebookBody, ebookFileOf } from '../../support/reader-fixtures.ts';
import { ONE_RIGHT, ROLE_NAMES, signInOf } from '../../support/role-accounts.ts';
import { recording } from '../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/reader/reader.machine.ts';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/reader/reader-dialog.tsx';

const { id } = bookBody;
const { title, authorName } = bookBody.media.metadata;
const PAGE = `/item/${id}`;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const open = (path: string, prepare: (ports: FakePorts) => void = () => undefined, body: object = ebookBody()) =>
  openClient(path, {
    account: 'login-root',
    prepare: (ports) => {
      ports.api.answer(getItem, body);
      prepare(ports);
    },
  });

async function read(prepare?: (ports: FakePorts) => void) {
  const client = open(`${PAGE}?read=77`, prepare);
  const dialog = await screen.findByRole('dialog', { name: `Reading ${title}` });
  const inside = within(dialog);
  await inside.findByText('Page 1 of 5 in chapter');
  return { ...client, dialog, inside };
}

describe('the reader', () => {
  test('names the printed page, and goes to one', async () => {
    const { inside, ports } = await read(({ readers }) => readers.listPrintedPages());
    expect(inside.queryByText(/^Printed page/)).toBeNull();
    act(() => ports.readers.options?.onMoved({ ...fakePlace(3), printed: 'xii' }));
    await userEvent.click(inside.getByRole('button', { name: /Printed page xii/ }));
    const field = await screen.findByRole('textbox', { name: 'Go to page', description: 'xii–1 · 0%–100%' });
    await userEvent.type(field, '1{Enter}');
    await waitFor(() => expect(ports.readers.requested).toEqual(['go 4']));
  });

  test('has settings 500 px wide (CON-082)', async () => {
    const { inside } = await read();
    await userEvent.click(inside.getByRole('button', { name: 'Reader settings' }));
    expect((await screen.findByRole('dialog', { name: 'Reader settings' })).style.maxWidth).toBe('31.25rem');
  });

  test('has contents 24 rem wide (EBK-017, CON-083)', async () => {
    const { dialog, inside } = await read();
    await userEvent.click(inside.getByRole('button', { name: 'Table of contents' }));
    await waitFor(() => expect(dialog.querySelector('.w-\\[24rem\\]')).not.toBe(null));
  });

  test('closes by its button (EBK-004)', async () => {
    const { dialog, inside } = await read();
    await userEvent.click(inside.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
  });

  test('opens from the page, with title and author, and closes to it (EBK-002, ITM-009, BAR-038)', async () => {
    const client = open(PAGE);
    await screen.findByRole('heading', { level: 1, name: title });
    await userEvent.click(await screen.findByRole('button', { name: `Read ${title}` }));
    const dialog = await screen.findByRole('dialog', { name: `Reading ${title}` });
    const inside = within(dialog);
    await inside.findByText('Page 1 of 5 in chapter');
    expect(client.here()).toBe(`${PAGE}?read=77`);
    expect(inside.getByRole('heading', { level: 2, name: title }).textContent).toBe(title);
    expect(inside.getByText(authorName).textContent).toBe(authorName);
    await userEvent.click(inside.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    await waitFor(() => expect(client.here()).toBe(PAGE));
  });

  test.each(ROLE_NAMES)('is the same for every account, as for %s (ROL-048)', async (role) => {
    openClient(`${PAGE}?read=77`, {
      account: ONE_RIGHT[role] ? 'login-restricted' : `login-${role}`,
      prepare: (ports) => {
        const body = signInOf(role, []);
        ports.api.answer(authorize, body);
        ports.api.answer(getMe, body.user);
        ports.api.answer(getItem, ebookBody());
      },
    });
    const inside = within(await screen.findByRole('dialog', { name: `Reading ${title}` }));
    await inside.findByText('Page 1 of 5 in chapter');
    const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;
    expect(inside.getAllByRole('button').map(nameOf)).toEqual([
      'Read aloud',
      'Table of contents',
      'Bookmark this page',
      'Highlights and bookmarks',
      'Reader settings',
      'Close',
      'Previous page',
      'Page 1 of 5 in chapter20%',
      'Next page',
    ]);
  });

  test('is offered only for readable files (EBK-012)', async () => {
    open(PAGE, undefined, ebookBody('docx', [ebookFileOf('9', 'Other.epub')]));
    await screen.findByRole('heading', { level: 1, name: title });
    await userEvent.click(await screen.findByRole('button', { name: /^Ebook files/ }));
    expect(screen.getAllByRole('button', { name: /^Read/ }).map((button) => button.getAttribute('aria-label'))).toEqual(
      ['Read Other.epub'],
    );
  });

  test('keys turn pages, and do not reach the player (pitfall 39)', async () => {
    const { inside, ports } = await read();
    const surface = inside.getByRole('region', { name: 'Page' });
    expect(document.activeElement).toBe(surface);
    const taken: string[] = [];
    const end = createHotkeys().subscribe(({ key }) => taken.push(key) > 0);
    fireEvent.keyDown(surface, { key: ' ' });
    await inside.findByText('Page 2 of 5 in chapter');
    fireEvent.keyDown(surface, { key: 'ArrowLeft' });
    await inside.findByText('Page 1 of 5 in chapter');
    end();
    expect([ports.readers.requested, taken]).toEqual([['next', 'previous'], []]);
    expect(inside.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', true);
  });

  test('a key in a field is the field’s', async () => {
    const { inside, ports } = await read();
    await userEvent.click(inside.getByRole('button', { name: 'Table of contents' }));
    await userEvent.type(inside.getByRole('searchbox'), 'a {ArrowLeft}');
    expect(ports.readers.requested).toEqual([]);
  });

  test('contents are nested, and lead to a chapter (EBK-005, EBK-019, EBK-020)', async () => {
    const { inside } = await read();
    await userEvent.click(inside.getByRole('button', { name: 'Table of contents' }));
    const panel = inside.getByRole('complementary', { name: 'Table of contents' });
    expect(within(panel).getByRole('button', { name: 'One' }).getAttribute('aria-current')).toBe('location');
    expect(within(panel).getByRole('button', { name: 'One, second part' })).toBeTruthy();
    await userEvent.click(within(panel).getByRole('button', { name: 'Two' }));
    await inside.findByText('Page 3 of 5 in chapter');
    expect(panel.isConnected).toBe(false);
    // Keys go on turning pages.
    expect(document.activeElement).toBe(inside.getByRole('region', { name: 'Page' }));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowLeft' });
    await inside.findByText('Page 2 of 5 in chapter');
  });

  test('a search lists excerpts, or shows an empty result (EBK-018, EBK-021, EBK-022)', async () => {
    const { inside, ports } = await read();
    await userEvent.click(inside.getByRole('button', { name: 'Table of contents' }));
    const found = ports.readers.holdSearch();
    fireEvent.change(inside.getByRole('searchbox'), { target: { value: 'word' } });
    expect(inside.getByText('Searching…')).toBeTruthy();
    await act(async () => found.resolve([{ target: '4', share: 0.6, excerpt: 'a word of it', chapter: 'Two' }]));
    await userEvent.click(inside.getByRole('button', { name: /a word of it/ }));
    await inside.findByText('Page 4 of 5 in chapter');
    await userEvent.click(inside.getByRole('button', { name: 'Table of contents' }));
    ports.readers.holdSearch().resolve([]);
    fireEvent.change(inside.getByRole('searchbox'), { target: { value: 'other' } });
    expect(await inside.findByText('No results')).toBeTruthy();
  });

  test.each([true, false])(
    'settings say why scripts are off although the library allows them: %s (EBK-016)',
    async (is) => {
      const { inside } = await read(({ api }) => {
        const { body } = recording('libraries/list').response as {
          body: { libraries: { id: string; settings: object }[] };
        };
        const libraries = body.libraries.map((library) => ({
          ...library,
          settings: { ...library.settings, epubsAllowScriptedContent: is },
        }));
        api.answer(listLibraries, { libraries });
      });
      await userEvent.click(inside.getByRole('button', { name: 'Reader settings' }));
      const settings = await screen.findByRole('dialog', { name: 'Reader settings' });
      expect(within(settings).queryAllByText(/allows scripts in ebooks/)).toHaveLength(is ? 1 : 0);
    },
  );

  test.each(['Table of contents', 'Highlights and bookmarks'])(
    'Escape in the panel %s returns the focus to its button',
    async (name) => {
      const { inside } = await read();
      const button = inside.getByLabelText(name, { selector: 'button' });
      button.focus();
      fireEvent.click(button);
      const panel = inside.getByLabelText(name, { selector: 'aside' });
      expect(panel.contains(document.activeElement)).toBe(true);
      fireEvent.keyDown(document.activeElement ?? panel, { key: 'Escape' });
      await waitFor(() => expect(panel.isConnected).toBe(false));
      expect(document.activeElement).toBe(button);
    },
  );

  test('settings have their steps, and Escape closes only them (EBK-006, EBK-024)', async () => {
    const { dialog, inside, ports } = await read();
    await userEvent.click(inside.getByRole('button', { name: 'Reader settings' }));
    const settings = await screen.findByRole('dialog', { name: 'Reader settings' });
    const scale = within(settings).getByRole('slider', { name: 'Font size' });
    expect([scale.getAttribute('min'), scale.getAttribute('max'), scale.getAttribute('step')]).toEqual([
      '5',
      '300',
      '5',
    ]);
    fireEvent.change(scale, { target: { value: '150' } });
    await waitFor(() => expect(ports.readers.requested).toEqual(['show 150']));
    expect([scale.getAttribute('aria-valuetext'), within(settings).queryAllByText('115%').length]).toEqual(['150%', 1]);
    await userEvent.click(within(settings).getByRole('radio', { name: 'Sepia' }));
    expect(dialog.style.colorScheme).toBe('light');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(settings.isConnected).toBe(false));
    expect(dialog.isConnected).toBe(true);
    // Keys turn pages again.
    await waitFor(() => expect(document.activeElement).toBe(inside.getByRole('region', { name: 'Page' })));
  });

  test('contents begin at the current chapter', async () => {
    const { inside, ports } = await read();
    act(() => ports.readers.move(3));
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    await userEvent.click(inside.getByRole('button', { name: 'Table of contents' }));
    const current = inside.getByRole('button', { name: 'Two' });
    expect([document.activeElement, shown.mock.contexts]).toEqual([current, [current]]);
    // Not again, where the list returns after a search.
    const field = inside.getByRole('searchbox');
    field.focus();
    fireEvent.change(field, { target: { value: 'words' } });
    fireEvent.change(field, { target: { value: '' } });
    expect([inside.getByRole('button', { name: 'Two' }).ariaCurrent, document.activeElement]).toEqual([
      'location',
      field,
    ]);
  });

  test('the list of results says where it ends', async () => {
    const { inside, ports } = await read();
    const found = ports.readers.holdSearch();
    await userEvent.click(inside.getByRole('button', { name: 'Table of contents' }));
    fireEvent.change(inside.getByRole('searchbox'), { target: { value: 'words' } });
    found.resolve(
      Array.from({ length: 1001 }, (_, at) => ({
        target: String(at),
        share: at / 1001,
        excerpt: 'words',
        chapter: null,
      })),
    );
    expect((await inside.findByText(/results/)).textContent).toBe('1,001 results (1–1,000)');
    expect(inside.getAllByText('words')).toHaveLength(1000);
  });

  test('shows the progress of the file, and can be closed meanwhile', async () => {
    const client = open(`${PAGE}?read=77`, ({ readers }) => void readers.holdFile());
    await waitFor(() => expect(client.ports.readers.fetched).toHaveLength(1));
    act(() => client.ports.readers.fetched[0]?.onBytes(1024, 2048));
    expect(await screen.findByText('1 kB of 2 kB')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('shows what is wrong with a book, and offers its file', async () => {
    vi.spyOn(console, 'info').mockReturnValue();
    const client = open(`${PAGE}?read=77`, ({ readers }) => readers.refuseBook(new BookException('protected')));
    expect((await screen.findByRole('alert')).textContent).toContain('protected by its publisher');
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(client.ports.page.shown.named).toEqual(['Book.epub']));
  });
});
