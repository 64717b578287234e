import { bookLibrary, booksOf } from '../../e2e/support/library.ts';
import { expect, KEY, test } from '../driver/test.ts';

test('a collection is made from a book by keyboard alone, and its page leads back to the book', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const [book] = await booksOf(api, await bookLibrary(api));
  const title = book?.media.metadata.title ?? '';
  await signIn();
  await open(`/item/${book?.id}`);
  await view.role('heading', title).at(0).shown();
  await view.role('main').role('button', `Add ${title}`).focus();
  await tab.key('Enter');
  await view.role('menuitem', 'Add to collection').focus();
  await tab.key('Enter');
  const dialog = view.role('dialog', /collection/i);
  await dialog.field('New collection').focus();
  await tab.type('Evenings');
  await tab.key('Enter');
  const inList = async () => {
    const { collections } = (await api.call('GET', '/api/collections')) as {
      collections: { id: string; books: { id: string }[] }[];
    };
    return collections.map(({ id, books }) => ({ id, books: books.map((one) => one.id) }));
  };
  await expect.poll(async () => (await inList()).map(({ books }) => books)).toEqual([[book?.id]]);
  await tab.key('Escape');
  await dialog.gone();
  await view.role('link', 'Collections').at(0).press();
  await view.role('main').role('link', 'Evenings').at(0).press();
  await view.role('heading', 'Evenings').shown();
  await view.role('main').role('link', title).at(0).press();
  await expect.poll(() => tab.url()).toContain(`/item/${book?.id}`);
});

test('a book is marked as finished, and Undo brings its place back', async ({ view, open, api, signIn }) => {
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => media.numTracks > 0);
  const { id = '', media } = book ?? {};
  const duration = media?.duration ?? 0;
  await api.call('PATCH', `/api/me/progress/${id}`, { currentTime: duration / 4, duration, progress: 0.25 });
  const progress = async () => {
    const { isFinished, currentTime } = (await api.call('GET', `/api/me/progress/${id}`)) as {
      isFinished: boolean;
      currentTime: number;
    };
    return { isFinished, at: Math.round(currentTime) };
  };
  await signIn();
  await open(`/item/${id}`);
  await view.role('main').role('button', 'Mark as finished').press();
  await expect.poll(async () => (await progress()).isFinished).toBe(true);
  await view.role('region', 'Notifications').role('button', 'Undo').press();
  await expect.poll(progress).toEqual({ isFinished: false, at: Math.round(duration / 4) });
});

test('home holds its view when a shelf grows above it', { tag: KEY }, async ({ view, open, tab, api, signIn }) => {
  const books = (await booksOf(api, await bookLibrary(api))).filter(({ media }) => media.numTracks > 0);
  await signIn();
  await open('/');
  await view.role('button', /^Activity/).shown();
  const authors = view.role('region', 'Newest authors');
  await authors.shown();
  await tab.wheel({ x: 700, y: 500 }, 400);
  const scrolled = () => tab.evaluate(() => document.querySelector('[data-scroller]')?.scrollTop ?? 0);
  await expect.poll(scrolled).toBeGreaterThan(50);
  const at = async () => Math.round((await authors.look()).box.y);
  const before = await at();
  for (const { id, media } of books.slice(0, 2)) {
    const { duration } = media;
    await api.call('PATCH', `/api/me/progress/${id}`, { currentTime: duration / 4, duration, progress: 0.25 });
  }
  await view.role('region', 'Continue listening').shown();
  await expect.poll(async () => Math.abs((await at()) - before)).toBeLessThan(4);
});
