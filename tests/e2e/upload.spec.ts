import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { boxAtRest } from './support/box.ts';
import { remove } from './support/demo-folder.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary } from './support/library.ts';
import { reloadAtRest } from './support/reload.ts';
import { SERVER_GONE } from './support/watch.ts';

const SOUND = fileURLToPath(
  new URL('../../server/demo/library/podcasts/Fables Daily/07 - The Dog and the Shadow.mp3', import.meta.url),
);

/** Media in folders on this computer, by their paths. */
async function folderWith(...paths: readonly string[]): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'earmark-upload-'));
  for (const name of paths) {
    const file = path.join(root, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    if (name.endsWith('.mp3')) await copyFile(SOUND, file);
    else await writeFile(file, 'text');
  }
  return root;
}

/** Drags files and folders of this computer onto an element. */
async function drop(page: Page, target: string, files: readonly string[]): Promise<void> {
  const { x, y, width, height } = await boxAtRest(page.getByRole('group', { name: target }));
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
}

/**
 * A proxy before the server that rejects the first upload as too large. It stays: interception turned off while a body
 * is being sent may lose that request.
 */
async function refuseFirstUpload(page: Page): Promise<void> {
  let seen = 0;
  await page.route('**/api/upload', (route) => {
    seen += 1;
    return seen === 1 ? route.fulfill({ status: 413, body: 'Too big' }) : route.continue();
  });
}

const relPaths = async (api: { call(method: string, path: string): Promise<unknown> }, libraryId: string) => {
  const { results } = (await api.call('GET', `/api/libraries/${libraryId}/items?limit=0`)) as {
    results: { relPath: string }[];
  };
  return results.map(({ relPath }) => relPath);
};

test('dropped folders are split into items, sent, and a failed one is sent again; the library has them (UPL)', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  const root = await folderWith(
    'Ann Author/A Series/The First/CD 1/01.mp3',
    'Ann Author/A Series/The First/CD 2/01.mp3',
    'Ann Author/A Series/The First/notes.exe',
    'Ann Author/The Second/01.mp3',
    'Aesop/The Third/01.mp3',
  );
  await signIn();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Upload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Upload' })).toBeVisible();
  await expectAccessible(page);

  await drop(page, 'Drop files or folders here', [path.join(root, 'Ann Author'), path.join(root, 'Aesop')]);
  const first = page.getByRole('group', { name: 'Item 2', exact: true });
  await expect(first.getByLabel('Title of item 2')).toHaveValue('The First');
  await expect(first.getByLabel('Series of item 2')).toHaveValue('A Series');
  await expect(first.getByText('Ann Author/A Series/The First')).toBeVisible();
  await first.getByRole('button', { name: /^Files of item 2: 2 files/ }).click();
  await expect(first.getByRole('rowheader', { name: 'CD 2 - 01.mp3' })).toBeVisible();
  await first.getByRole('button', { name: /^Files of item 2/ }).click();
  await page.getByRole('button', { name: 'Ignored files 1' }).click();
  await expect(page.getByRole('rowheader', { name: 'Ann Author/A Series/The First/notes.exe' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Title of item 3').fill('');
  await page.getByRole('button', { name: 'Upload 3 items' }).click();
  await expect(page.getByText('Must have a title')).toBeVisible();
  await page.getByLabel('Title of item 3').fill('The First');
  await page.getByLabel('Series of item 3').fill('A Series');
  await expect(page.getByText('Goes to the same folder as item 2.')).toBeVisible();
  await page.getByLabel('Title of item 3').fill('The Second');

  watch.allow(/413/);
  await refuseFirstUpload(page);
  await page.getByRole('button', { name: 'Upload 3 items' }).click();
  await expect(page.getByText('Uploaded 2 of 3 items.')).toBeVisible();
  await expect(page.getByText(/Failed: too large for the server/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try 1 failed item again' }).press('Enter');
  await expect(page.getByText('Uploaded 1 item.')).toBeVisible();

  const libraryId = await bookLibrary(api);
  await api.call('POST', `/api/libraries/${libraryId}/scan`);
  await expect
    .poll(() => relPaths(api, libraryId), { timeout: 20_000 })
    .toEqual(
      expect.arrayContaining(['Ann Author/A Series/The First', 'Ann Author/A Series/The Second', 'Aesop/The Third']),
    );
  await page.getByRole('link', { name: /^Go to / }).click();
  await expect(page).toHaveURL(new RegExp(`/library/${libraryId}/bookshelf`));
  remove(root);
});

test('an existing item is reported before sending; leaving confirms first, and a guest gets nothing here', async ({
  page,
  api,
  signIn,
}) => {
  const [taken = ''] = (await relPaths(api, await bookLibrary(api))).filter((one) => one.split('/').length === 2);
  const [author = '', title = ''] = taken.split('/');
  await signIn();
  await page.goto('/upload');
  await page.getByLabel('Choose files').setInputFiles(SOUND);
  await page.getByLabel('Title of item 1').fill(title);
  await page.getByLabel('Author of item 1').fill(author);
  await expect(page.getByText(/already .*at that path/)).toBeVisible();
  await expect(page.getByText('1 item is held back')).toBeVisible();

  await page.getByRole('link', { name: 'Home' }).first().click();
  const question = page.getByRole('dialog').filter({ hasText: 'Discard the items that haven’t started uploading?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Title of item 1')).toHaveValue(title);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/library\/[^/]+$/);

  const account = { username: 'a guest', password: 'one-two-three', type: 'guest', isActive: true };
  await api.call('POST', '/api/users', account);
  await signIn(account);
  await page.goto('/upload');
  await expect(page).not.toHaveURL(/upload/);
  await expect(page.getByRole('link', { name: 'Upload' })).toBeHidden();
});

test('an upload goes on while other pages are open; back on its page it is finished, and a failed item is sent again (UPL)', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  const root = await folderWith('Ann Author/One/01.mp3', 'Ann Author/Two/01.mp3');
  let seen = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/upload', async (route) => {
    seen += 1;
    if (seen === 1) return route.fulfill({ status: 413, body: 'Too big' });
    await released;
    return route.continue();
  });
  watch.allow(/413/);
  await signIn();
  await page.goto('/upload');
  await expect(page.getByRole('heading', { level: 1, name: 'Upload' })).toBeVisible();
  await drop(page, 'Drop files or folders here', [path.join(root, 'Ann Author')]);
  await page.getByRole('button', { name: 'Upload 2 items' }).click();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(/\/library\/[^/]+$/);
  await expect(page.getByText('Uploading: 0 of 2 items done · 1 item failed')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Discard what has not been uploaded?' });
  await question.getByRole('button', { name: 'Cancel' }).click();

  release();
  await expect(page.getByRole('paragraph').filter({ hasText: /^1 item failed$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Show upload' }).click();
  await expect(page.getByText('Uploaded 1 of 2 items.')).toBeVisible();
  await page.getByRole('button', { name: 'Try 1 failed item again' }).click();
  await expect(page.getByText('Uploaded 1 item.')).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page.getByRole('link', { name: 'Show upload' })).toBeHidden();
  expect(seen, 'nothing is sent twice').toBe(3);

  const libraryId = await bookLibrary(api);
  await api.call('POST', `/api/libraries/${libraryId}/scan`);
  await expect
    .poll(() => relPaths(api, libraryId), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['Ann Author/One', 'Ann Author/Two']));
  remove(root);
});

test('200 dropped folders upload two at a time, survive a server that is down for a while, and stop on request; a reload reports what is gone (UPL)', async ({
  page,
  server,
  signIn,
  watch,
}) => {
  watch.allow(SERVER_GONE);
  const root = await mkdtemp(path.join(tmpdir(), 'earmark-upload-'));
  const folders = Array.from({ length: 200 }, (_, index) => path.join(root, `Title ${index + 1}`));
  for (const folder of folders) {
    await mkdir(folder);
    await writeFile(path.join(folder, '01.mp3'), 'x');
  }
  let [running, most, sent] = [0, 0, 0];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/upload')) return;
    running += 1;
    most = Math.max(most, running);
  });
  const ended = (request: { url(): string }) => {
    if (request.url().endsWith('/api/upload')) running -= 1;
  };
  page.on('requestfailed', ended);
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/upload')) sent += 1;
    ended(request);
  });

  await signIn();
  await page.goto('/upload');
  await expect(page.getByRole('heading', { level: 1, name: 'Upload' })).toBeVisible();
  await drop(page, 'Drop files or folders here', folders);
  await expect(page.getByRole('button', { name: 'Upload 200 items' })).toBeVisible();
  expect(await page.getByRole('group', { name: /^Item \d+$/ }).count(), 'only what is in view').toBeLessThan(20);
  await expect(page.getByLabel('Title of item 1', { exact: true })).toHaveValue('Title 1');

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Discard what has not been uploaded?' });
  await question.getByRole('button', { name: 'Cancel' }).click();

  page.on('dialog', (dialog) => void dialog.accept());
  await reloadAtRest(page, 1);
  await expect(page.getByText(/^The page was reloaded before everything was uploaded/)).toBeVisible();
  await drop(page, 'Drop files or folders here', folders);
  await page.getByRole('button', { name: 'Upload 200 items' }).click();
  await expect.poll(() => sent).toBeGreaterThan(20);
  await server.kill();
  await expect(page.getByText(/^Upload paused. What was uploaded is kept/)).toBeVisible();
  await server.restart();
  const before = sent;
  await expect.poll(() => sent, { timeout: 20_000 }).toBeGreaterThan(before + 10);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText(/^Uploaded \d+ (of \d+ )?items/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Upload \d+ items$/ })).toBeVisible();
  expect(most).toBeLessThanOrEqual(2);
  remove(root);
});
