import type { Page } from 'playwright/test';
import { createEpub, paragraphs } from '../support/epub.ts';
import { expect, test } from './support/fixtures.ts';
import {
  bookNamed,
  distance,
  isOnPage,
  placeInAccount,
  reloadWhileReading,
  serve,
  wordAtTop,
} from './support/reader.ts';

async function read(page: Page, id: string) {
  await page.goto(`/item/${id}?read=main`);
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  const surface = reader.getByRole('region', { name: 'Page' });
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-/);
  return { reader, surface, settings: page.getByRole('dialog', { name: 'Reader settings' }) };
}

/** The number of a paragraph of the first chapter, from 0, by a place in it. */
const paragraphOf = (place: string | null) => Number(/^epubcfi\(\/6\/2!\/4\/(\d+)/.exec(place ?? '')?.[1]) / 2 - 1;

test('one book is scrolled, and resumes at the same word; all others keep their look', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  const id = await bookNamed(api, 'Alice: A Reader');
  const other = await bookNamed(api, "Aesop's Fables");
  const chapters = ['One', 'Two'].map((title) => ({ title, body: paragraphs(title, 40) }));
  await signIn();
  await serve(page, createEpub({ chapters }));
  const { reader, surface, settings } = await read(page, id);
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  await settings.getByRole('radio', { name: 'This book only' }).click();
  await settings.getByRole('radio', { name: 'Scrolled' }).click();
  await settings.getByRole('radio', { name: 'Justified', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expect.poll(() => isOnPage(surface, 'One-0-0')).toBe(true);
  // The wheel scrolls, and turns no page.
  const first = await wordAtTop(surface);
  await surface.hover();
  await page.mouse.wheel(0, 900);
  await expect.poll(async () => distance(first, await wordAtTop(surface))).toBe(1);
  await expect.poll(async () => paragraphOf(await placeInAccount(api, id))).toBeGreaterThan(1);
  // The kept place is the top line, once the wheel has come to rest.
  await expect
    .poll(async () => {
      const place = paragraphOf(await placeInAccount(api, id));
      return (await wordAtTop(surface)).startsWith(`One-${place}-`);
    })
    .toBe(true);
  const word = await wordAtTop(surface);
  await reloadWhileReading(page, watch);
  await expect.poll(() => wordAtTop(surface)).toBe(word);
  // By the keyboard alone, from one chapter to the next.
  await surface.focus();
  await page.keyboard.press('PageDown');
  await expect.poll(async () => distance(word, await wordAtTop(surface))).toBe(1);
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  await reader.getByRole('button', { name: 'End of One' }).click();
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-3/);
  await surface.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => isOnPage(surface, 'Two-0-0')).toBe(true);
  await page.goto(`/item/${other}?read=main`);
  await expect(reader.getByRole('contentinfo').getByRole('status')).toContainText('Page 1 of');
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  await expect(settings.getByRole('radio', { name: 'All books' })).toBeChecked();
  await expect(settings.getByRole('radio', { name: 'Paged' })).toBeChecked();
});
