import type { Locator, Page } from 'playwright/test';
import { createEpub, paragraphs } from '../support/epub.ts';
import { createMobi } from '../support/mobi.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import {
  bookNamed,
  distance,
  isOnPage,
  placeInAccount,
  reloadWhileReading,
  serve,
  shelve,
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

/** Of the second paragraph, in CSS pixels; the font, and whether it is in use. */
const lookOf = (surface: Locator) =>
  surface
    .locator('iframe')
    .filter({ visible: true })
    .first()
    .contentFrame()
    .locator('p')
    .nth(1)
    .evaluate((paragraph) => {
      const style = getComputedStyle(paragraph);
      const { fontSize, letterSpacing, wordSpacing, lineHeight, marginBlockStart } = style;
      const font = style.fontFamily.split(',')[0]?.replaceAll('"', '') ?? '';
      const faces = [...paragraph.ownerDocument.fonts].filter(({ family }) => family.replaceAll('"', '') === font);
      const lines = Math.round((parseFloat(marginBlockStart) / parseFloat(lineHeight)) * 100) / 100;
      return {
        font,
        isLoaded: faces.some(({ status }) => status === 'loaded'),
        fontSize,
        letterSpacing,
        wordSpacing,
        lines,
      };
    });

const OLD = { theme: 'light', font: 'sans-serif', fontScale: 125, lineSpacing: 115, fontBoldness: 100, spread: 'auto' };
const AS_BEFORE = { font: 'system-ui', isLoaded: false, fontSize: '20px', letterSpacing: 'normal', wordSpacing: '0px' };
const CHOSEN = {
  font: 'Earmark OpenDyslexic',
  isLoaded: true,
  fontSize: '20px',
  letterSpacing: '4px',
  wordSpacing: '10px',
  lines: 2,
};

for (const [format, flow] of [
  ['epub', 'paged'],
  ['mobi', 'scrolled'],
] as const)
  test(`text of ${format} has the font and space that one chooses, until a book looks as all others again`, async ({
    page,
    api,
    signIn,
    watch,
  }) => {
    const chapters = ['One', 'Two'].map((title) => ({ title, body: paragraphs(title, 40) }));
    const id =
      format === 'epub'
        ? await bookNamed(api, 'Alice: A Reader')
        : ((await shelve(api, { 'Long Words.mobi': createMobi({ chapters }) })).get('Long Words') ?? '');
    if (format === 'epub') await serve(page, createEpub({ chapters }));
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (/opendyslexic/.test(request.url())) fonts.push(request.url());
    });
    await signIn();
    await page.goto('/');
    // As an older version stored it.
    await page.evaluate((old) => localStorage.setItem('ereaderSettings', JSON.stringify(old)), {
      ...OLD,
      textStroke: 0,
      flow,
    });
    const { reader, surface, settings } = await read(page, id);
    await expect.poll(() => lookOf(surface)).toMatchObject(AS_BEFORE);
    await surface.focus();
    for (let turn = 0; turn < 2; turn++) {
      const before = await wordAtTop(surface);
      await page.keyboard.press('PageDown');
      await expect.poll(async () => distance(before, await wordAtTop(surface))).toBe(1);
    }
    const word = await wordAtTop(surface);
    const paragraph = word.replace(/\d+$/, '');
    const isThere = async () =>
      flow === 'paged' ? isOnPage(surface, word) : (await wordAtTop(surface)).startsWith(paragraph);
    expect(fonts).toEqual([]);
    await reader.getByRole('button', { name: 'Reader settings' }).click();
    await settings.getByRole('radio', { name: 'This book only' }).click();
    await settings.getByRole('radio', { name: 'OpenDyslexic' }).click();
    await settings.getByText('More spacing').focus();
    await page.keyboard.press('Enter');
    for (const [name, value] of [
      ['Letter spacing', '20%'],
      ['Word spacing', '50%'],
      ['Paragraph spacing', '200%'],
    ] as const) {
      const slider = settings.getByRole('slider', { name });
      await expect(slider).toHaveAttribute('aria-valuetext', 'Book default');
      await page.keyboard.press('Tab');
      await expect(slider).toBeFocused();
      await page.keyboard.press('End');
      await expect(slider).toHaveAttribute('aria-valuetext', value);
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
    await expect.poll(() => lookOf(surface)).toEqual(CHOSEN);
    expect(fonts).not.toEqual([]);
    await expect.poll(isThere).toBe(true);
    await expect.poll(() => placeInAccount(api, id)).toMatch(/^epubcfi/);
    await reloadWhileReading(page, watch);
    await expect.poll(() => lookOf(surface)).toEqual(CHOSEN);
    await expect.poll(isThere).toBe(true);
    await reader.getByRole('button', { name: 'Reader settings' }).click();
    await settings.getByRole('radio', { name: 'All books' }).click();
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
    await expect.poll(() => lookOf(surface)).toMatchObject(AS_BEFORE);
    await expect.poll(isThere).toBe(true);
  });
