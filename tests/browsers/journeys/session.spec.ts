import { bookLibrary, booksOf } from '../../e2e/support/library.ts';
import { connect } from '../../e2e/support/demo.ts';
import { expect, test } from '../driver/test.ts';

test.use({ serverOptions: { accessTokenExpiry: 3 } });

test('a token that ends while one browses is replaced, and the next page comes', async ({
  view,
  open,
  tab,
  server,
  signIn,
  allow,
}) => {
  allow(/401/);
  const api = await connect(server);
  const library = await bookLibrary(api);
  const [book] = await booksOf(api, library);
  await signIn();
  await open(`/library/${library}`);
  await view.role('region', 'Recently added').shown();
  const token = () =>
    tab.evaluate(() => {
      const { accessToken = '' } = JSON.parse(localStorage.getItem('earmark.session') ?? '{}') as {
        accessToken?: string;
      };
      const { exp = 0 } = JSON.parse(atob(accessToken.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? '')) as {
        exp?: number;
      };
      return { accessToken, endsAt: exp * 1000 };
    });
  const first = await token();
  await expect.poll(() => Date.now(), { message: 'the first token has ended' }).toBeGreaterThan(first.endsAt);
  await view.role('navigation').role('link', 'Library').press();
  await view
    .role('grid', 'Items')
    .role('link', book?.media.metadata.title ?? '')
    .press();
  await view
    .role('heading', book?.media.metadata.title ?? '')
    .at(0)
    .shown();
  expect((await token()).accessToken).not.toBe(first.accessToken);
});
