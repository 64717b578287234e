import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '../../../../src/schemas/app-error.ts';
import { deleteItems } from '../../../../src/services/endpoints/item-batch.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { updateProgress } from '../../../../src/services/endpoints/me.ts';
import { playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookSession } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

interface Body {
  id: string;
  libraryId: string;
  media: {
    duration: number;
    chapters: { title: string; start: number }[];
    metadata: {
      title: string;
      authors: { id: string; name: string }[];
      series: { id: string; name: string; sequence: string | null }[];
    };
  };
}
const body = recording('items/expanded').response.body as Body;
const { chapters, metadata } = body.media;

/** Opens the page of a recorded item; `seconds` is root's position in it. */
function open(answer: unknown = body, { account = 'login-root', seconds = 0, bookmarks = [] as object[] } = {}) {
  const { id } = answer as { id: string };
  const progress = {
    id: 'p',
    userId: 'u',
    libraryItemId: id,
    episodeId: null,
    mediaItemId: 'm',
    mediaItemType: 'book',
    duration: body.media.duration,
    currentTime: seconds,
    progress: seconds / body.media.duration,
    isFinished: false,
    hideFromContinueListening: false,
    ebookLocation: null,
    ebookProgress: null,
    lastUpdate: 1,
    startedAt: 1,
    finishedAt: null,
  };
  return openClient(`/item/${id}`, {
    account,
    prepare: ({ api }) => {
      const signedIn = recording(`auth/${account}`).response.body as { user: object };
      api.answer(
        { name: 'auth.authorize' },
        { ...signedIn, user: { ...signedIn.user, mediaProgress: seconds > 0 ? [progress] : [], bookmarks } },
      );
      api.answer(getItem, answer);
    },
  });
}

/** The page is rendered: its head, and the rest. */
const title = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 1, name });
  await waitFor(() => expect(screen.queryByText('Loading item…')).toBeNull());
  return heading;
};

describe('the page of a book', () => {
  test('shows all its details (ITM-001)', async () => {
    const known = recording('items/expanded-two-authors-three-series').response.body as Body;
    open(known);
    await title('No Thoroughfare');
    const { authors, series } = known.media.metadata;
    const page = within(screen.getByRole('article'));
    const names = [...authors, ...series].map(({ name }) => name);
    for (const text of [...names, 'Drama', 'Classics', 'victorian'])
      expect(page.getAllByText((_, element) => element?.textContent?.startsWith(text) ?? false)).not.toEqual([]);
    expect(screen.getByText('A Drama in Five Acts')).toBeTruthy();
    expect(screen.getByText(/narrated by/).textContent).toBe(
      '34 sec · narrated by Bea Narrator and Dan Deep · 1867 · Chapman & Hall · English · 125 kB',
    );
  });

  test('links its authors, series, genres, tags and narrators (ITM-002, ITM-003, ITM-004)', async () => {
    const known = recording('items/expanded-two-authors-three-series').response.body as Body;
    const { libraryId } = known;
    open(known);
    await title('No Thoroughfare');
    const links = within(screen.getByRole('article'))
      .getAllByRole('link')
      .filter((link) => link.getAttribute('target') === null)
      .map((link) => [link.textContent, link.getAttribute('href')]);
    const shelf = (group: string, name: string) => [
      name,
      `/library/${libraryId}/bookshelf?filter=${group}.${encodeURIComponent(encodeURIComponent(btoa(name)))}`,
    ];
    expect(links).toEqual([
      ...known.media.metadata.authors.map(({ id, name }) => [name, `/author/${id}`]),
      ...known.media.metadata.series.map(({ id, name, sequence }) => [
        sequence ? `${name} #${sequence}` : name,
        `/library/${libraryId}/series/${id}`,
      ]),
      shelf('narrators', 'Bea Narrator'),
      shelf('narrators', 'Dan Deep'),
      shelf('publishers', 'Chapman & Hall'),
      shelf('languages', 'English'),
      shelf('genres', 'Drama'),
      shelf('genres', 'Classics'),
      shelf('tags', 'victorian'),
    ]);
  });

  test('shows that it is explicit and abridged', async () => {
    open(recording('items/expanded-explicit-abridged').response.body);
    await title("Lady Chatterley's Lover");
    const page = within(screen.getByRole('article'));
    expect([page.getAllByText('Explicit').length > 0, page.getByText('Abridged').textContent]).toEqual([
      true,
      'Abridged',
    ]);
  });

  test('shows the whole cover on a press, as it was uploaded (ITM-005)', async () => {
    open();
    await title(metadata.title);
    await userEvent.click(screen.getByRole('button', { name: 'View cover' }));
    const picture = within(await screen.findByRole('dialog')).getByRole('img', { name: `Cover of ${metadata.title}` });
    const { pathname, searchParams } = new URL(picture.getAttribute('src') ?? '', document.baseURI);
    expect([pathname, searchParams.get('raw')]).toEqual([`/api/items/${body.id}/cover`, '1']);
  });

  test('opens the cover in a new tab (ITM-006)', async () => {
    open();
    await title(metadata.title);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open cover in a new tab' });
    const { pathname, searchParams } = new URL(link.href);
    expect([pathname, searchParams.get('raw'), link.target]).toEqual([`/api/items/${body.id}/cover`, '1', '_blank']);
  });

  test('has the bookmarks of the book, to play from, without a form for new ones (ITM-021)', async () => {
    const { ports } = open(body, { bookmarks: [{ libraryItemId: body.id, time: 9, title: 'The fox', createdAt: 1 }] });
    await title(metadata.title);
    ports.api.answer(playItem, bookSession());
    await userEvent.click(screen.getByRole('button', { name: `More options for ${metadata.title}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bookmarks: 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your bookmarks' }));
    expect(dialog.queryByRole('textbox')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'The fox, go to 0:09' }));
    await waitFor(() => expect(ports.api.inputsOf(playItem)).toMatchObject([{ itemId: body.id }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('offers no bookmarks for a book without any (ITM-021)', async () => {
    open();
    await title(metadata.title);
    await userEvent.click(screen.getByRole('button', { name: `More options for ${metadata.title}` }));
    expect(await screen.findByRole('menuitem', { name: 'Download' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: /^Bookmarks/ })).toBeNull();
  });

  test('shows progress on the cover, and that its picture failed to load (VAL-042)', async () => {
    open(body, { seconds: body.media.duration / 4 });
    await title(metadata.title);
    const cover = screen.getByRole('button', { name: 'View cover' });
    expect(cover.querySelector<HTMLElement>('span > [style*="inline-size"]')?.style.inlineSize).toBe('25%');
    const picture = cover.querySelector('img');
    if (!picture) throw new Error('No picture');
    fireEvent.error(picture);
    expect(within(cover).getByText('Invalid Cover')).toBeTruthy();
  });

  test('the button names its action', async () => {
    const { start = 0, title: chapter = '' } = chapters[1] ?? {};
    open(body, { seconds: start + 1 });
    await title(metadata.title);
    expect(
      screen.getByRole('button', { name: new RegExp(`^Resume at .* · ${chapter}: ${metadata.title}`) }),
    ).toBeTruthy();
    expect(
      screen.getByRole('button', { name: new RegExp(`^${chapter}, play from`) }).getAttribute('aria-current'),
    ).toBe('true');
  });

  test('confirms before it replaces another position, and names that book and position', async () => {
    open(body, { seconds: 66 });
    await title(metadata.title);
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${chapters[0]?.title}, play from`) }));
    expect((await screen.findByRole('dialog')).textContent).toContain(
      `Play “${metadata.title}” from here? You’ll lose your place at 1:06.`,
    );
  });

  test('share, time left at the speed and chapter follow the playhead while it is open, 100% means finished, and a chapter row of the paused book plays', async () => {
    const { app, ports } = open(recording('items/expanded-multi-file').response.body);
    ports.api.answer(playItem, bookSession());
    ports.api.answer(syncSession, 'OK');
    await title('A Study in Scarlet');
    act(() => app.system.get('preferences').send({ type: 'preferences.set', change: { playbackRate: 1.5 } }));
    await userEvent.click(screen.getByRole('button', { name: 'Play: A Study in Scarlet' }));
    const { audio } = ports.media;
    await waitFor(() => expect(audio.src).not.toBe(''));
    act(() => audio.becomeReady(26));
    const article = within(screen.getByRole('article'));
    expect(article.getByLabelText('Playing')).toBeTruthy();
    const seek = (time: number) => act(() => app.system.get('player').send({ type: 'player.seek', time }));
    act(() => ports.clock.advance(400));
    await userEvent.click(screen.getByRole('button', { name: 'Pause: A Study in Scarlet' }));
    expect(article.getByLabelText('Now playing')).toBeTruthy();
    seek(0.25);
    await screen.findByRole('region', { name: 'Player' });
    const panel = within(screen.getByRole('region', { name: 'Your progress' }));
    expect(panel.getByText(/%/).textContent).toMatch(/^0%/);
    seek(138.9);
    expect(panel.getByText(/left/).textContent).toMatch(/^76% · 30 sec left at 1.5×/);
    expect(within(screen.getByRole('region', { name: 'Player' })).getByText('76%').textContent).toBe('76%');
    expect(screen.getByRole('button', { name: /^Resume at 2:18/ }).getAttribute('aria-label')).toMatch(
      /: A Study in Scarlet$/,
    );
    seek(182.4);
    expect(panel.getByText(/%/).textContent).toMatch(/^99%/);
    expect(screen.getByRole('region', { name: 'Player' }).textContent).toContain('0:00');
    const [first] = screen.getAllByRole('button', { name: /, play from 0:00$/ });
    if (first) await userEvent.click(first);
    expect(audio.paused).toBe(false);
    expect(app.system.get('player').getSnapshot().context.playhead.getSnapshot().context.time).toBe(0);
    expect(first?.getAttribute('aria-current')).toBe('true');
  });

  test('marks a book in progress as finished at once, and undo restores its position', async () => {
    const { ports } = open(body, { seconds: 5 });
    ports.api.answer(updateProgress, 'OK');
    await title(metadata.title);
    await userEvent.click(screen.getByRole('button', { name: 'Mark as finished' }));
    await screen.findByRole('button', { name: 'Mark as not finished' });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Mark as finished' });
    await waitFor(() =>
      expect(ports.api.inputsOf(updateProgress)).toMatchObject([
        { libraryItemId: body.id, change: { isFinished: true } },
        { change: { isFinished: false } },
        { change: { currentTime: 5 } },
      ]),
    );
  });

  test('shows a hostile description without scripts (server facts 1)', async () => {
    const hostile = recording('items/expanded-html-description').response.body as Body;
    open(hostile);
    await title(hostile.media.metadata.title);
    const description = screen.getByRole('region', { name: 'Description' });
    expect(description.textContent).not.toBe('');
    const attributes = [...description.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
    expect([
      description.querySelector('script, iframe, object'),
      attributes.filter(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value)),
    ]).toEqual([null, []]);
  });

  test('reports missing files (ITM-022)', async () => {
    const missing = recording('items/expanded-missing').response.body as Body;
    open(missing);
    await title(missing.media.metadata.title);
    expect(screen.getByText(/This item’s files are missing/)).toBeTruthy();
  });

  test('lists chapters, tracks and files for permitted users, files folded (ITM-017 to ITM-019)', async () => {
    open(recording('items/expanded-multi-file').response.body);
    await title('A Study in Scarlet');
    const rows = (name: string) =>
      within(screen.getByRole('table', { name }))
        .getAllByRole('row')
        .map((row) =>
          within(row)
            .queryAllByRole('cell')
            .map((cell) => cell.textContent),
        );
    expect(screen.queryByRole('table', { name: 'Library files' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Audio tracks/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Library files/ }));
    const names = (name: string) =>
      within(screen.getByRole('table', { name }))
        .getAllByRole('rowheader')
        .map((cell) => cell.textContent);
    const starts = ['0:00', '0:26', '0:52', '1:18', '1:44', '2:10', '2:36'];
    expect(
      rows('Audio tracks')
        .slice(1)
        .map(([index, , , start]) => [index, start]),
    ).toEqual(starts.map((start, at) => [String(at + 1), start]));
    expect(rows('Audio tracks')[1]).toEqual(['1', 'mp3', '102 kB', '0:00', '0:26', '']);
    expect(names('Audio tracks')).toEqual(starts.map((_start, at) => `0${at + 1} - Chapter ${at + 1}.mp3`));
    expect(names('Library files').slice(0, 2)).toEqual(['01 - Chapter 1.mp3', '02 - Chapter 2.mp3']);
    const [file] = (recording('items/expanded-multi-file').response.body as { libraryFiles: { ino: string }[] })
      .libraryFiles;
    expect(rows('Library files')[1]).toEqual(['Audio', 'mp3', file?.ino, '102 kB', '']);
  });

  test('lists its chapters with title, length, start and end (ITM-019)', async () => {
    open(recording('items/expanded-multi-file').response.body);
    await title('A Study in Scarlet');
    const [first, second] = screen
      .getAllByRole('button', { name: /^Chapter \d, play from/ })
      .map((row) => [...row.querySelectorAll(':scope > span')].map((cell) => cell.textContent));
    expect([first?.slice(-4), second?.slice(-4)]).toEqual([
      ['Chapter 1', '0:26', '0:00', '0:26'],
      ['Chapter 2', '0:25', '0:26', '0:52'],
    ]);
  });

  test('offers to play only items with sound (ITM-007)', async () => {
    const silent = { ...body, media: { ...body.media, tracks: [], audioFiles: [] } };
    open(silent);
    await title(metadata.title);
    expect(screen.queryByRole('button', { name: new RegExp(`^Play: ${metadata.title}`) })).toBeNull();
    expect(
      screen.getAllByRole<HTMLButtonElement>('button', { name: /, play from/ }).map(({ disabled }) => disabled),
    ).toEqual(chapters.map(() => true));
  });

  test('is deleted by permitted users after a confirmation, and downloaded (ITM-013, ITM-014)', async () => {
    const { ports } = open();
    await title(metadata.title);
    ports.api.answer(deleteItems, 'OK');
    const more = () => userEvent.click(screen.getByRole('button', { name: `More options for ${metadata.title}` }));
    await more();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Download' }));
    await waitFor(() => expect(ports.page.shown.downloaded).toHaveLength(1));
    const { pathname, searchParams } = new URL(ports.page.shown.downloaded[0] ?? '');
    expect([pathname, searchParams.get('ids')]).toEqual([`/api/libraries/${body.libraryId}/download`, body.id]);
    await more();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(ports.api.inputsOf(deleteItems)).toEqual([]);
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(ports.api.inputsOf(deleteItems)).toEqual([{ itemIds: [body.id], hard: false }]));
  });

  test('lists no files for an account without the right', async () => {
    // This account may see Alice, and neither download nor edit.
    open(body, { account: 'login-restricted' });
    await title(metadata.title);
    expect([/^Library files/, /^Audio tracks/].map((name) => screen.queryByRole('button', { name }))).toEqual([
      null,
      null,
    ]);
  });
});

describe('the page of a podcast', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  });
  afterEach(() => vi.restoreAllMocks());

  test('lists all its episodes, newest first, each with a play button (ITM-020)', async () => {
    const podcast = recording('items/expanded-podcast').response.body as {
      id: string;
      media: { metadata: { title: string }; episodes: { title: string }[] };
    };
    open(podcast);
    await title(podcast.media.metadata.title);
    const grid = await screen.findByRole('grid', { name: 'Episodes' });
    const buttons = await within(grid).findAllByRole('button', { name: /^Play / });
    const names = buttons.map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual([
      'Play The Dog and the Shadow (14)',
      'Play The Fox and the Grapes (8)',
      'Play The Boy Who Cried Wolf (7)',
      'Play The Dog and the Shadow (6)',
      'Play The North Wind and the Sun (5)',
      'Play The Crow and the Pitcher (4)',
      'Play The Lion and the Mouse (3)',
    ]);
  });
});

describe('an item that failed to show', () => {
  test.each<[string, AppError, string | RegExp]>([
    ['is not there', { kind: 'notFound', message: '' }, 'Item not found'],
    ['is not for this account', { kind: 'forbidden', message: '' }, 'You don’t have access to this item'],
    ['could not be loaded', { kind: 'network' }, 'Failed to fetch book'],
    ['is refused with words', { kind: 'rejected', status: 400, message: 'The disk is asleep' }, /The disk is asleep/],
    [
      'has one field of the wrong type',
      { kind: 'contract', endpoint: 'items.one', issues: [] },
      'Failed to fetch book',
    ],
  ])('%s: says so (ITM-023, ERR-052)', async (_name, error, message) => {
    openClient(`/item/${body.id}`, { prepare: ({ api }) => api.refuse(getItem, error) });
    expect(await screen.findByText(message)).toBeTruthy();
    const heading = screen.getByRole('heading', { level: 1 }).textContent;
    expect(document.title).toBe(`${heading} · Earmark`);
  });
});
