import { randomUUID } from 'node:crypto';
import { bookLibrary, booksOf, longestOfOneFile } from '../../e2e/support/library.ts';
import { expect, test } from '../driver/test.ts';

test('chapters are pasted, corrected and saved by keyboard', async ({ view, open, tab, api, signIn }) => {
  const { id } = await longestOfOneFile(api);
  await signIn();
  await open(`/audiobook/${id}/chapters`);
  await view.role('button', 'Paste a list').focus();
  await tab.key('Enter');
  const list = view.field('List of chapters');
  await list.press();
  await list.look('select');
  await tab.type('0:00 Prologue');
  await tab.key('Enter');
  await tab.type('0:00:20 The road');
  await view.role('button', 'Apply').focus();
  await tab.key('Enter');
  await expect.poll(() => view.field('Title of chapter 2').value()).toBe('The road');
  await view.field('Title of chapter 2').fill('The long road');
  await tab.key('Control+s');
  await expect.poll(() => tab.url()).toMatch(new RegExp(`/item/${id}$`));
  const saved = (await api.call('GET', `/api/items/${id}?expanded=1`)) as {
    media: { chapters: { start: number; title: string }[] };
  };
  expect(saved.media.chapters.map(({ start, title }) => [start, title])).toEqual([
    [0, 'Prologue'],
    [20, 'The long road'],
  ]);
});

test('books are edited in a table by keyboard alone, filled, undone and redone', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const library = await bookLibrary(api);
  const [book] = await booksOf(api, library);
  await signIn();
  await open(`/library/${library}/bookshelf`);
  const cards = view.role('grid', 'Items');
  await cards.role('link', book?.media.metadata.title ?? '').focus();
  for (const [keys, said] of [
    ['Shift+Space', '1 selected'],
    ['Shift+ArrowRight', '2 selected'],
    ['Shift+ArrowRight', '3 selected'],
  ] as const) {
    await tab.key(keys);
    await view.role('banner').words(said).shown();
  }
  await view.role('banner').role('button', 'More actions').focus();
  await tab.key('Enter');
  await view.role('menuitem', 'Edit as table').focus();
  await tab.key('Enter');
  await expect.poll(() => tab.url()).toMatch(/\/batch\?view=table$/);
  const cell = (row: number, column: number) => view.css(`[data-at="${row}:${column}"]`);
  await cell(0, 1).focus();
  await tab.key('Enter');
  await expect.poll(() => tab.evaluate(() => document.activeElement?.tagName)).toMatch(/INPUT|TEXTAREA/);
  await tab.key('Control+a');
  await tab.type('Table house');
  await tab.key('Enter');
  await cell(1, 1).focused();
  await cell(0, 1).says(/^Table house ?Changed$/);
  await tab.key('ArrowUp');
  await cell(0, 1).focused();
  await tab.key('Shift+ArrowDown');
  await tab.key('Shift+ArrowDown');
  await tab.key('Control+d');
  await cell(2, 1).says(/^Table house ?Changed$/);
  await tab.key('Control+z');
  await view.words('1 item changed').shown();
});

test('files of a book are put in another order by keyboard, and saved', async ({ view, open, tab, api, signIn }) => {
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => media.numTracks > 2);
  const id = book?.id ?? '';
  const files = async () =>
    (
      (await api.call('GET', `/api/items/${id}?expanded=1`)) as {
        media: { audioFiles: { index: number; metadata: { filename: string } }[] };
      }
    ).media.audioFiles
      .toSorted((one, other) => one.index - other.index)
      .map(({ metadata }) => metadata.filename);
  const [first = '', second = '', ...rest] = await files();
  await signIn();
  await open(`/audiobook/${id}/edit`);
  const handle = view.role('button', `Move ${second}`);
  await handle.focus();
  await tab.key('ArrowUp');
  await handle.focused();
  await view.role('button', 'Save').press();
  await view.role('button', 'Move chapters').press();
  await expect.poll(() => tab.url()).toMatch(new RegExp(`/item/${id}$`));
  expect(await files()).toEqual([second, first, ...rest]);
});

test('own figures are drawn, and turned into tables by keyboard', async ({ view, open, tab, api, signIn }) => {
  const books = await booksOf(api, await bookLibrary(api));
  const startedAt = Date.now() - 86_400_000;
  const sessions = books.slice(0, 3).map(({ id }) => ({
    id: randomUUID(),
    libraryItemId: id,
    episodeId: null,
    duration: 3600,
    startTime: 0,
    currentTime: 750,
    timeListening: 600,
    startedAt,
    updatedAt: startedAt + 600_000,
  }));
  await api.call('POST', '/api/session/local-all', { sessions, deviceInfo: {} });
  await signIn();
  await open('/config/stats');
  await view.role('img', 'By hour of the week').shown();
  await view.role('button', 'Top authors: show as table').focus();
  await tab.key('Enter');
  await view.role('table', 'Top authors').shown();
  await view.role('button', 'Top authors: show as picture').focused();
});

test('the inspector opens by its key over the page, shows what an actor does, and closes', async ({
  view,
  open,
  tab,
  signIn,
}) => {
  await signIn();
  await open('/');
  await view.role('button', /^Activity/).shown();
  await tab.key('Shift+I');
  await view.role('treeitem', /^player( |$)/).press();
  await view.css('.chart-state[data-active="true"]').at(0).shown();
});

test('a column of the table keeps a width that was dragged', async ({ view, open, tab, api, signIn }) => {
  await signIn();
  await open(`/library/${await bookLibrary(api)}/bookshelf`);
  await view.role('grid', 'Items').role('link').at(0).focus();
  await tab.key('Shift+Space');
  await view.role('banner').role('button', 'More actions').press();
  await view.role('menuitem', 'Edit as table').press();
  const width = async () => (await view.css('[data-at="0:1"]').place()).width;
  const before = await width();
  const { x, y, width: size, height } = await view.role('separator', 'Width of Subtitle').place();
  const edge = { x: Math.round(x + size - 2), y: Math.round(y + height / 2) };
  await tab.drag([edge, { x: edge.x + 40, y: edge.y }, { x: edge.x + 80, y: edge.y }]);
  await expect.poll(width).toBeCloseTo(before + 80, 0);
  await tab.reload();
  await expect.poll(width).toBeCloseTo(before + 80, 0);
});
