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
  media: { duration: number; chapters: { title: string; start: number }[]; metadata: { title: string; authors: { id: string; name: string }[]; narrators: string[] } };
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
  test('names it, and links its authors and narrators', async () => {
    open();
    await title(metadata.title);
    const [author] = metadata.authors;
    const [narrator = ''] = metadata.narrators;
    expect(screen.getByRole('link', { name: author?.name ?? '' }).getAttribute('href')).toBe(`/author/${author?.id}`);
    expect(screen.getByRole('link', { name: narrator }).getAttribute('href')).toContain(`/library/${body.libraryId}/bookshelf?filter=narrators.`);
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

  test('lists tracks and files for who may get at them, folded away', async () => {
    open();
    await title(metadata.title);
    expect(screen.queryByRole('table', { name: 'Library files' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Library files/ }));
    expect(screen.getByRole('table', { name: 'Library files' })).toBeTruthy();
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
  test.each<[string, AppError, string]>([
    ['is not there', { kind: 'notFound', message: '' }, 'This item is not here'],
    ['is not for this account', { kind: 'forbidden', message: '' }, 'Your account may not see this item'],
    ['could not be loaded', { kind: 'network' }, 'Failed to fetch book'],
    ['has one field of the wrong type', { kind: 'contract', endpoint: 'items.one', issues: [] }, 'Failed to fetch book'],
  ])('%s: says so', async (_name, error, message) => {
    openClient(`/item/${body.id}`, { prepare: ({ api }) => api.refuse(getItem, error) });
    expect(await screen.findByText(message)).toBeTruthy();
  });
});
