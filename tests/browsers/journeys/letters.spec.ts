import { createMobi } from '../../support/mobi.ts';
import { bookLibrary } from '../../e2e/support/library.ts';
import { shelve } from '../../e2e/support/reader.ts';
import { expect, test } from '../driver/test.ts';

test('a letter leads a long shelf to its titles, by key and by press', async ({ view, open, tab, api, signIn }) => {
  const book = createMobi({ chapters: [{ title: 'One', body: '<p>Words</p>' }] });
  const names = [...'BCDEGHIJKLMNOPQRSUVXYZ'].flatMap((letter) =>
    [1, 2, 3].map((copy) => `${letter}${letter} ${copy}`),
  );
  await shelve(api, Object.fromEntries(names.map((name) => [`${name}.mobi`, book])));
  await signIn();
  await open(`/library/${await bookLibrary(api)}/bookshelf`);
  const strip = view.role('slider', 'Go to a letter');
  await strip.focus();
  await tab.key('v');
  const card = (name: string) => view.role('grid', 'Items').role('link', name);
  await card('VV 1').place();
  await tab.key('Tab');
  await card('VV 1').focused();
  // B is the third of 27; at the far side of its letter, where WebKit's scrollbar must not lie.
  await strip.press({ x: 0.45, y: 2.5 / 27 });
  await expect.poll(() => strip.value()).toBe('2');
  await card('BB 1').place();
});
