import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { updateProgress } from '../../../src/services/endpoints/me.ts';
import { openClient } from '../../support/dom/client.tsx';
import { recording } from '../../support/recordings.ts';

interface Body {
  id: string;
  libraryId: string;
  media: { duration: number; chapters: { title: string; start: number }[]; metadata: { title: string; authors: { id: string; name: string }[]; series: { id: string; name: string; sequence: string | null }[] } };
}
const body = recording('items/expanded').response.body as Body;
const { chapters, metadata } = body.media;

/** Opens the page of a recorded item; `seconds` is how far root is in it. */
function open(answer: unknown = body, { account = 'login-root', seconds = 0 } = {}) {
  const { id } = answer as { id: string };
  const progress = {
    id: 'p', userId: 'u', libraryItemId: id, episodeId: null, mediaItemId: 'm', mediaItemType: 'book', duration: body.media.duration, currentTime: seconds,
    progress: seconds / body.media.duration, isFinished: false, hideFromContinueListening: false, ebookLocation: null, ebookProgress: null, lastUpdate: 1,
    startedAt: 1, finishedAt: null,
  };
  return openClient(`/item/${id}`, {
    account,
    prepare: ({ api }) => {
      const signedIn = recording(`auth/${account}`).response.body as { user: object };
      api.answer({ name: 'auth.authorize' }, { ...signedIn, user: { ...signedIn.user, mediaProgress: seconds > 0 ? [progress] : [] } });
      api.answer(getItem, answer);
    },
  });
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the page of a book', () => {
  test('tells all that is known of it, and leads to what has the same (ITM-001 to ITM-004)', async () => {
    const known = recording('items/expanded-two-authors-three-series').response.body as Body;
    const { libraryId } = known;
    open(known);
    await title('No Thoroughfare');
    expect(screen.getByText('A Drama in Five Acts')).toBeTruthy();
    expect(screen.getByText(/read by/).textContent).toBe('34 sec · read by Bea Narrator and Dan Deep · 1867 · Chapman & Hall · English · 125 kB');
    const links = within(screen.getByRole('article')).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    const shelf = (group: string, name: string) => [name, `/library/${libraryId}/bookshelf?filter=${group}.${encodeURIComponent(encodeURIComponent(btoa(name)))}`];
    expect(links).toEqual([
      ...known.media.metadata.authors.map(({ id, name }) => [name, `/author/${id}`]),
      ...known.media.metadata.series.map(({ id, name, sequence }) => [sequence ? `${name} #${sequence}` : name, `/library/${libraryId}/series/${id}`]),
      shelf('narrators', 'Bea Narrator'), shelf('narrators', 'Dan Deep'), shelf('publishers', 'Chapman & Hall'), shelf('languages', 'English'),
      shelf('genres', 'Drama'), shelf('genres', 'Classics'), shelf('tags', 'victorian'),
    ]);
  });

  test('says that it is explicit and abridged', async () => {
    open(recording('items/expanded-explicit-abridged').response.body);
    await title("Lady Chatterley's Lover");
    const page = within(screen.getByRole('article'));
    expect([page.getAllByText('Explicit').length > 0, page.getByText('Abridged').textContent]).toEqual([true, 'Abridged']);
  });

  test('shows the whole cover when it is pressed, as it was uploaded (ITM-005)', async () => {
    open();
    await title(metadata.title);
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole cover' }));
    const picture = within(await screen.findByRole('dialog')).getByRole('img', { name: `Cover of ${metadata.title}` });
    const { pathname, searchParams } = new URL(picture.getAttribute('src') ?? '', document.baseURI);
    expect([pathname, searchParams.get('raw')]).toEqual([`/api/items/${body.id}/cover`, '1']);
  });

  test('writes on the button what it will do', async () => {
    const { start = 0, title: chapter = '' } = chapters[1] ?? {};
    open(body, { seconds: start + 1 });
    await title(metadata.title);
    expect(screen.getByRole('button', { name: new RegExp(`^Resume at .* · ${chapter}: ${metadata.title}`) })).toBeTruthy();
    expect(screen.getByRole('button', { name: new RegExp(`^${chapter}, play from`) }).getAttribute('aria-current')).toBe('true');
  });

  test('asks before a book under way is marked finished, and then marks it', async () => {
    const { ports } = open(body, { seconds: 5 });
    ports.api.answer(updateProgress, 'OK');
    await title(metadata.title);
    await userEvent.click(screen.getByRole('button', { name: 'Mark as finished' }));
    const prompt = await screen.findByRole('dialog');
    expect(ports.api.inputsOf(updateProgress)).toEqual([]);
    await userEvent.click(within(prompt).getByRole('button', { name: 'Mark as finished' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Mark as not finished' })).toBeTruthy());
    expect(ports.api.inputsOf(updateProgress)).toMatchObject([{ libraryItemId: body.id, change: { isFinished: true } }]);
  });

  test('shows a hostile description without anything that runs in it (server facts 1)', async () => {
    const hostile = recording('items/expanded-html-description').response.body as Body;
    open(hostile);
    await title(hostile.media.metadata.title);
    const description = screen.getByRole('region', { name: 'Description' });
    expect(description.textContent).not.toBe('');
    const attributes = [...description.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
    expect([description.querySelector('script, iframe, object'), attributes.filter(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value))]).toEqual([null, []]);
  });

  test('says that files are missing', async () => {
    const missing = recording('items/expanded-missing').response.body as Body;
    open(missing);
    await title(missing.media.metadata.title);
    expect(screen.getByText(/The files of this item are missing/)).toBeTruthy();
  });

  test('lists chapters, tracks and files for who may get at them, files folded away (ITM-017 to ITM-019)', async () => {
    open(recording('items/expanded-multi-file').response.body);
    await title('A Study in Scarlet');
    const rows = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').map((row) => within(row).queryAllByRole('cell').map((cell) => cell.textContent));
    expect(screen.queryByRole('table', { name: 'Library files' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Audio tracks/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Library files/ }));
    expect(rows('Audio tracks').slice(1, 3)).toEqual([['1', 'mp3', '102 kB', '0:00', '0:26'], ['2', 'mp3', '102 kB', '0:26', '0:25']]);
    expect(within(screen.getByRole('table', { name: 'Library files' })).getAllByRole('rowheader').map((cell) => cell.textContent).slice(0, 2)).toEqual(['01 - Chapter 1.mp3', '02 - Chapter 2.mp3']);
  });

  test('lists no files for an account without the right to', async () => {
    open(body, { account: 'login-guest' });
    await title(metadata.title);
    const guest = (recording('auth/login-guest').response.body as { user: { permissions: { download: boolean; update: boolean } } }).user.permissions;
    expect(screen.queryByRole('button', { name: /^Library files/ }) !== null).toBe(guest.download || guest.update);
  });
});

describe('the page of a podcast', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  });
  afterEach(() => vi.restoreAllMocks());

  test('lists its episodes, each to be played', async () => {
    const podcast = recording('items/expanded-podcast').response.body as { id: string; media: { metadata: { title: string }; episodes: { title: string }[] } };
    open(podcast);
    await title(podcast.media.metadata.title);
    const names = within(screen.getByRole('grid', { name: 'Episodes' })).getAllByRole('button', { name: /^Play / }).map((button) => button.getAttribute('aria-label'));
    expect(podcast.media.episodes.map((episode) => `Play ${episode.title}`)).toEqual(expect.arrayContaining(names));
    expect(names.length).toBeGreaterThan(0);
  });
});

describe('an item that cannot be shown', () => {
  test.each<[string, AppError, string | RegExp]>([
    ['is not there', { kind: 'notFound', message: '' }, 'This item is not here'],
    ['is not for this account', { kind: 'forbidden', message: '' }, 'Your account may not see this item'],
    ['could not be loaded', { kind: 'network' }, 'Failed to fetch book'],
    ['is refused with words', { kind: 'rejected', status: 400, message: 'The disk is asleep' }, /The disk is asleep/],
    ['has one field of the wrong type', { kind: 'contract', endpoint: 'items.one', issues: [] }, 'Failed to fetch book'],
  ])('%s: says so', async (_name, error, message) => {
    openClient(`/item/${body.id}`, { prepare: ({ api }) => api.refuse(getItem, error) });
    expect(await screen.findByText(message)).toBeTruthy();
  });
});
