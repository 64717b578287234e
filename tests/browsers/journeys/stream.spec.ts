import type { ServerApi } from '../../e2e/support/demo.ts';
import { bookLibrary, booksOf, type Book } from '../../e2e/support/library.ts';
import { savedTime } from '../../e2e/support/heard.ts';
import { expect, KEY, test } from '../driver/test.ts';
import { bar, beginAt, currentTime, expectAdvance, expectStill, needsSound, player } from '../support/player.ts';

needsSound();

/** Of one file: what the built-in server streams without a transcoder. */
async function longestMp3(api: ServerApi): Promise<Book> {
  const books = (await booksOf(api, await bookLibrary(api))).filter(({ media }) => media.numTracks === 1);
  for (const book of books.sort((a, b) => b.media.duration - a.media.duration)) {
    const { media } = (await api.call('GET', `/api/items/${book.id}?expanded=1`)) as {
      media: { tracks: { mimeType: string }[] };
    };
    if (media.tracks[0]?.mimeType === 'audio/mpeg') return book;
  }
  throw new Error('The demo has no book of one mp3');
}

test(
  'a file that the browser says it can’t play is streamed from its place, and seeks',
  { tag: KEY },
  async ({ view, open, tab, api, signIn }) => {
    const book = await longestMp3(api);
    await beginAt(api, book, 12);
    await signIn();
    await open('/');
    await view.role('button', /^Resume/).shown();
    await tab.evaluate(() => {
      HTMLMediaElement.prototype.canPlayType = () => '';
    });
    await view.role('button', /^Resume/).press();
    await expectAdvance(tab, 1);
    expect(await currentTime(tab)).toBeGreaterThan(12);
    expect((await player(tab))?.file).not.toContain('/track/');
    await bar(view).role('slider', 'Timeline').focus();
    await tab.key('PageUp');
    await expect.poll(() => currentTime(tab)).toBeGreaterThan(72);
    await expectAdvance(tab);
    await bar(view).role('button', 'Pause').press();
    await expectStill(tab);
    const time = await currentTime(tab);
    await expect.poll(() => savedTime(api, book.id)).toBeCloseTo(time, 0);
  },
);
