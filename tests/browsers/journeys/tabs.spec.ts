import { bookLibrary, booksOf, longestOfOneFile } from '../../e2e/support/library.ts';
import { KEY, needs, test } from '../driver/test.ts';
import { bar, beginAt, expectAdvance, expectStill } from '../support/player.ts';

needs('hasSound');

test(
  'of two tabs one plays: starting in a tab pauses the other',
  { tag: KEY },
  async ({ view, open, openBeside, tab, api, signIn }) => {
    const first = await longestOfOneFile(api);
    const other = (await booksOf(api, await bookLibrary(api))).find(
      ({ id, media }) => id !== first.id && media.duration > 60,
    );
    if (!other) throw new Error('The demo has one long book only');
    await beginAt(api, first, 10);
    await beginAt(api, other, 20);
    await signIn();
    await open(`/item/${first.id}`);
    await view
      .role('main')
      .role('button', /^Resume at/)
      .press();
    await expectAdvance(tab);
    const second = await openBeside(`/item/${other.id}`);
    await second.view.role('region', 'Player in another tab').role('link', first.media.metadata.title).shown();
    await second.view
      .role('main')
      .role('button', /^Resume at/)
      .press();
    await expectAdvance(second.tab);
    await bar(second.view).role('link', other.media.metadata.title).shown();
    await expectStill(tab);
    await view.words('Playing in another tab').shown();
    await bar(view).role('button', 'Play').press();
    await expectAdvance(tab);
    await expectStill(second.tab);
  },
);
