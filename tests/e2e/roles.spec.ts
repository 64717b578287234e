import type { Locator } from 'playwright/test';
import { isOffered, type Role } from '../support/role-accounts.ts';
import { ROLE_TABLE, type Control, type SurfaceName } from '../support/role-table.ts';
import { expect, test, ROOT } from './support/fixtures.ts';
import { bookLibrary, booksOf, librariesOf } from './support/library.ts';

const PASSWORD = 'one-two-three';
const CONTROLS = 'a[href], button, summary, [role="menuitem"]';

const namesIn = (scope: Locator) =>
  scope
    .locator(CONTROLS)
    .evaluateAll((all) =>
      all.map((one) => (one.getAttribute('aria-label') ?? one.textContent).replaceAll(/\s+/g, ' ').trim()),
    );
/** What depends on rights; what every account has depends on the library. */
const byRights = (surface: SurfaceName): readonly Control[] =>
  (ROLE_TABLE[surface] as readonly Control[]).filter(({ needs }) => needs !== null);

test('root, a restricted user and a guest see what the table of roles says', async ({ page, api, signIn }) => {
  const libraryId = await bookLibrary(api);
  const libraries = await librariesOf(api);
  const book = (await booksOf(api, libraryId)).find(({ media }) => media.numTracks > 0);
  if (!book) throw new Error('The demo has no book with sound');
  for (const type of ['user', 'guest']) {
    const restricted = {
      permissions: { download: false, accessAllLibraries: false },
      librariesAccessible: [libraryId],
    };
    const account = { username: `a ${type}`, password: PASSWORD, type, isActive: true };
    await api.call('POST', '/api/users', { ...account, ...(type === 'user' && restricted) });
  }

  const compare = async (role: Role, surface: SurfaceName, scope: Locator) => {
    const rows = byRights(surface);
    const expected = rows.map(({ name, needs }) => [String(name), isOffered(role, needs)]);
    await expect
      .poll(
        async () => {
          const names = await namesIn(scope);
          return rows.map(({ name }) => [String(name), names.some((one) => name.test(one))]);
        },
        { message: `${role}: ${surface}` },
      )
      .toEqual(expected);
  };

  for (const [role, username] of [
    ['root', null],
    ['restricted', 'a user'],
    ['guest', 'a guest'],
  ] as const) {
    await signIn(username === null ? ROOT : { username, password: PASSWORD });
    await page.goto(`/library/${libraryId}/bookshelf`);
    const card = page.getByRole('grid', { name: 'Items' }).getByRole('gridcell').first();
    await card.hover();
    await card.getByRole('button', { name: /^More options for / }).click();
    await expect(page.getByRole('menuitem', { name: 'Add to playlist' })).toBeVisible();
    await compare(role, 'menu of a card on the bookshelf', page.getByRole('menu'));
    await page.keyboard.press('Escape');
    const banner = page.getByRole('banner');
    await compare(role, 'bar', banner);
    await compare(role, 'rail of books', page.getByRole('navigation', { name: 'Main' }));
    await banner.getByRole('button', { name: /^Library: / }).click();
    await expect(page.getByRole('menuitem')).toHaveCount(role === 'restricted' ? 1 : libraries.length);
    await page.keyboard.press('Escape');

    await page.goto(`/item/${book.id}`);
    await expect(page.getByRole('button', { name: /^Mark as / })).toBeVisible();
    await compare(role, 'page of a book', page.getByRole('main'));
    const more = page
      .getByRole('main')
      .getByRole('button', { name: /^More options for / })
      .first();
    const hasMenu = isOffered(role, { oneOf: ['update', 'download', 'delete'] });
    await expect(more).toHaveCount(hasMenu ? 1 : 0);
    if (!hasMenu) continue;
    await more.click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await compare(role, 'menu of a book', page.getByRole('menu'));
  }
});
