import { bookLibrary, booksOf, longestOfOneFile, type Book } from '../../e2e/support/library.ts';
import { expect, test } from '../driver/test.ts';
import { bar, beginAt, expectAdvance, needsSound } from '../support/player.ts';

needsSound();

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

test('the queue is put in another order by dragging, and by the keys of a handle', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const first = await longestOfOneFile(api);
  const others = (await booksOf(api, await bookLibrary(api)))
    .filter(({ id, media }) => id !== first.id && media.duration > 10)
    .slice(0, 4);
  const [a, b, c, d] = others.map(({ media }) => media.metadata.title);
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
  const queue = view.role('dialog', 'Queue');
  const order = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll('[role=dialog] button[aria-label^="Play "]')].map((play) =>
        play.getAttribute('aria-label')?.slice('Play '.length),
      ),
    );
  await expect.poll(order).toEqual([a, b, c, d]);
  const grip = (title = '') => queue.role('button', `Move ${title}`);
  const [from, to] = [await grip(d).place(), await grip(b).place()];
  const at = ({ x, y }: { x: number; y: number }) => ({ x: x + 10, y: y + 10 });
  await tab.drag([at(from), { x: from.x + 10, y: (from.y + to.y) / 2 }, at(to)]);
  await expect.poll(order).toEqual([a, d, b, c]);
  await grip(c).focus();
  await tab.key('ArrowUp');
  await expect.poll(order).toEqual([a, d, c, b]);
  await grip(c).focused();
});
