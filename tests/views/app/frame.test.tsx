import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { getLibraryWithFilterData, listLibraries } from '../../../src/services/endpoints/libraries.ts';
import { openClient, type ClientOptions } from '../../support/dom/client.tsx';
import { recording } from '../../support/recordings.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../support/unbuilt.ts';

takeOutUnbuiltPage();

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const PODCASTS = 'b5715ef4-f7b2-4aeb-89e5-7b4712bb0675';

const facts = (numbers: { issues: number; numUserPlaylists: number }): ClientOptions => ({
  prepare: ({ api }) =>
    api.answer(getLibraryWithFilterData, {
      ...(recording('libraries/one-filterdata').response.body as object),
      ...numbers,
    }),
});

/** Names and addresses of the links of the side rail. */
async function railLinks() {
  const [rail] = await screen.findAllByRole('navigation', { name: 'Main' });
  if (!rail) throw new Error('there is no rail');
  await waitFor(() => expect(within(rail).queryAllByRole('link')).not.toEqual([]));
  return within(rail).getAllByRole('link');
}
const names = (links: readonly HTMLElement[]) => links.map((link) => link.textContent?.trim());

describe('the side rail', () => {
  test('leads an administrator to every page of a book library', async () => {
    const { ports } = openClient(`/library/${BOOKS}/narrators`, facts({ issues: 3, numUserPlaylists: 1 }));
    const before = names(await railLinks());
    ports.clock.advance(1000);
    await screen.findAllByText('Playlists');
    const links = await railLinks();
    expect(names(links).slice(0, before.length)).toEqual(before);
    expect(links.map((link) => [link.textContent?.trim(), link.getAttribute('href')])).toEqual([
      ['Home', `/library/${BOOKS}`],
      ['Library', `/library/${BOOKS}/bookshelf`],
      ['Series', `/library/${BOOKS}/bookshelf/series`],
      ['Collections', `/library/${BOOKS}/bookshelf/collections`],
      ['Authors', `/library/${BOOKS}/bookshelf/authors`],
      ['Narrators', `/library/${BOOKS}/narrators`],
      ['Stats', `/library/${BOOKS}/stats`],
      ['Playlists', `/library/${BOOKS}/bookshelf/playlists`],
      ['3 Issues', `/library/${BOOKS}/bookshelf?filter=issues`],
    ]);
    expect(names(links.filter((link) => link.getAttribute('aria-current') === 'page'))).toEqual(['Narrators']);
  });

  /** What the rail of the book library shows an administrator: text, address. */
  const linksOf = async (numbers: { issues: number; numUserPlaylists: number }) => {
    const { ports } = openClient(`/library/${BOOKS}/narrators`, facts(numbers));
    await screen.findAllByText('Stats');
    ports.clock.advance(1000);
    await waitFor(() => expect(ports.api.inputsOf(getLibraryWithFilterData)).toEqual([{ id: BOOKS }]));
    if (numbers.issues > 0) await screen.findAllByText(/Issues/);
    if (numbers.numUserPlaylists > 0) await screen.findAllByText('Playlists');
    return (await railLinks()).map((link) => [link.textContent?.trim(), link.getAttribute('href')]);
  };

  test('leads to home, books and series (BAR-015, BAR-017, BAR-018)', async () => {
    expect((await linksOf({ issues: 0, numUserPlaylists: 0 })).slice(0, 3)).toEqual([
      ['Home', `/library/${BOOKS}`],
      ['Library', `/library/${BOOKS}/bookshelf`],
      ['Series', `/library/${BOOKS}/bookshelf/series`],
    ]);
  });

  test('leads to collections, authors and narrators (BAR-019, BAR-021, BAR-022)', async () => {
    expect((await linksOf({ issues: 0, numUserPlaylists: 0 })).slice(3, 6)).toEqual([
      ['Collections', `/library/${BOOKS}/bookshelf/collections`],
      ['Authors', `/library/${BOOKS}/bookshelf/authors`],
      ['Narrators', `/library/${BOOKS}/narrators`],
    ]);
  });

  test('leads an administrator to the statistics, to playlists only if there is one (BAR-020, BAR-023)', async () => {
    expect((await linksOf({ issues: 0, numUserPlaylists: 0 })).slice(6)).toEqual([
      ['Stats', `/library/${BOOKS}/stats`],
    ]);
    cleanup();
    expect((await linksOf({ issues: 0, numUserPlaylists: 1 })).slice(6)).toEqual([
      ['Stats', `/library/${BOOKS}/stats`],
      ['Playlists', `/library/${BOOKS}/bookshelf/playlists`],
    ]);
  });

  test('leads to the books with issues, with their number, if there are any (BAR-026, BAR-027, BAR-028)', async () => {
    const links = await linksOf({ issues: 1, numUserPlaylists: 0 });
    expect(links.at(-1)).toEqual(['1 Issues', `/library/${BOOKS}/bookshelf?filter=issues`]);
    cleanup();
    const none = await linksOf({ issues: 0, numUserPlaylists: 0 });
    expect(none.filter(([name]) => /issue/i.test(name ?? ''))).toEqual([]);
  });

  test('marks the page that is open, and no other (BAR-029)', async () => {
    openClient(`/library/${BOOKS}/narrators`, facts({ issues: 0, numUserPlaylists: 0 }));
    const current = (await railLinks()).filter((link) => link.getAttribute('aria-current') === 'page');
    expect(names(current)).toEqual(['Narrators']);
  });

  test('omits pages that the library or the account lacks (AMB-12)', async () => {
    openClient(`/library/${BOOKS}/narrators`, { ...facts({ issues: 0, numUserPlaylists: 0 }), account: 'login-user' });
    expect(names(await railLinks())).toEqual(['Home', 'Library', 'Series', 'Collections', 'Authors', 'Narrators']);
  });

  test('shows the pages of a podcast library, the administrative ones to administrators (BAR-016, BAR-024, BAR-025)', async () => {
    openClient(`/library/${PODCASTS}/podcast/latest`, facts({ issues: 0, numUserPlaylists: 0 }));
    expect(names(await railLinks())).toEqual(['Home', 'Latest', 'Library', 'Add podcast', 'Download queue']);
  });

  test('shows a user of a podcast library the pages for all users', async () => {
    openClient(`/library/${PODCASTS}/podcast/latest`, {
      ...facts({ issues: 0, numUserPlaylists: 0 }),
      account: 'login-user',
    });
    expect(names(await railLinks())).toEqual(['Home', 'Latest', 'Library']);
  });

  test('shows the version of the server (BAR-030, GEN-002, CON-108)', async () => {
    openClient(`/library/${BOOKS}/narrators`);
    const rail = (await railLinks())[0]?.closest('nav');
    expect(rail && within(rail).getByText('v2.26.0').textContent).toBe('v2.26.0');
  });

  test('shows below the version how the server was installed (BAR-033, AMB-21)', async () => {
    openClient(`/library/${BOOKS}/narrators`);
    const rail = (await railLinks())[0]?.closest('nav');
    expect(rail && within(rail).getByText('v2.26.0').nextSibling?.textContent).toBe('docker');
  });

  test('is not beside the settings (BAR-014, CFG-003)', async () => {
    const { app } = openClient(`/library/${BOOKS}/narrators`);
    const rail = (await railLinks())[0]?.closest('nav');
    expect(rail?.isConnected).toBe(true);
    act(() => app.system.get('router').send({ type: 'router.go', to: { name: 'configUsers' } }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeTruthy();
    expect(rail?.isConnected).toBe(false);
  });
});

describe('the app bar', () => {
  const barLinks = async (account: string) => {
    openClient(UNBUILT.path, { account });
    await screen.findByRole('button', { name: /^Account:/ });
    return within(screen.getByRole('banner'))
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
  };

  test('has upload and settings for an administrator (BAR-009, BAR-010)', async () => {
    expect(await barLinks('login-root')).toEqual([
      ['Earmark: Go to Home', '/'],
      ['Your stats', '/config/stats'],
      ['Upload', '/upload'],
      ['Settings', '/config'],
    ]);
  });

  test('leads only home and to the own statistics without the rights (BAR-001, BAR-007)', async () => {
    expect(await barLinks('login-user')).toEqual([
      ['Earmark: Go to Home', '/'],
      ['Your stats', '/config/stats'],
    ]);
  });

  test('lists the libraries and leads to the home of the chosen one (BAR-002, LIB-003, RTE-006)', async () => {
    const { here } = openClient(`/library/${BOOKS}/narrators`);
    await userEvent.click(await screen.findByRole('button', { name: 'Library: Audiobooks. Switch library' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-current')])).toEqual([
      ['Audiobooks', 'page'],
      ['Podcasts', null],
      ['Ebooks', null],
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Podcasts' }));
    await waitFor(() => expect(here()).toBe(`/library/${PODCASTS}`));
    expect(await screen.findByRole('button', { name: 'Library: Podcasts. Switch library' })).toBeTruthy();
  });

  test('stays on a settings page when a library is chosen there (LIB-002, CFG-002)', async () => {
    const { here } = openClient('/config/backups');
    await userEvent.click(await screen.findByRole('button', { name: 'Library: Audiobooks. Switch library' }));
    const choices = await screen.findAllByRole('menuitemradio');
    expect(choices.map((choice) => [choice.textContent, choice.getAttribute('aria-checked')])).toEqual([
      ['Audiobooks', 'true'],
      ['Podcasts', 'false'],
      ['Ebooks', 'false'],
    ]);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Ebooks' }));
    expect(await screen.findByRole('button', { name: 'Library: Ebooks. Switch library' })).toBeTruthy();
    expect(here()).toBe('/config/backups');
  });

  test('shows the default icon for a library icon that is not allowed (LIB-015)', async () => {
    const { libraries } = recording('libraries/list').response.body as { libraries: object[] };
    openClient(UNBUILT.path, {
      prepare: ({ api }) =>
        api.answer(listLibraries, { libraries: libraries.map((library) => ({ ...library, icon: 'skull' })) }),
    });
    const button = await screen.findByRole('button', { name: /^Library: Audiobooks/ });
    expect(button.querySelector('[data-library-icon]')?.getAttribute('data-library-icon')).toBe('database');
  });

  test('switches the appearance', async () => {
    const { ports } = openClient(UNBUILT.path);
    await userEvent.click(await screen.findByRole('button', { name: 'Account: root' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Appearance' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(ports.page.shown.theme).toBe('dark');
  });

  test('closes an open menu when the page changes', async () => {
    const { visit } = openClient(UNBUILT.path);
    await userEvent.click(await screen.findByRole('button', { name: 'Account: root' }));
    await screen.findByRole('menu');
    await visit('/config');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });
});

describe('the frame', () => {
  test('has landmarks, a way past the bars and the name of the page as title', async () => {
    openClient(UNBUILT.path);
    await screen.findByRole('heading', { level: 1, name: UNBUILT.title });
    expect([screen.getAllByRole('banner').length, screen.getAllByRole('main').length]).toEqual([1, 1]);
    await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(document.title).toBe(`${UNBUILT.title} · Earmark`);
  });

  test('says that it is offline while it is', async () => {
    const { ports } = openClient(UNBUILT.path);
    await screen.findByRole('heading', { level: 1, name: UNBUILT.title });
    ports.page.setOnline(false);
    expect(await screen.findByText(/^You’re offline\./)).toBeTruthy();
    ports.page.setOnline(true);
    await waitFor(() => expect(screen.queryByText(/^You’re offline\./)).toBeNull());
  });

  test("shows while the server's answer is pending, and offers a retry without one (ERR-010)", async () => {
    openClient(UNBUILT.path, { prepare: ({ api }) => api.refuseOnce(authorize, { kind: 'network' }) });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe('Server could not be reached');
    expect(screen.getByRole('banner')).toBeTruthy();
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: UNBUILT.title })).toBeTruthy();
  });
});
