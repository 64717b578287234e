import type { Page } from 'playwright/test';
import { createEpub, createWav } from '../support/epub.ts';
import { currentTime, expect, expectAccessible, expectStill, test } from './support/fixtures.ts';
import { bookNamed, placeInAccount, serve } from './support/reader.ts';
import { giveVoice, saidIn, spokenIn } from './support/voice.ts';

const sentences = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `<p>${name} ${at} has a first half. <i>And</i> a second, Mr. ${name}.</p>`);

/** Number of the last paragraph that was begun; -1: of none. */
const paragraphOf = (said: readonly string[]) =>
  Number(/^\S+ (\d+)/.exec(said.findLast((text) => /\d/.test(text)) ?? '')?.[1] ?? -1);

const chapters = [
  { title: 'One', body: sentences('One', 90).join('') },
  { title: 'Two', body: sentences('Two', 3).join('') },
];

async function open(page: Page, id: string) {
  await page.goto(`/item/${id}?read=main`);
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  await expect(reader.getByRole('contentinfo').getByRole('status')).toContainText('Page 1 of');
  return {
    reader,
    surface: reader.getByRole('region', { name: 'Page' }),
    position: reader.getByRole('contentinfo').getByRole('status'),
    strip: reader.getByRole('region', { name: 'Read aloud' }),
  };
}

test('a voice reads the book from the page in view, word by word, to its end; the page and the account follow', async ({
  page,
  api,
  signIn,
}) => {
  await giveVoice(page);
  const id = await bookNamed(api, 'Alice: A Reader');
  await serve(page, createEpub({ chapters }));
  await signIn();
  const { reader, surface, position, strip } = await open(page, id);
  await reader.getByRole('button', { name: 'Read aloud' }).click();
  await expect.poll(() => spokenIn(page)).toMatch(/^\S+$/);
  await expect
    .poll(async () => (await saidIn(page)).slice(0, 2))
    .toEqual(['One 0 has a first half.', 'And a second, Mr. One.']);

  // The page turns with the words.
  await expect(position).not.toContainText('Page 1 of', { timeout: 15_000 });
  const turned = await position.textContent();
  await strip.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => placeInAccount(api, id)).not.toBeNull();
  const paused = await saidIn(page);
  expect(await saidIn(page)).toEqual(paused);

  // By its key, with the sentence it was in.
  await surface.focus();
  await page.keyboard.press('a');
  await expect.poll(async () => (await saidIn(page)).length).toBeGreaterThan(paused.length);
  expect((await saidIn(page))[paused.length]).toBe(paused.at(-1));

  // Turned by hand, it reads what is in view.
  await page.keyboard.press('PageDown');
  await expect(position).not.toHaveText(turned ?? '');
  const read = paragraphOf(paused);
  await expect.poll(async () => paragraphOf((await saidIn(page)).slice(paused.length + 1))).toBeGreaterThan(read + 1);

  // So it does after a jump, and ends with the book.
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  await reader.getByRole('complementary').getByRole('button', { name: 'Two', exact: true }).click();
  await expect(strip).toBeHidden();
  expect((await saidIn(page)).slice(-7)).toEqual([
    ...[0, 1, 2].flatMap((at) => [`Two ${at} has a first half.`, 'And a second, Mr. Two.']),
    'The end of Two.',
  ]);
  await expect.poll(() => spokenIn(page)).toBe('');
});

test('its voice and speed are chosen and kept; the player and it are never heard at once', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  // Axe tries to run in the book's frame too, and is blocked.
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  await giveVoice(page);
  const id = await bookNamed(api, "Alice's Adventures in Wonderland");
  await serve(page, createEpub({ chapters }));
  await signIn();
  const { reader, strip } = await open(page, id);
  await reader.getByRole('button', { name: 'Read aloud' }).click();
  await expect(strip.getByRole('button', { name: 'Pause' })).toBeVisible();
  await strip.getByRole('button', { name: 'Voice' }).click();
  // The book is English: no other voices.
  await expect(page.getByRole('menuitemradio')).toHaveText([/^Device voice/, /^Voice en-GB/, /^Voice en-US/]);
  await page.getByRole('menuitemradio', { name: 'Voice en-US' }).click();
  await strip.getByRole('button', { name: 'Speed: 1×' }).click();
  await page.getByRole('menuitemradio', { name: '1.5×' }).click();
  await expectAccessible(page);

  await page.reload();
  await reader.getByRole('button', { name: 'Read aloud' }).click();
  await expect(strip.getByRole('button', { name: 'Voice' })).toHaveText('Voice en-US');
  await expect(strip.getByRole('button', { name: 'Speed: 1.5×' })).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
  await expect.poll(() => spokenIn(page)).toBe('');
  await page
    .getByRole('button', { name: /^(?:Play|Resume)/ })
    .first()
    .click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0);
  await page
    .getByRole('button', { name: /^Read / })
    .first()
    .click();
  await reader.getByRole('button', { name: 'Read aloud' }).click();
  await expect.poll(() => spokenIn(page)).not.toBe('');
  await expectStill(page);
  await reader.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Play' }).click();
  await expect(strip.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a device without voices says so, and a press asks again', async ({ page, api, signIn }) => {
  await giveVoice(page, []);
  const id = await bookNamed(api, 'Alice: A Reader');
  await serve(page, createEpub({ chapters }));
  await signIn();
  const { reader, strip } = await open(page, id);
  await reader.getByRole('button', { name: 'Read aloud' }).click();
  await expect(strip.getByRole('alert')).toContainText('This device has no voices to read with.');
  await strip.getByRole('button', { name: 'Try again' }).click();
  await expect(strip.getByRole('alert')).toContainText('This device has no voices to read with.');
  await strip.getByRole('button', { name: 'Stop reading aloud' }).click();
  await expect(strip).toBeHidden();
});

test('a book with its own narration plays it, word by word, without a voice of the device; what it lacks a voice reads', async ({
  page,
  api,
  signIn,
}) => {
  await giveVoice(page);
  await page.addInitScript(() => {
    const seeks: number[] = [];
    const sounds: HTMLAudioElement[] = [];
    const Native = window.Audio;
    window.Audio = function Audio() {
      const sound = new Native();
      sound.addEventListener('seeking', () => seeks.push(sound.currentTime));
      sounds.push(sound);
      return sound;
    } as unknown as typeof window.Audio;
    Object.assign(window, { seeks, sounds });
  });
  const id = await bookNamed(api, 'Alice: A Reader');
  const body = '<p><span id="a">Narrated</span> <span id="b">words</span> <span id="c">come</span> first.</p>';
  const narration = {
    sound: createWav(6),
    clips: [
      ['a', 1, 1.6],
      ['b', 1.6, 2.4],
      ['c', 4, 4.6],
    ],
  } as const;
  await serve(
    page,
    createEpub({
      chapters: [
        { title: 'One', body },
        { title: 'Two', body: '<p>Read by a voice.</p>' },
      ],
      narration,
    }),
  );
  await signIn();
  const { reader, position, strip } = await open(page, id);
  await reader.getByRole('button', { name: 'Read aloud' }).click();
  for (const word of ['Narrated', 'words', 'come'])
    await expect.poll(() => spokenIn(page), { intervals: [50] }).toBe(word);
  // No seek where a clip follows in its file.
  const seeks = await page.evaluate(() => (window as unknown as { seeks: readonly number[] }).seeks);
  expect(seeks.map((time) => Math.round(time))).toEqual([1, 4]);
  await expect(strip.getByRole('button', { name: 'Voice' })).toHaveCount(0);
  await expect(position).toContainText('Two');
  await expect(strip).toBeHidden();
  expect((await saidIn(page))[0]).toBe('Read by a voice.');
  const isSilent = () =>
    page.evaluate(() =>
      (window as unknown as { sounds: readonly HTMLAudioElement[] }).sounds.every(({ paused }) => paused),
    );
  await expect.poll(isSilent).toBe(true);
});
