import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageHostRef } from '../../../src/machines/app/page-host/page-host.machine.ts';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { getAuthor } from '../../../src/services/endpoints/authors.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import {
  getLibraryWithFilterData,
  listItems,
  listLibraries,
  listShelves,
} from '../../../src/services/endpoints/libraries.ts';
import {
  getLibrarySeries,
  listAuthors,
  listLibraryCollections,
  listLibraryPlaylists,
  listNarrators,
  listSeries,
  searchLibrary,
} from '../../../src/services/endpoints/library-lists.ts';
import { getCollection, getPlaylist } from '../../../src/services/endpoints/media-lists.ts';
import { getMe } from '../../../src/services/endpoints/me.ts';
import { listPodcastTitles } from '../../../src/services/endpoints/podcast-admin.ts';
import { searchPodcasts } from '../../../src/services/endpoints/provider-search.ts';
import { getDownloadQueue, getEpisode } from '../../../src/services/endpoints/podcasts.ts';
import { listTasks } from '../../../src/services/endpoints/tasks.ts';
import { matchesBody } from '../../support/add-podcast-fixtures.ts';
import { openClient } from '../../support/dom/client.tsx';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { collectionBody, playlistBody } from '../../support/list-fixtures.ts';
import { authorBody, listedSeriesBody, pageBody, seriesBody } from '../../support/people-fixtures.ts';
import { downloadOf, queueOf } from '../../support/podcast-fixtures.ts';
import { isOffered, ONE_RIGHT, ROLE_NAMES, signInOf, type Role } from '../../support/role-accounts.ts';
import { ADDRESSES, ROLE_TABLE, type Control, type SurfaceName } from '../../support/role-table.ts';
import { ebookBody } from '../../support/reader-fixtures.ts';
import { recording } from '../../support/recordings.ts';
import { taskOf } from '../../support/task-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/browse/authors/author.machine.ts';
import '../../../src/machines/browse/authors/authors.machine.ts';
import '../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import '../../../src/machines/browse/home/home.machine.ts';
import '../../../src/machines/browse/item/item.machine.ts';
import '../../../src/machines/edit/item-edit/item-edit.machine.ts';
import '../../../src/machines/browse/media-lists/media-list.machine.ts';
import '../../../src/machines/browse/narrators/narrators.machine.ts';
import '../../../src/machines/edit/podcasts/add-podcast.machine.ts';
import '../../../src/machines/edit/podcasts/edit-episode.machine.ts';
import '../../../src/machines/browse/search/search-page.machine.ts';
import '../../../src/machines/browse/series/series.machine.ts';
import '../../../src/views/app/tasks-button.tsx';
import '../../../src/views/app/tasks-panel.tsx';
import '../../../src/views/browse/authors/author-page.tsx';
import '../../../src/views/browse/authors/authors-page.tsx';
import '../../../src/views/browse/authors/edit-author-dialog.tsx';
import '../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../src/views/browse/bookshelf/remove-issues.tsx';
import '../../../src/views/browse/home/home-page.tsx';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/edit/item-edit/files-tab.tsx';
import '../../../src/views/edit/item-edit/item-edit-dialog.tsx';
import '../../../src/views/browse/media-lists/edit-list.tsx';
import '../../../src/views/browse/media-lists/media-list-page.tsx';
import '../../../src/views/browse/narrators/narrators-page.tsx';
import '../../../src/views/edit/podcasts/add-podcast-page.tsx';
import '../../../src/views/browse/episodes/episode-dialog.tsx';
import '../../../src/views/browse/item/podcast-page.tsx';
import '../../../src/views/edit/podcasts/edit-episode-dialog.tsx';
import '../../../src/views/browse/search/search-results-page.tsx';
import '../../../src/views/browse/selection/selection-bar.tsx';
import '../../../src/views/browse/series/series-page.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const PODCASTS = 'b5715ef4-f7b2-4aeb-89e5-7b4712bb0675';
const addressOf = (path: string) => path.replace('BOOKS', BOOKS).replace('PODCASTS', PODCASTS);

interface ItemBody {
  readonly id: string;
}
const book = recording('items/expanded').response.body as ItemBody;
const podcast = recording('items/expanded-podcast').response.body as ItemBody & {
  readonly media: { readonly episodes: readonly ItemBody[] };
};
const episodeAddress = `/item/${podcast.id}?episode=${podcast.media.episodes[0]?.id}`;
const shelves = (recording('libraries/personalized').response.body as { id: string; entities: object[] }[])
  .filter(({ id }) => id === 'recently-added')
  .map((shelf) => ({ ...shelf, entities: shelf.entities.slice(0, 2) }));
const { results: found } = recording('libraries/items-final-minified').response.body as { results: object[] };
const [withTracks] = found.filter(({ media }: { media?: { numTracks?: number } }) => (media?.numTracks ?? 0) > 0);
const facts = { ...(recording('libraries/one-filterdata').response.body as object), issues: 3, numUserPlaylists: 1 };
const scan = taskOf({
  id: 'scan',
  action: 'library-scan',
  title: 'Scanning "Books"',
  titleKey: 'MessageTaskScanningLibrary',
  titleSubs: ['Books'],
  data: { libraryId: BOOKS },
});

const embed = taskOf({
  id: 'embed',
  action: 'embed-metadata',
  title: 'Embedding metadata',
  data: { libraryItemId: 'a' },
});

function answers({ api }: FakePorts) {
  api.answer(getLibraryWithFilterData, facts);
  api.answer(listShelves, shelves);
  api.answer(listItems, pageBody([withTracks]));
  api.answer(getItem, ({ id }: { id: string }) => (id === podcast.id ? podcast : { ...book, id }));
  api.answer(searchLibrary, recording('libraries/search-all-kinds').response.body);
  api.answer(getLibrarySeries, seriesBody);
  api.answer(listSeries, pageBody([listedSeriesBody]));
  api.answer(getAuthor, { ...authorBody, imagePath: '/a.jpg' });
  api.answer(listAuthors, pageBody([{ ...authorBody, libraryItems: undefined, series: undefined, numBooks: 4 }]));
  api.answer(listNarrators, recording('libraries/narrators').response.body);
  api.answer(listLibraryCollections, pageBody([collectionBody]));
  api.answer(listLibraryPlaylists, pageBody([playlistBody]));
  api.answer(getCollection, collectionBody);
  api.answer(getPlaylist, playlistBody);
  api.answer(getEpisode, podcast.media.episodes[0]);
  api.answer(listTasks, { tasks: [scan, embed] });
}

/** Opens a page of the whole client, signed in with an account of this role. */
function openAs(role: Role, path: string, prepare?: (ports: FakePorts) => void) {
  const body = signInOf(role, [BOOKS, PODCASTS]);
  const account = ONE_RIGHT[role] ? 'restricted' : role;
  return openClient(addressOf(path), {
    account: `login-${account}`,
    prepare: (ports) => {
      answers(ports);
      ports.api.answer(authorize, body);
      ports.api.answer(getMe, body.user);
      prepare?.(ports);
    },
  });
}

const bySelector = <Found extends Element>(selector: string) =>
  waitFor(() => {
    const element = document.querySelector<Found & HTMLElement>(selector);
    if (!element) throw new Error(`${selector} is not there`);
    return element;
  });
const main = () => bySelector('main');
const heading = async () => {
  await bySelector('main h1');
  await waitFor(() => expect(document.querySelector('main [role="status"][aria-busy="true"]')).toBeNull());
  return main();
};
/** What may be long is after the head. */
const whole = async () => {
  const page = await heading();
  await waitFor(() => expect(page.querySelector('[aria-busy="true"]')).toBe(null));
  return page;
};
/** Presses the element with this label; role queries on a whole page are slow in jsdom. */
async function press(label: RegExp, scope: HTMLElement = document.body) {
  const target = await waitFor(() => {
    const one = [...scope.querySelectorAll<HTMLElement>('button, [role="menuitem"]')].find((button) =>
      label.test(nameOf(button)),
    );
    if (!one) throw new Error(`No button ${String(label)} among ${JSON.stringify(controlsIn(scope))}`);
    return one;
  });
  await userEvent.click(target, { pointerEventsCheck: 0 });
}
async function menu(label: RegExp, scope?: HTMLElement) {
  await press(label, scope);
  await bySelector('[role="menu"] [role="menuitem"]');
  return bySelector('[role="menu"]');
}
/** The menu in the view of an episode. */
async function episodeMenu() {
  const view = await bySelector('[role="dialog"] article');
  return menu(/^(Add|More options for) /, view);
}
/** The menu of the last card with such an address: its button shows while the card has the focus. */
async function cardMenu(address: string) {
  const links = await waitFor(() => {
    const found = document.querySelectorAll<HTMLElement>(`main a[href^="${address}"]`);
    if (found.length === 0) throw new Error(`No card leads to ${address}`);
    return found;
  });
  act(() => links[links.length - 1]?.focus());
  return menu(/^More options for /);
}
const items = async () => {
  await bySelector('main [role="grid"] a');
  return bySelector('main [role="grid"]');
};
const dialog = () =>
  bySelector<HTMLElement>('[role="dialog"] button[type="submit"], [role="dialog"] form').then(
    (element) => element.closest<HTMLElement>('[role="dialog"]') ?? document.body,
  );

interface Surface {
  readonly path: string;
  readonly prepare?: (ports: FakePorts) => void;
  /** Brings it into view; returns the surrounding element, or null where this role cannot reach it. */
  readonly show: (role: Role, ports: FakePorts) => Promise<HTMLElement | null>;
}

const updates = (role: Role) => isOffered(role, 'update');
const select = async () => {
  await cardMenu('/item/');
  await press(/^Select$/);
  await bySelector('[aria-label="Deselect all"]');
  return bySelector('header');
};

const SURFACES: Record<SurfaceName, Surface> = {
  bar: {
    path: '/account',
    show: async () => {
      await bySelector('[aria-label^="Activity"]');
      return bySelector('header');
    },
  },
  'rail of books': {
    path: '/library/BOOKS/narrators',
    show: async (_role, { clock }) => {
      await bySelector('nav a');
      // Later data appears with it.
      act(() => clock.advance(1000));
      await screen.findAllByText('Playlists');
      return bySelector('nav');
    },
  },
  'rail of podcasts': {
    path: '/library/PODCASTS/podcast/latest',
    show: async () => {
      await screen.findAllByText('Latest');
      return bySelector('nav');
    },
  },
  'account menu': { path: '/library/BOOKS/narrators', show: () => menu(/^Account: /) },
  'tasks panel': {
    path: '/account',
    show: async (_role, { socket }) => {
      await screen.findByRole('button', { name: /^Activity/ });
      act(() => {
        socket.report({ kind: 'connected' });
        socket.receive('init', { userId: 'u', username: 'u' });
      });
      await press(/^Activity/);
      await screen.findByText(/^Scanning/);
      return bySelector('[role="dialog"]');
    },
  },
  'home of an empty library': {
    path: '/library/BOOKS',
    prepare: ({ api }) => api.answer(listShelves, []),
    show: async () => {
      await screen.findByText('This library is empty');
      return main();
    },
  },
  'home of an empty library of podcasts': {
    path: '/library/PODCASTS',
    prepare: ({ api }) => api.answer(listShelves, []),
    show: async () => {
      await screen.findByText('No podcasts yet');
      return main();
    },
  },
  'page that adds podcasts': {
    path: '/library/PODCASTS/podcast/search',
    prepare: ({ api }) => {
      api.answer(listPodcastTitles, { podcasts: [] });
      api.answer(searchPodcasts, matchesBody);
    },
    show: async (role) => {
      if (!isOffered(role, 'manage')) return null;
      await userEvent.type(await bySelector('main input[type="search"]'), 'x{Enter}');
      await screen.findByText('2 podcasts found');
      return main();
    },
  },
  'menu of a card at home': {
    path: '/library/BOOKS',
    show: () => cardMenu('/item/'),
  },
  'menu of a card on the bookshelf': {
    path: '/library/BOOKS/bookshelf',
    show: () => cardMenu('/item/'),
  },
  'menu of a card in search results': {
    path: '/library/BOOKS/search?q=c&group=books',
    show: () => cardMenu('/item/'),
  },
  'filter menu of the bookshelf': {
    path: '/library/BOOKS/bookshelf',
    show: async () => {
      await press(/^Filter/);
      await screen.findByText('Progress');
      return bySelector('[role="dialog"], [role="menu"]');
    },
  },
  'toolbar of the issues': {
    path: '/library/BOOKS/bookshelf?filter=issues',
    show: async (role) => {
      await screen.findByText('1 book');
      // Its code loads after the list; the first role with it waits.
      if (isOffered(role, ['manage', 'delete'])) await screen.findByText(/^Remove all/);
      return bySelector('section[aria-label="Sort, filter and view"]');
    },
  },
  'selection bar': { path: '/library/BOOKS/bookshelf', show: select },
  'menu of the selection bar': {
    path: '/library/BOOKS/bookshelf',
    show: async () => menu(/^More actions$/, await select()),
  },
  'page of a book': { path: `/item/${book.id}`, show: whole },
  'menu of a book': {
    path: `/item/${book.id}`,
    show: async (role) => {
      const page = await heading();
      return isOffered(role, { oneOf: ['update', 'download', 'delete'] }) ? menu(/^More options for /, page) : null;
    },
  },
  'menu of an ebook': {
    path: `/item/${book.id}`,
    prepare: ({ api }) => api.answer(getItem, ebookBody()),
    show: async () => menu(/^More options for /, await heading()),
  },
  'menu of a file': {
    path: `/item/${book.id}`,
    show: async (role) => {
      const page = await heading();
      if (!isOffered(role, { oneOf: ['download', 'update'] })) return null;
      await press(/^Library files/, page);
      const table = await bySelector('table[aria-label="Library files"]');
      await waitFor(() => expect(table.querySelector('button')).not.toBe(null));
      return menu(/^More options for /, table);
    },
  },
  'modal of an item': {
    path: `/item/${book.id}?edit=${book.id}`,
    show: async (role) => {
      await heading();
      return updates(role) ? dialog() : null;
    },
  },
  'files of an item': {
    path: `/item/${book.id}?edit=${book.id}`,
    prepare: ({ api }) => api.answer(getItem, ebookBody()),
    show: async (role) => {
      await heading();
      if (!isOffered(role, ['update', 'download'])) return null;
      await press(/^Files$/, await dialog());
      await screen.findByLabelText('Show full paths');
      return bySelector('[role="tabpanel"]');
    },
  },
  'page of a podcast': {
    path: `/item/${podcast.id}`,
    prepare: ({ api }) => {
      api.answer(getItem, { ...podcast, episodesDownloading: [downloadOf(1)] });
      api.answer(getDownloadQueue, queueOf(downloadOf(1), [downloadOf(2)]));
    },
    show: async () => {
      const page = await whole();
      await screen.findByText(/^Downloading/);
      return page;
    },
  },
  'menu of a podcast': {
    path: `/item/${podcast.id}`,
    prepare: ({ api }) => api.answer(getDownloadQueue, queueOf(null, [])),
    show: () => menu(/^More options for /),
  },
  'menu of an episode': { path: episodeAddress, show: () => episodeMenu() },
  'modal of an episode': {
    path: episodeAddress,
    show: async (role) => {
      const shown = await episodeMenu();
      if (!updates(role)) return null;
      await press(/^Edit$/, shown);
      return bySelector('[role="dialog"]:has([role="tablist"])');
    },
  },
  'page of a series': { path: `/library/${BOOKS}/series/${seriesBody.id}`, show: heading },
  'menu of a series': {
    path: `/library/${BOOKS}/series/${seriesBody.id}`,
    show: () => menu(/^More for /),
  },
  'toolbar of the authors': {
    path: '/library/BOOKS/bookshelf/authors',
    show: async () => {
      await screen.findByText('4 books');
      const link = await bySelector('main a[href^="/author/"]');
      act(() => link.focus());
      return document.body;
    },
  },
  'page of an author': { path: `/author/${authorBody.id}`, show: heading },
  'modal of an author': {
    path: `/author/${authorBody.id}`,
    show: async (role) => {
      await heading();
      if (!updates(role)) return null;
      await press(/^Edit$/);
      return dialog();
    },
  },
  narrators: {
    path: '/library/BOOKS/narrators',
    show: async () => {
      await screen.findByText('Ann Elk');
      return main();
    },
  },
  'page of a collection': {
    path: '/collection/c',
    show: async () => {
      await items();
      return main();
    },
  },
  'menu of a collection': { path: '/collection/c', show: () => menu(/^More options$/) },
  'modal of a collection': {
    path: '/collection/c',
    show: async (role) => {
      await items();
      if (!updates(role)) return null;
      await press(/^Edit$/);
      return dialog();
    },
  },
  'page of a playlist': {
    path: '/playlist/p',
    show: async () => {
      await items();
      return main();
    },
  },
  'menu of a playlist': {
    path: '/playlist/p',
    show: async (role) => {
      await items();
      return isOffered(role, 'delete') ? menu(/^More options$/) : null;
    },
  },
  'modal of a playlist': {
    path: '/playlist/p',
    show: async () => {
      await press(/^Edit$/);
      return dialog();
    },
  },
  'menu of a row of a collection': {
    path: '/collection/c',
    show: async () => {
      return menu(/^More options for /, await items());
    },
  },
  'without a library': {
    path: '/',
    prepare: ({ api }) => api.answer(listLibraries, { libraries: [] }),
    show: async () => {
      await screen.findByText(/^(No libraries yet|Add your first library)$/);
      return main();
    },
  },
};

const CONTROLS = 'a[href], button, summary, [role="menuitem"], [role="menuitemradio"], [role="option"], [role="tab"]';

function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
  return label.replaceAll(/\s+/g, ' ').trim();
}

/** Names of the controls. */
const controlsIn = (scope: HTMLElement): string[] => [...scope.querySelectorAll(CONTROLS)].map(nameOf);

/** What an account of this role sees of the surface; null where it cannot reach it. */
async function shownTo(role: Role, name: SurfaceName): Promise<string[] | null> {
  const { path, prepare, show } = SURFACES[name];
  const { ports } = openAs(role, path, prepare);
  const scope = await show(role, ports);
  return scope && controlsIn(scope);
}

/** Names of changing actions: each must be in the table. */
const CHANGES = /\b(edit|delete|remove|rename|upload|match|scan|embed|download|settings|merge|move|add to|cancel)\b/i;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

/** Users with one right matter only where something needs it. */
const rolesOf = (name: SurfaceName): readonly Role[] =>
  ROLE_NAMES.filter((role) => {
    const right = ONE_RIGHT[role];
    return right === undefined || ROLE_TABLE[name].some(({ needs }) => JSON.stringify(needs).includes(right));
  });

describe.each(Object.keys(ROLE_TABLE) as SurfaceName[])('%s', (name) => {
  test.each(rolesOf(name))('shows %s what the table says', async (role) => {
    const controls: readonly Control[] = ROLE_TABLE[name];
    const shown = await shownTo(role, name);
    const rowsBy = (isShown: (one: Control) => boolean) =>
      controls.map((one) => `${one.row} ${String(one.name)}: ${isShown(one) ? 'shown' : 'not shown'}`);
    const seen = rowsBy((one) => shown?.some((label) => one.name.test(label)) ?? false);
    expect(seen, `of ${JSON.stringify(shown)}`).toEqual(rowsBy((one) => isOffered(role, one.needs)));
    const unlisted = (shown ?? []).filter(
      (label) => CHANGES.test(label) && !controls.some((one) => one.name.test(label)),
    );
    expect(unlisted, 'what changes something and is not in the table').toEqual([]);
  });
});

const isOfAccount = ({ path }: { readonly path: string }) => /^\/(config|account)/.test(path);
const PARTS = {
  'settings and account': ADDRESSES.filter(isOfAccount),
  'libraries and tools': ADDRESSES.filter((one) => !isOfAccount(one)),
};
const PART_NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

test.each(ROLE_NAMES.flatMap((role) => PART_NAMES.map((part) => ({ role, part }))))(
  'the addresses of $part are open to $role as the table says',
  async ({ role, part }) => {
    const { app, visit, here } = openAs(role, '/account');
    const host = await waitFor(() => {
      const ref = app.system.get('pageHost') as PageHostRef | undefined;
      if (!ref) throw new Error('The page is not there yet');
      return ref;
    });
    for (const { path, needs, row } of PARTS[part]) {
      await visit(addressOf(path));
      await waitFor(() => expect(host.getSnapshot().hasTag('busy')).toBe(false));
      const isOpen = isOffered(role, needs);
      const elsewhere = path.startsWith('/config') ? /^\/config\/stats$/ : /^\/library\/[^/]+$/;
      expect([row, here() === addressOf(path)]).toEqual([row, isOpen]);
      expect(isOpen || elsewhere.test(here()), `${path} leads to ${here()}`).toBe(true);
    }
  },
);
