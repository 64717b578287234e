import type { Page } from 'playwright/test';
import { connect, expect, expectAccessible, expectSound, LISTENER, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf, firstPodcast, type Book } from './support/library.ts';
import { becomesLive } from './support/live.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const titleOf = ({ media }: Book) => media.metadata.title;
const links = (page: Page) => page.getByRole('grid', { name: 'Items' }).getByRole('link');

interface Entry {
  readonly libraryItemId: string;
  readonly episodeId?: string;
}

async function makePlaylist(api: ServerApi, libraryId: string, name: string, items: readonly Entry[]) {
  const { id } = (await api.call('POST', '/api/playlists', { libraryId, name, items })) as { id: string };
  return id;
}

async function itemsOf(api: ServerApi, id: string): Promise<readonly string[]> {
  const { items } = (await api.call('GET', `/api/playlists/${id}`)) as { items: Entry[] };
  return items.map(({ libraryItemId }) => libraryItemId);
}

test('a book joins and leaves a new collection by keyboard, and an episode a playlist (GEN-011, GEN-012, ITM-010)', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  const [book] = await booksOf(api, libraryId);
  if (!book) throw new Error('The demo has no book');
  await signIn();
  await page.goto(`/item/${book.id}`);
  const more = page.locator('main').getByRole('button', { name: `Add ${titleOf(book)}` });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Add to collection' }).press('Enter');
  await expect(dialog(page).getByText('No collections yet')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Create' }).press('Enter');
  await expect(dialog(page).getByText('Enter a name')).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'New collection' }).fill('Evenings');
  await page.keyboard.press('Enter');
  await expect(notices(page).getByText('Collection “Evenings” created')).toBeVisible();
  const box = dialog(page).getByRole('checkbox', { name: 'Evenings' });
  await expect(box).toBeChecked();
  await expectAccessible(page, '[role="dialog"]');
  await box.press('Space');
  await expect(box).not.toBeChecked();
  await box.press('Space');
  await expect(box).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(more).toBeFocused();
  const kept = async () => {
    const answer = (await api.call('GET', '/api/collections')) as { collections: { books: { id: string }[] }[] };
    return answer.collections.map(({ books }) => books.map(({ id }) => id));
  };
  await expect.poll(kept).toEqual([[book.id]]);

  await page.goto(`/item/${await firstPodcast(api)}`);
  await page
    .getByRole('grid', { name: 'Episodes' })
    .getByRole('button', { name: /^More options/ })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Add to collection' })).toBeHidden();
  await page.getByRole('menuitem', { name: 'Add to playlist' }).click();
  await dialog(page).getByRole('textbox', { name: 'New playlist' }).fill('Commute');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(dialog(page).getByRole('checkbox', { name: 'Commute' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Playlists' }).first().click();
  await page.getByRole('link', { name: 'Commute' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Commute' })).toBeVisible();
  await expect(links(page)).toHaveCount(1);
});

test('a playlist is ordered by keys, loses items with undo, is renamed, and plays from its first unfinished item', async ({
  page,
  context,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/);
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).filter(({ media }) => media.numTracks === 1).slice(0, 3);
  const [one, two, three] = books;
  if (!one || !two || !three) throw new Error('There are no three books');
  const id = await makePlaylist(
    api,
    libraryId,
    'Road',
    books.map((book) => ({ libraryItemId: book.id })),
  );
  await api.call('PATCH', `/api/me/progress/${one.id}`, { isFinished: true });
  await signIn();
  await page.goto(`/playlist/${id}`);
  await expect(links(page)).toHaveText([one, two, three].map(titleOf));
  await expectAccessible(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: `Remove ${titleOf(three)} from this list` }).click();
  await expect(links(page)).toHaveText([one, two].map(titleOf));
  await context.setOffline(false);
  await expect.poll(() => itemsOf(api, id)).toEqual([one.id, two.id]);
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(links(page)).toHaveText([one, two, three].map(titleOf));
  await expect.poll(() => itemsOf(api, id)).toEqual([one.id, two.id, three.id]);
  await page.getByRole('button', { name: `Move ${titleOf(three)}`, exact: true }).press('ArrowUp');
  await expect(links(page)).toHaveText([one, three, two].map(titleOf));
  await expect(page.getByRole('button', { name: `Move ${titleOf(three)}`, exact: true })).toBeFocused();
  await expect.poll(() => itemsOf(api, id)).toEqual([one.id, three.id, two.id]);

  await page.getByRole('button', { name: `Remove ${titleOf(three)} from this list` }).click();
  await expect(links(page)).toHaveText([one, two].map(titleOf));
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(links(page)).toHaveText([one, three, two].map(titleOf));
  await expect.poll(() => itemsOf(api, id)).toEqual([one.id, three.id, two.id]);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(notices(page).getByText('Name required')).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Roads');
  await dialog(page).getByRole('textbox', { name: 'Description' }).fill('For long ways');
  await expectAccessible(page, '[role="dialog"]');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(notices(page).getByText('Playlist updated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Roads' })).toBeVisible();
  await expect(page.getByText('For long ways')).toBeVisible();

  await page.getByRole('button', { name: 'Continue' }).click();
  const bar = page.getByRole('region', { name: 'Player' });
  await expect(bar.getByRole('link', { name: titleOf(three) })).toBeVisible();
  await expectSound(page);
  await expect(page.getByRole('button', { name: 'Queue: 1 item' })).toBeVisible();
});

test('removing a playlist leaves its page, and undo restores it; a removal by another device leaves too (RTE-041, EVT-029)', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).slice(0, 2);
  const items = books.map((book) => ({ libraryItemId: book.id }));
  const id = await makePlaylist(api, libraryId, 'Short', items);
  const live = becomesLive(page);
  await signIn();
  await page.goto(`/playlist/${id}`);
  await live;
  await page.locator('main').getByRole('button', { name: 'More options', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL(new RegExp(`/library/${libraryId}/bookshelf/playlists$`));
  await expect(notices(page).getByText('Playlist removed')).toBeVisible();
  await expect(page.getByText('No playlists yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Playlists' })).toHaveCount(0);
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  const again = page.getByRole('grid', { name: 'Playlists' }).getByRole('link', { name: 'Short' });
  await expect(again).toBeVisible();
  await expectAccessible(page);
  const read = page.waitForResponse(/\/api\/playlists\/[^/]+$/);
  await again.click();
  await read;
  await expect(links(page)).toHaveText(books.map(titleOf));
  const made = page.url().split('/').at(-1) ?? '';
  expect(made).not.toBe(id);
  await api.call('DELETE', `/api/playlists/${made}`);
  await expect(page).toHaveURL(new RegExp(`/library/${libraryId}/bookshelf/playlists$`));
  await expect(notices(page).getByText('“Short” was removed', { exact: true })).toBeVisible();
});

test('a user without rights reads, plays and copies a collection, and sees changes of others', async ({
  page,
  api,
  server,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).slice(0, 3);
  const [one, two, three] = books;
  if (!one || !two || !three) throw new Error('There are no three books');
  const { id } = (await api.call('POST', '/api/collections', {
    libraryId,
    name: 'Club',
    books: [one.id, two.id],
  })) as { id: string };
  await connect(server, LISTENER);
  const live = becomesLive(page);
  await signIn(LISTENER);
  await page.goto(`/collection/${id}`);
  await live;
  await expect(links(page)).toHaveText([one, two].map(titleOf));
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0);
  await expectAccessible(page);
  await api.call('POST', `/api/collections/${id}/book`, { id: three.id });
  await expect(links(page)).toHaveText([one, two, three].map(titleOf));
  await page.locator('main').getByRole('button', { name: 'More options', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Create playlist from this']);
  await page.getByRole('menuitem', { name: 'Create playlist from this' }).click();
  await notices(page).getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/playlist\//);
  await expect(links(page)).toHaveText([one, two, three].map(titleOf));
  await page.getByRole('searchbox', { name: 'Search in this list' }).fill(titleOf(two));
  await expect(links(page)).toHaveText([titleOf(two)]);
});
