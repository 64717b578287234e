import { fileURLToPath } from 'node:url';
import { bookLibrary, booksOf, firstPodcast } from '../../e2e/support/library.ts';
import { expect, KEY, test } from '../driver/test.ts';

const SOUND = fileURLToPath(
  new URL('../../../server/demo/library/podcasts/Fables Daily/07 - The Dog and the Shadow.mp3', import.meta.url),
);

test(
  'a file that was picked is uploaded, and the server has it',
  { tag: KEY },
  async ({ view, open, tab, api, signIn }) => {
    const library = await bookLibrary(api);
    await signIn();
    await open('/upload');
    await view.role('heading', 'Upload').shown();
    await tab.choose('main input[type=file]:not([webkitdirectory])', [SOUND]);
    await view.field('Title of item 1').fill('The Shadow');
    await view.field('Author of item 1').fill('Aesop');
    await view.role('button', 'Upload 1 item').press();
    await view.words(/^Uploaded 1 item\./).shown();
    await api.call('POST', `/api/libraries/${library}/scan`);
    const places = async () => {
      const { results } = (await api.call('GET', `/api/libraries/${library}/items?limit=0`)) as {
        results: { relPath: string }[];
      };
      return results.map(({ relPath }) => relPath);
    };
    await expect.poll(places).toContain('Aesop/The Shadow');
  },
);

test('a file that was dropped becomes an item to upload', async ({ view, open, tab, signIn }) => {
  await signIn();
  await open('/upload');
  const target = view.role('group', 'Drop files or folders here');
  await target.shown();
  await tab.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(2000)], 'The Dropped.mp3', { type: 'audio/mpeg' }));
    const area = document.querySelector('main [role=group]');
    for (const type of ['dragenter', 'dragover', 'drop'])
      area?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await expect.poll(() => view.field('Title of item 1').value()).toBe('The Dropped');
});

test('a book is edited in its dialog, and what was not saved is a question first', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const [book] = await booksOf(api, await bookLibrary(api));
  const id = book?.id ?? '';
  await signIn();
  await open(`/item/${id}?edit=${id}`);
  const dialog = view.role('dialog', /^Edit: /);
  await dialog.field('Subtitle').fill('A tale');
  await dialog.field('Genres').press();
  await tab.type('Fable of old');
  await tab.key('Enter');
  await dialog.role('button', 'Save').press();
  const saved = async () =>
    (
      (await api.call('GET', `/api/items/${id}?expanded=1`)) as {
        media: { metadata: { subtitle: string | null; genres: string[] } };
      }
    ).media.metadata;
  await expect.poll(async () => (await saved()).subtitle).toBe('A tale');
  expect((await saved()).genres).toContain('Fable of old');
  await dialog.field('Subtitle').fill('Another');
  await tab.key('Escape');
  await view
    .words(/Discard the unsaved changes/)
    .at(0)
    .shown();
  await view.role('button', 'Discard').press();
  await dialog.gone();
  expect((await saved()).subtitle).toBe('A tale');
});

test('a date that is typed is the one that is saved', async ({ view, open, tab, api, signIn, engine }) => {
  const id = await firstPodcast(api);
  await signIn();
  await open(`/item/${id}`);
  await view
    .role('grid', 'Episodes')
    .role('button', /^More options for /)
    .at(0)
    .press();
  await view.role('menuitem', 'Edit').press();
  const dialog = view.role('dialog', /^Edit: /);
  const day = dialog.field('Published on');
  // The focus comes to its first part.
  await day.focus();
  // WebKit's field stays in its part until it is left.
  for (const part of ['05', '06', '2031']) {
    await tab.type(part);
    if (engine === 'webkit') await tab.key('ArrowRight');
  }
  await expect.poll(() => day.value()).toBe('2031-05-06');
  await dialog.role('button', 'Save').press();
  const published = async () => {
    const { media } = (await api.call('GET', `/api/items/${id}?expanded=1`)) as {
      media: { episodes: { publishedAt: number | null }[] };
    };
    return media.episodes.map(({ publishedAt }) => new Date(publishedAt ?? 0).toISOString().slice(0, 10));
  };
  await expect.poll(published).toContainEqual(expect.stringMatching(/^2031-05-0[567]$/));
});

test('a switch of the settings is saved as it is moved, by keyboard', async ({ view, open, tab, api, signIn }) => {
  await signIn();
  await open('/config');
  const covers = view.role('switch', 'Find covers');
  await covers.checked(false);
  await covers.focus();
  await tab.key('Space');
  await covers.checked();
  const stored = async () =>
    ((await api.call('POST', '/api/authorize')) as { serverSettings: { scannerFindCovers: boolean } }).serverSettings
      .scannerFindCovers;
  await expect.poll(stored).toBe(true);
  await tab.reload();
  await covers.checked();
});

test('a form of the settings says what is wrong, and is saved', async ({ view, open, tab, api, signIn }) => {
  await signIn();
  await open('/config/email');
  await view.field('Host').fill('127.0.0.1');
  await view.field('Port').fill('2525');
  await view.field('From').fill('nobody');
  const save = view.role('button', /^Save/);
  await save.press();
  await view.words('Enter a valid email address').shown();
  await view.field('From').focused();
  await view.field('From').fill('books@example.com');
  await save.press();
  await view.words('Saved').shown();
  const { settings } = (await api.call('GET', '/api/emails/settings')) as { settings: object };
  expect(settings).toMatchObject({ host: '127.0.0.1', port: 2525, fromAddress: 'books@example.com' });
  await tab.reload();
  await expect.poll(() => view.field('Host').value()).toBe('127.0.0.1');
});
