import { parseFile } from 'music-metadata';
import { findFfmpeg } from '../../server/playback/hls/ffmpeg-stream.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import { itemRequest, openLive } from './support/live.ts';

const PUBLISHER = 'North; & South = one';
const NO_EMBED = /^It failed\. Couldn’t embed metadata in “.+”$/;

interface Whole {
  readonly media: {
    readonly chapters: readonly { readonly title: string }[];
    readonly audioFiles: readonly { readonly metadata: { readonly path: string } }[];
  };
}

test('a book is embedded and made one M4B file, or the server says that it can’t (GEN-026)', async ({
  page,
  api,
  signIn,
}) => {
  const hasEncoder = findFfmpeg() !== undefined;
  const books = await booksOf(api, await bookLibrary(api));
  const book = books.find(({ media }) => media.numTracks > 2);
  if (!book) throw new Error('The demo has no book of several files');
  const { id } = book;
  const whole = async () => (await api.call('GET', `/api/items/${id}?expanded=1`)) as Whole;
  const pathsOf = async () => (await whole()).media.audioFiles.map(({ metadata }) => metadata.path);
  await api.call('PATCH', `/api/items/${id}/media`, { metadata: { publisher: PUBLISHER } });
  const before = await pathsOf();
  await signIn();
  await openLive(page, `/audiobook/${id}/manage?tool=embed`, itemRequest(id));
  await expect(page.getByRole('definition').filter({ hasText: PUBLISHER }).first()).toBeVisible();
  const table = page.getByRole('table', { name: 'Audio files' });
  await expect(table.getByRole('row')).toHaveCount(before.length + 1);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Embed', exact: true }).press('Enter');
  const question = page.getByRole('dialog').filter({ hasText: `${before.length} audio files, with a backup?` });
  await question.getByRole('button', { name: 'Embed' }).press('Enter');
  const status = page.getByRole('region', { name: 'Embed details' }).getByRole('status');
  if (hasEncoder) {
    await expect(status.filter({ hasText: 'Done. The details are in the audio files.' })).toBeVisible();
    await expect(table.getByText('Done')).toHaveCount(before.length);
    for (const [index, path] of before.entries()) {
      const { common } = await parseFile(path);
      expect([common.publisher?.[0] ?? common.copyright, common.track.no]).toEqual([PUBLISHER, index + 1]);
    }
  } else {
    await expect(status.filter({ hasText: NO_EMBED })).toBeVisible();
  }

  await page.getByRole('radio', { name: 'Make an M4B file' }).check();
  await expect(page).toHaveURL(/\?tool=m4b$/);
  await page.getByRole('group', { name: 'Bit rate' }).getByRole('radio', { name: '32k' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the M4B file' }).press('Enter');
  if (hasEncoder) {
    await expect(page.getByText('Done. The book is one M4B file now.')).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(2);
    const [path = '', ...others] = await pathsOf();
    expect([path.slice(-4), others]).toEqual(['.m4b', []]);
    const { common, format } = await parseFile(path);
    expect([common.title, format.codec]).toEqual([book.media.metadata.title, 'MPEG-4/AAC']);
    expect(Math.abs((format.duration ?? 0) - book.media.duration)).toBeLessThan(2);
    expect((await whole()).media.chapters.length).toBeGreaterThan(0);
  } else {
    await expect(page.getByText('It failed. Couldn’t merge the audio files')).toBeVisible();
    expect(await pathsOf()).toEqual(before);
  }
});
