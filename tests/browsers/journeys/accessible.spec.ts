import { bookLibrary, booksOf } from '../../e2e/support/library.ts';
import { expectAccessible } from '../support/axe.ts';
import { test } from '../driver/test.ts';

test('axe finds no fault at home, on the shelf and on the page of a book', async ({ view, open, tab, api, signIn }) => {
  const library = await bookLibrary(api);
  const [book] = await booksOf(api, library);
  await signIn();
  await open(`/library/${library}`);
  await view.role('region', 'Recently added').role('listitem').at(0).role('link').shown();
  await expectAccessible(tab);
  await open(`/library/${library}/bookshelf`);
  await view.role('grid', 'Items').role('link').at(0).shown();
  await expectAccessible(tab);
  await open(`/item/${book?.id}`);
  await view
    .role('heading', book?.media.metadata.title ?? '')
    .at(0)
    .shown();
  await expectAccessible(tab);
});
