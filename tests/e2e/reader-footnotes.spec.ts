import type { Page } from 'playwright/test';
import { createEpub, paragraphs } from '../support/epub.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookNamed, isOnPage, openTrap, placeInAccount, serve, wordAtTop } from './support/reader.ts';

const chapters = (trap: string) => [
  {
    title: 'One',
    body: `<p id="from">Marked<a epub:type="noteref" href="#marked">1</a>, at the end<sup><a id="back" href="c1.xhtml#end">2</a></sup>,
      to a <a href="c1.xhtml#far">place</a>.</p>${paragraphs('One', 12)}
      <aside epub:type="footnote" id="marked"><p>Here is <em>a footnote</em>.
      <a href="https://example.org/">Away</a><img src="${trap}/note.png" onerror="alert(1)" alt=""/></p></aside>`,
  },
  {
    title: 'Notes',
    body: `<ol><li id="end">Here is an endnote. <a href="c0.xhtml#back">↩</a></li></ol>${paragraphs('Two', 12)}
      <p id="far">A place.</p>`,
  },
];

async function read(page: Page, id: string) {
  await page.goto(`/item/${id}?read=main`);
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  const surface = reader.getByRole('region', { name: 'Page' });
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-0-/);
  return { reader, surface, note: page.getByRole('dialog', { name: 'Note' }) };
}

test('footnotes and endnotes are read at their links, which leave the page where it is', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  const trap = await openTrap();
  const id = await bookNamed(api, 'Alice: A Reader');
  await signIn();
  await serve(page, createEpub({ chapters: chapters(trap.url) }));
  const { reader, surface, note } = await read(page, id);
  const shown = surface.locator('iframe').filter({ visible: true }).contentFrame();
  await shown.getByRole('link', { name: '1', exact: true }).click();
  await expect(note).toContainText('Here is a footnote.');
  await expect(note.getByRole('link')).toHaveCount(0);
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await expect(surface).toBeFocused();

  // By the keyboard, in another chapter.
  await shown.getByRole('link', { name: '2', exact: true }).press('Enter');
  await expect(note).toContainText('Here is an endnote.');
  await expect(note).not.toContainText('↩');
  await expect(reader.getByRole('contentinfo').getByRole('status')).toContainText('Page 1 of');
  expect(await isOnPage(surface, 'One-0-0')).toBe(true);
  expect(await placeInAccount(api, id)).toBeNull();
  await note.getByRole('button', { name: 'Go there' }).click();
  await expect(note).toBeHidden();
  await expect.poll(() => isOnPage(surface, 'Two-0-0')).toBe(true);
  await reader.getByRole('button', { name: /^Back to/ }).click();
  await expect.poll(() => isOnPage(surface, 'One-0-0')).toBe(true);

  // A link to a place is a jump; a turn closes a note.
  await shown.getByRole('link', { name: '1', exact: true }).click();
  await expect(note).toBeVisible();
  await surface.focus();
  await page.keyboard.press('ArrowRight');
  await expect(note).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await shown.getByRole('link', { name: 'place' }).click();
  await expect(reader.getByRole('button', { name: /^Back to/ })).toBeVisible();
  await expect(note).toBeHidden();
  expect(trap.calls).toEqual([]);
  trap.close();
});
