import { expect } from 'playwright/test';
import type { ServerApi } from '../../e2e/support/demo.ts';
import { bookLibrary, booksOf, longestOfOneFile, type Book } from '../../e2e/support/library.ts';
import type { Tab } from '../driver/browser.ts';
import type { Part } from '../driver/screen.ts';
import { bar, beginAt, expectAdvance } from './player.ts';

interface Journey {
  readonly view: Part;
  readonly open: (address: string) => Promise<void>;
  readonly tab: Tab;
  readonly api: ServerApi;
  readonly signIn: () => Promise<void>;
}

const waiting = ({ id, media }: Book) => ({
  libraryItemId: id,
  libraryId: 'library',
  episodeId: null,
  title: media.metadata.title,
  subtitle: 'Author',
  caption: '',
  duration: media.duration,
  coverPath: null,
  updatedAt: 1,
});

/** Plays a book with four others in the queue, which is open then. */
export async function openQueue({ view, open, tab, api, signIn }: Journey) {
  const first = await longestOfOneFile(api);
  const others = (await booksOf(api, await bookLibrary(api)))
    .filter(({ id, media }) => id !== first.id && media.duration > 10)
    .slice(0, 4);
  const titles = others.map(({ media }) => media.metadata.title);
  await beginAt(api, first, 5);
  await signIn();
  await tab.evaluate(
    (key, value) => localStorage.setItem(key, value),
    `earmark.queue.${api.userId}`,
    JSON.stringify({ version: 1, items: others.map(waiting) }),
  );
  await open('/');
  await view.role('button', /^Resume/).press();
  await expectAdvance(tab);
  await bar(view)
    .role('button', /^Queue/)
    .press();
  const order = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll('[role=dialog] button[aria-label^="Play "]')].map((play) =>
        play.getAttribute('aria-label')?.slice('Play '.length),
      ),
    );
  await expect.poll(order).toEqual(titles);
  const grip = (title = '') => view.role('dialog', 'Queue').role('button', `Move ${title}`);
  return { titles, order, grip };
}
