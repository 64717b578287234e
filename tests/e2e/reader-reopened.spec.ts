import path from 'node:path';
import type { Page } from 'playwright/test';
import { createEpub } from '../support/epub.ts';
import { createMobi } from '../support/mobi.ts';
import { prose } from '../support/prose.ts';
import { numbers } from '../faults/support/random.ts';
import { expect, test } from './support/fixtures.ts';
import { firstWord, reloadWhileReading, shelve } from './support/reader.ts';

/** `PLACE_SEED=… PLACE_TRIES=…` looks further. */
const TRIES = Number(process.env['PLACE_TRIES'] ?? 2);
const PARAGRAPHS = 100;
const NAMES = ['One', 'Two'];
const BOOKS = {
  'Made.epub': createEpub,
  'Long.mobi': createMobi,
} as const;
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const seed = Number(process.env['PLACE_SEED'] ?? 1);

async function goSomewhere(page: Page, random: () => number): Promise<void> {
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  const words = [Math.floor(random() * PARAGRAPHS), Math.floor(random() * 10)];
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  const contents = reader.getByRole('complementary');
  await contents.getByRole('searchbox').fill(`-${words.join('-')} `);
  await contents
    .getByRole('button', { name: new RegExp(`-${words.join('-')} `) })
    .last()
    .click();
  await expect(contents).toBeHidden();
  for (let turns = Math.floor(random() * 4) + 1; turns > 0; turns--) {
    const before = await firstWord(page);
    await page.keyboard.press(random() < 0.3 ? 'ArrowLeft' : 'ArrowRight');
    await expect.poll(() => firstWord(page)).not.toBe(before);
  }
}

for (const size of SIZES)
  for (const [name, create] of Object.entries(BOOKS))
    test(`a file ${path.extname(name)} opens again at the same word on a page of ${size.width} × ${size.height}`, async ({
      page,
      api,
      signIn,
      watch,
    }) => {
      const random = numbers(seed);
      const title = path.parse(name).name;
      const chapters = NAMES.map((chapter) => ({
        title: chapter,
        body: `<h2>${chapter}-0-0</h2>${prose(PARAGRAPHS, random)}`,
      }));
      const id = (await shelve(api, { [name]: create({ chapters }) })).get(title) ?? '';
      await page.setViewportSize(size);
      await signIn();
      await page.goto(`/item/${id}?read=main`);
      await expect.poll(() => firstWord(page)).toBe('One-0-0');
      const before: string[] = [];
      const after: string[] = [];
      for (let tried = 0; tried < TRIES; tried++) {
        await goSomewhere(page, random);
        before.push(await firstWord(page));
        if (tried % 2 === 0) await reloadWhileReading(page, watch);
        else {
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: `Read ${title}` }).click();
        }
        await expect(page.getByRole('contentinfo').getByRole('status')).toContainText('Page');
        await expect(page.getByRole('region', { name: 'Page' })).not.toHaveAttribute('aria-busy');
        await expect.poll(() => firstWord(page)).not.toBe('');
        after.push(await firstWord(page));
      }
      expect(after, `PLACE_SEED=${seed}`).toEqual(before);
    });
