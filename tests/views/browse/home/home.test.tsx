import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listShelves, scanLibrary } from '../../../../src/services/endpoints/libraries.ts';
import { getProgress, hideProgressFromContinueListening } from '../../../../src/services/endpoints/me.ts';
import '../../../../src/machines/browse/home/home.machine.ts';
import '../../../../src/views/browse/home/home-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

type Wire = { id: string; label: string; entities: { id: string; media: { metadata: { title: string } } }[] }[];
const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
/** Three of each shelf: role queries on a whole page take seconds in jsdom. */
const body = (recording('libraries/personalized').response.body as Wire).map((one) => ({
  ...one,
  entities: one.entities.slice(0, 3),
}));
const [shelf] = body;
const [first, second] = shelf?.entities ?? [];
if (!shelf || !first || !second) throw new Error('The recording has no continue shelf with two books');
/** Root's progress in the first two books of the recording. */
const progress = [first, second].map(({ id }, at) => ({
  id: `p${at}`,
  userId: 'u',
  libraryItemId: id,
  episodeId: null,
  mediaItemId: 'm',
  mediaItemType: 'book',
  duration: 7200,
  progress: 0.25,
  currentTime: 1800,
  isFinished: false,
  hideFromContinueListening: false,
  ebookLocation: null,
  ebookProgress: null,
  lastUpdate: 1,
  startedAt: 1,
  finishedAt: null,
}));

/** Root's browser storage: a speed of one item only. */
const ownSpeedOf = (libraryItemId: string, playbackRate: number) => {
  const { user } = recording('auth/login-root').response.body as { user: { id: string } };
  return [
    {
      owner: `http://localhost/ ${user.id}`,
      libraryItemId,
      playbackRate,
      autoRewind: null,
      skipStart: 0,
      skipEnd: 0,
    },
  ];
};

function open(
  answer: unknown = body,
  { progress: entries = progress, ...options }: ClientOptions & { progress?: object[] } = {},
) {
  return openClient(`/library/${BOOKS}`, {
    ...options,
    prepare: (ports) => {
      const account = recording(`auth/${options.account ?? 'login-root'}`).response.body as { user: object };
      ports.api.answer({ name: 'auth.authorize' }, { ...account, user: { ...account.user, mediaProgress: entries } });
      ports.api.answer(listShelves, answer);
      ports.api.answer(getItem, { ...(recording('items/expanded').response.body as object), id: first?.id });
      options.prepare?.(ports);
    },
  });
}

/** The first card. By its heading's text: role queries on a whole page of shelves take seconds in jsdom. */
const continueItem = async () => {
  const heading = await screen.findByText(first.media.metadata.title, { selector: '#home-continue *' });
  const card = heading.closest('section');
  if (!card) throw new Error('The first card is no section');
  return card;
};

describe('the start page', () => {
  test('begins with the item in progress: title, chapter, time left in words, and one button to resume', async () => {
    open();
    const card = await continueItem();
    expect(within(card).getByRole('link', { name: first.media.metadata.title }).getAttribute('href')).toBe(
      `/item/${first.id}`,
    );
    expect(within(card).getByText('Continue listening')).toBeTruthy();
    expect(card.textContent).toContain('25% · 1 h 30 min left');
    const { chapters } = (recording('items/expanded').response.body as { media: { chapters: { title: string }[] } })
      .media;
    expect(await within(card).findByText(chapters.at(-1)?.title ?? '')).toBeTruthy();
    expect(within(card).getByRole('button', { name: 'Resume at 30:00' })).toBeTruthy();
  });

  test('shows the time left in the chapter', async () => {
    open(body, {
      prepare: ({ api }) => {
        const item = recording('items/expanded').response.body as { media: object };
        const chapters = [
          { id: 0, start: 0, end: 1700, title: 'Letter One' },
          { id: 1, start: 1700, end: 1860, title: 'Letter Two' },
        ];
        api.answer(getItem, { ...item, id: first.id, media: { ...item.media, chapters } });
      },
    });
    const card = await continueItem();
    expect((await within(card).findByText('Letter Two')).parentElement?.textContent).toBe('Letter Two· 1 min left');
  });

  test('shows the time left at the speed of each book, and that speed', async () => {
    const { app } = open(body, {
      prepare: ({ storage }) => storage.put('earmark.itemSettings', JSON.stringify(ownSpeedOf(second.id, 2))),
    });
    const card = await continueItem();
    act(() => app.system.get('preferences').send({ type: 'preferences.set', change: { playbackRate: 1.5 } }));
    expect(card.textContent).toContain('25% · 1 h left at 1.5×');
    expect(within(card).getByRole('button', { name: 'Resume at 30:00' })).toBeTruthy();
    const row = screen.getByRole('region', { name: 'Continue listening' });
    expect(within(row).getByRole('link', { name: second.media.metadata.title }).closest('li')?.textContent).toContain(
      '45 min left at 2.0×',
    );
  });

  test('jumps move its start position before anything plays', async () => {
    open();
    const card = await continueItem();
    const press = (name: RegExp) => userEvent.click(within(card).getByRole('button', { name }));
    await press(/back/i);
    await press(/back/i);
    expect(within(card).getByRole('button', { name: 'Resume at 29:40' })).toBeTruthy();
    await press(/forward/i);
    expect(within(card).getByRole('button', { name: 'Resume at 29:50' })).toBeTruthy();
  });

  test('reports that the item in progress is finished, and offers no more of it', async () => {
    const ended = progress.map((entry, at) =>
      at === 0 ? { ...entry, progress: 1, currentTime: 7200, isFinished: true, finishedAt: 2 } : entry,
    );
    open(body, { progress: ended });
    const card = await continueItem();
    expect(within(card).getByText('Finished')).toBeTruthy();
    expect(within(card).getByText('100%')).toBeTruthy();
    expect(within(card).getByRole('button', { name: 'Play again' })).toBeTruthy();
    expect(within(card).queryByText(/left/)).toBeNull();
  });

  test('shows the time left instead of the author on a continue shelf, and the author elsewhere', async () => {
    open();
    await continueItem();
    const row = screen.getByRole('region', { name: 'Continue listening' });
    expect(within(row).getByRole('link', { name: second.media.metadata.title }).closest('li')?.textContent).toContain(
      '1 h 30 min left',
    );
    expect(within(screen.getByRole('region', { name: 'Recently added' })).queryByText(/left/)).toBeNull();
  });

  test('moves to the nearest card of the shelf below and above by arrow keys', async () => {
    open();
    await continueItem();
    const shelves = screen.getAllByRole('list').filter((list) => list.dataset['shelf'] !== undefined);
    const shelfOf = () => shelves.findIndex((list) => list.contains(document.activeElement));
    act(() =>
      within(shelves[0] ?? document.body)
        .getAllByRole('link')[0]
        ?.focus(),
    );
    const seen = [shelfOf()];
    for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{ArrowUp}', '{ArrowUp}']) {
      await userEvent.keyboard(key);
      seen.push(shelfOf());
    }
    expect(seen).toEqual([0, 1, 2, 1, 0, 0]);
  });

  test('offers the other libraries when one is missing, and no useless retry', async () => {
    open(body, { prepare: ({ api }) => api.refuse(listShelves, { kind: 'notFound', message: 'Library not found' }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Library not found' })).toBeTruthy();
    const main = within(screen.getByRole('main'));
    expect(main.getAllByRole('link').length).toBeGreaterThan(0);
    expect(main.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('shows the other shelves under their names, each with a link to the full list (AMB-25)', async () => {
    open();
    await continueItem();
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual([
      first.media.metadata.title,
      'Continue listening',
      'Continue series',
      'Recently added',
      'Recent series',
      'Discover',
      'Listen again',
      'Newest authors',
    ]);
    expect(screen.getByRole('link', { name: 'Recently added' }).getAttribute('href')).toBe(
      `/library/${BOOKS}/bookshelf?sort=addedAt&desc=1`,
    );
  });

  test("shows the server's name for a shelf without a text", async () => {
    open([{ ...shelf, id: 'new-kind', label: 'Fresh from the press', labelStringKey: 'LabelFresh' }]);
    expect(await screen.findByRole('heading', { name: 'Fresh from the press' })).toBeTruthy();
  });

  test('removes a book from its shelf by the menu of its card', async () => {
    const { ports } = open([shelf]);
    ports.api.answer(hideProgressFromContinueListening, recording('me/progress-hide-from-continue').response.body);
    ports.api.answer(getProgress, progress[1]);
    await continueItem();
    ports.api.answer(listShelves, [{ ...shelf, entities: shelf.entities.filter((entity) => entity !== second) }]);
    const row = screen.getByRole('region', { name: 'Continue listening' });
    act(() => within(row).getByRole('link', { name: second.media.metadata.title }).focus());
    await userEvent.click(within(row).getByRole('button', { name: `More options for ${second.media.metadata.title}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from shelf' }));
    await waitFor(() => expect(within(row).queryByRole('link', { name: second.media.metadata.title })).toBeNull());
    expect(ports.api.inputsOf(hideProgressFromContinueListening)).toEqual([{ progressId: 'p1' }]);
  });

  test('moves along the cards of a shelf by arrow keys with one stop of Tab', async () => {
    open();
    await continueItem();
    const row = screen.getByRole('region', { name: 'Recently added' });
    const links = within(within(row).getByRole('list')).getAllByRole('link');
    act(() => links[0]?.focus());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(links.indexOf(document.activeElement as HTMLElement)).toBe(2);
    expect(links.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  });

  test('leaves out an unreadable entry and shows the others', async () => {
    open([{ ...shelf, entities: [{ ...first, media: null }, second] }]);
    expect(await screen.findByRole('region', { name: second.media.metadata.title })).toBeTruthy();
  });
});

describe('the start page without shelves', () => {
  test('offers an administrator to scan the empty library', async () => {
    const { ports } = open([]);
    ports.api.answer(scanLibrary, 'OK');
    expect((await screen.findByRole('link', { name: 'Library settings' })).getAttribute('href')).toBe(
      '/config/libraries',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Scan library' }));
    expect(await screen.findByText('Scanning the library…')).toBeTruthy();
    expect(ports.api.inputsOf(scanLibrary)).toEqual([{ id: BOOKS }]);
  });

  test('shows only a message to a user', async () => {
    open([], { account: 'login-user' });
    expect(await screen.findByText('This library is empty')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Scan library' })).toBeNull();
  });

  test('says why they failed to load, and retries', async () => {
    const { ports } = open(body, {
      prepare: ({ api }) => api.refuseOnce(listShelves, { kind: 'server', status: 500, message: '' }),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load Home');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await continueItem();
    expect(ports.api.inputsOf(listShelves)).toHaveLength(2);
  });
});
