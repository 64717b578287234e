import { savedTime } from '../../e2e/support/heard.ts';
import { bookLibrary, booksOf, longestOfOneFile } from '../../e2e/support/library.ts';
import { expect, KEY, needs, test } from '../driver/test.ts';
import { bar, beginAt, currentTime, expectAdvance, expectStill, player } from '../support/player.ts';

needs('hasSound');

test('plays, pauses, and saves the place', { tag: KEY }, async ({ view, tab, api, resume }) => {
  const book = await longestOfOneFile(api);
  await resume(book, 12);
  await expectAdvance(tab, 1);
  await bar(view).role('link', book.media.metadata.title).shown();
  await bar(view).role('button', 'Pause').press();
  await expectStill(tab);
  const time = await currentTime(tab);
  expect(time).toBeGreaterThan(12);
  await expect.poll(() => savedTime(api, book.id)).toBeCloseTo(time, 0);
  await tab.key('Space');
  await expectAdvance(tab);
});

test('seeks by buttons, keys, a press on the line and a drag of it', async ({ view, tab, api, resume }) => {
  const book = await longestOfOneFile(api);
  await resume(book, 30);
  await expectAdvance(tab);
  await bar(view).role('button', 'Pause').press();
  await expectStill(tab);
  const before = await currentTime(tab);
  await bar(view)
    .role('button', /^Forward /)
    .press();
  await expect.poll(() => currentTime(tab)).toBeCloseTo(before + 10, 0);
  await tab.key('ArrowLeft');
  await expect.poll(() => currentTime(tab)).toBeCloseTo(before, 0);
  const line = bar(view).role('slider', 'Timeline');
  const { x, y, width, height } = await line.place();
  const at = (share: number) => ({ x: x + width * share, y: y + height / 2 });
  const { duration } = book.media;
  await tab.press(at(0.5));
  await expect.poll(async () => Math.abs((await currentTime(tab)) - duration / 2)).toBeLessThan(3);
  await tab.drag([at(0.5), at(0.4), at(0.25)]);
  await expect.poll(async () => Math.abs((await currentTime(tab)) - duration / 4)).toBeLessThan(3);
  await tab.key('Space');
  await expectAdvance(tab);
});

test('goes over the border of two files, and on', { tag: KEY }, async ({ view, tab, api, resume }) => {
  const books = await booksOf(api, await bookLibrary(api));
  const book = books.filter(({ media }) => media.numTracks > 1).sort((a, b) => b.media.duration - a.media.duration)[0];
  if (!book) throw new Error('The demo has no book of several files');
  await resume(book, 2);
  await expectAdvance(tab);
  const file = async () => (await player(tab))?.file;
  expect(await file()).toContain('/track/1');
  await bar(view).role('slider', 'Timeline').focus();
  await tab.key('PageUp');
  await expect.poll(file).toContain('/track/2');
  await expectAdvance(tab);
  await tab.evaluate(() => {
    const audio = document.querySelector<HTMLAudioElement>('audio[data-earmark-player]');
    if (audio) audio.currentTime = audio.duration - 0.5;
  });
  await expect.poll(file).toContain('/track/3');
  await expectAdvance(tab);
});

test('changes its speed by the menu and its volume by keys', async ({ view, tab, api, resume }) => {
  await resume(await longestOfOneFile(api), 12);
  await expectAdvance(tab);
  const rate = async () => (await player(tab))?.rate;
  const volume = async () => (await player(tab))?.volume;
  await tab.key('ArrowDown');
  await expect.poll(volume).toBeCloseTo(0.9, 5);
  await tab.key('m');
  await expect.poll(volume).toBe(0);
  await tab.key('m');
  await expect.poll(volume).toBeCloseTo(0.9, 5);
  await tab.key('Shift+ArrowUp');
  await expect.poll(rate).toBe(1.1);
  const speed = bar(view).role('button', /^Speed/);
  await speed.press();
  await view.role('menu').shown();
  await view.role('menuitemradio', /^1\.5/).press();
  await expect.poll(rate).toBe(1.5);
  await expectAdvance(tab, 1);
});

test('a tab that is closed while it plays has saved where it was', { tag: KEY }, async ({ tab, api, resume }) => {
  const book = await longestOfOneFile(api);
  await resume(book, 12);
  await expect.poll(() => currentTime(tab)).toBeGreaterThan(15);
  const before = await currentTime(tab);
  expect(await savedTime(api, book.id)).toBeLessThan(before - 1);
  await tab.close();
  await expect.poll(() => savedTime(api, book.id)).toBeGreaterThanOrEqual(before);
});

test('a reload keeps the player and its place, and it plays on', async ({ view, tab, api, resume }) => {
  const book = await longestOfOneFile(api);
  await resume(book, 5);
  await expectAdvance(tab, 2);
  const time = await currentTime(tab);
  await tab.reload();
  await bar(view).role('link', book.media.metadata.title).shown();
  await bar(view).role('button', 'Play').press();
  await expectAdvance(tab);
  expect(await currentTime(tab)).toBeGreaterThan(time - 1);
});

test('the sleep timer fades the sound out and pauses; Play brings the volume back', async ({
  view,
  tab,
  api,
  resume,
}) => {
  await resume(await longestOfOneFile(api), 5);
  await expectAdvance(tab);
  await bar(view)
    .role('button', /^Sleep timer/)
    .press();
  await view.field('Custom time in minutes').fill('0.1');
  await view.role('button', 'Set').press();
  const volume = async () => (await player(tab))?.volume;
  await expect.poll(volume).toBeLessThan(0.6);
  await expectStill(tab);
  await view.words('Sleep timer done').at(0).shown();
  await bar(view).role('button', 'Play').press();
  await expectAdvance(tab);
  expect(await volume()).toBe(1);
});

test('a bookmark is made and renamed while it plays', async ({ view, tab, api, resume }) => {
  const saved = async () =>
    ((await api.call('GET', '/api/me')) as { bookmarks: { title: string }[] }).bookmarks.map(({ title }) => title);
  await resume(await longestOfOneFile(api), 50);
  await expectAdvance(tab);
  await bar(view)
    .role('button', /^Bookmarks/)
    .press();
  const dialog = view.role('dialog', 'Your bookmarks');
  await dialog.css('[placeholder=Note]').fill('A clue');
  await dialog.role('button', 'Add bookmark').press();
  await dialog.gone();
  await expect.poll(saved).toEqual(['A clue']);
  await bar(view).role('button', 'Bookmarks: 1').press();
  await dialog.role('button', 'Edit A clue').press();
  await dialog.role('textbox', /^Title of the bookmark/).focused();
  await tab.type(' about the ring');
  await tab.key('Enter');
  await expect.poll(saved).toEqual(['A clue about the ring']);
  await expectAdvance(tab);
});

test('the full player opens by its key and button, and closes while the sound goes on', async ({
  view,
  tab,
  api,
  resume,
}) => {
  const book = await longestOfOneFile(api);
  await resume(book, 20);
  await expectAdvance(tab);
  const full = view.role('dialog', 'Player');
  await tab.key('f');
  await full.role('link', book.media.metadata.title).shown();
  const sideways = () =>
    tab.evaluate(() => {
      const all = [...(document.querySelector('[role=dialog]')?.querySelectorAll('*') ?? [])];
      return all.filter(
        (one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX),
      ).length;
    });
  expect(await sideways()).toBe(0);
  await tab.key('Space');
  await expectStill(tab);
  await tab.key('Space');
  await expectAdvance(tab);
  await tab.key('Escape');
  await full.gone();
  await bar(view).role('button', 'Open full player').press();
  await full.shown();
  await tab.back();
  await full.gone();
  await expectAdvance(tab);
});

test('the chapters lead to their place', async ({ view, tab, api, resume }) => {
  const book = await longestOfOneFile(api);
  const { media } = (await api.call('GET', `/api/items/${book.id}?expanded=1`)) as {
    media: { chapters: { start: number; title: string }[] };
  };
  const second = media.chapters[1];
  if (!second) throw new Error('The book has no second chapter');
  await resume(book, 5);
  await expectAdvance(tab);
  await bar(view).role('button', 'Chapters').press();
  await view.role('dialog', 'Chapters').role('row').at(1).role('button').press();
  await expect.poll(() => currentTime(tab)).toBeGreaterThan(second.start - 0.5);
  await expectAdvance(tab);
  expect(Math.abs((await currentTime(tab)) - second.start)).toBeLessThan(8);
});

test('a server that is gone while it plays comes back, and has the place', async ({
  view,
  open,
  tab,
  api,
  server,
  signIn,
  allow,
}) => {
  allow(/./);
  const book = await longestOfOneFile(api);
  await beginAt(api, book, 5);
  await signIn();
  await open('/');
  await view.role('button', /^Activity/).shown();
  await view.role('button', /^Resume/).press();
  await expectAdvance(tab);
  await server.kill();
  await expectAdvance(tab, 1);
  await server.restart();
  const before = await currentTime(tab);
  await bar(view).role('button', 'Pause').press();
  await expect.poll(() => savedTime(api, book.id), { timeout: 30_000 }).toBeGreaterThanOrEqual(Math.floor(before));
  await bar(view).role('button', 'Play').press();
  await expectAdvance(tab);
});

test('the full player gives the focus to its button where the one that had it was removed', async ({
  view,
  tab,
  api,
  resume,
}) => {
  await resume(await longestOfOneFile(api), 20);
  await bar(view).role('button', 'Player settings').focus();
  await tab.key('f');
  const full = view.role('dialog', 'Player');
  await full.shown();
  await tab.key('Escape');
  await full.gone();
  await bar(view).role('button', 'Open full player').focused();
});
