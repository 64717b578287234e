import { createEpub, paragraphs } from '../support/epub.ts';
import { boxAtRest } from './support/box.ts';
import { currentTime, expect, expectAccessible, expectAdvance, expectStill, test } from './support/fixtures.ts';
import { bookNamed, serve } from './support/reader.ts';

const TITLE = "Alice's Adventures in Wonderland";

interface Whole {
  readonly media: { readonly chapters: readonly { readonly title: string; readonly start: number }[] };
}

test('sound goes on below the pages of a book, whose keys turn pages; page and sound lead to each other', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  // Axe tries to run in the book's frame too, and is blocked.
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  const id = await bookNamed(api, TITLE);
  const { chapters } = ((await api.call('GET', `/api/items/${id}?expanded=1`)) as Whole).media;
  const [, second, third] = chapters;
  const text = chapters.map(({ title }, at) => ({ title, body: paragraphs(`Part${at}`, 40) }));
  await serve(page, createEpub({ chapters: text }));
  await signIn();
  await page.goto(`/item/${id}?read=main`);
  const reader = page.getByRole('dialog', { name: `Reading ${TITLE}` });
  const surface = reader.getByRole('region', { name: 'Page' });
  const position = reader.getByRole('contentinfo').getByRole('status');
  const player = reader.getByRole('region', { name: 'Player' });
  await expect(position).toContainText('Page 1 of');
  await expect(player).toHaveCount(0);
  const before = await boxAtRest(surface);

  await reader.getByRole('button', { name: 'Table of contents' }).click();
  await reader
    .getByRole('complementary')
    .getByRole('button', { name: second?.title ?? '', exact: true })
    .click();
  await expect(position).toContainText(second?.title ?? '');
  await reader.getByRole('button', { name: `Listen from “${second?.title}”` }).click();
  await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(second?.start ?? 0);
  await expectAdvance(page);
  // The player is below the pages, not on them.
  const [after, strip] = [await boxAtRest(surface), await boxAtRest(player)];
  expect(after.height).toBeLessThan(before.height);
  expect(strip.y).toBeGreaterThanOrEqual(after.y + after.height);

  await surface.focus();
  await page.keyboard.press('Space');
  await expect(position).not.toContainText('Page 1 of');
  await page.keyboard.press('ArrowLeft');
  await expect(position).toContainText('Page 1 of');
  await expectAdvance(page);
  await player.getByRole('button', { name: 'Pause' }).press('Enter');
  await expectStill(page);
  await expectAccessible(page);

  // The sound moves to another chapter: its text is a press away, and so is the way back.
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Next chapter' }).click();
  await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(third?.start ?? 0);
  await page.getByRole('button', { name: `Read ${TITLE}` }).click();
  await player.getByRole('button', { name: `Read the chapter that’s playing: “${third?.title}”` }).click();
  await expect(position).toContainText(third?.title ?? '');
  await reader.getByRole('button', { name: 'Go back' }).click();
  await expect(position).toContainText(second?.title ?? '');
});
