import { expect, test } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';

interface Progress {
  readonly currentTime: number;
  readonly progress: number;
  readonly isFinished: boolean;
  readonly hideFromContinueListening: boolean;
}

test('two books removed from the shelf one after the other are both hidden, and undo restores one', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  const books = (await booksOf(api, libraryId)).filter(({ media }) => media.numTracks > 0).slice(0, 4);
  for (const {
    id,
    media: { duration },
  } of books) {
    await api.call('PATCH', `/api/me/progress/${id}`, { currentTime: duration / 4, duration, progress: 0.25 });
  }
  const isHidden = async (id: string) =>
    ((await api.call('GET', `/api/me/progress/${id}`)) as Progress).hideFromContinueListening;
  await signIn();
  await page.goto(`/library/${libraryId}`);
  const row = page.getByRole('region', { name: 'Continue listening' });
  const notices = page.getByRole('region', { name: 'Notifications' });
  const [one, other] = books.slice(1, 3).map(({ id, media }) => ({ id, title: media.metadata.title }));
  if (!one || !other) throw new Error('The demo has too few books');
  for (const { title } of [one, other]) {
    await row.getByRole('link', { name: title, exact: true }).hover();
    await row.getByRole('button', { name: `More options for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Remove from shelf' }).click();
    await expect(notices.getByText(`“${title}” removed from the shelf`)).toBeVisible();
  }
  await expect.poll(() => Promise.all([one, other].map(({ id }) => isHidden(id)))).toEqual([true, true]);
  await page.keyboard.press('F8');
  await expect(page.getByRole('button', { name: 'Undo' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('link', { name: other.title, exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: one.title, exact: true })).toHaveCount(0);
  await expect.poll(() => Promise.all([one, other].map(({ id }) => isHidden(id)))).toEqual([true, false]);
});

test('reset progress is removed on the server, and undo restores all of it', async ({ page, api, signIn }) => {
  const [book] = (await booksOf(api, await bookLibrary(api))).filter(({ media }) => media.numTracks > 0);
  if (!book) throw new Error('The demo has no book with sound');
  const { duration } = book.media;
  const entries = async () => {
    const { mediaProgress } = (await api.call('GET', '/api/me')) as {
      mediaProgress: (Progress & { libraryItemId: string })[];
    };
    return mediaProgress
      .filter(({ libraryItemId }) => libraryItemId === book.id)
      .map(({ currentTime, progress, isFinished }) => ({ currentTime, progress, isFinished }));
  };
  await api.call('PATCH', `/api/me/progress/${book.id}`, { currentTime: duration / 2, duration, progress: 0.5 });
  const before = await entries();
  await signIn();
  await page.goto(`/item/${book.id}`);
  await page.getByRole('button', { name: 'Reset progress' }).click();
  await expect.poll(entries).toEqual([]);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(entries).toEqual(before);
  await expect(page.locator('main')).toContainText('50%');
});
