import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { listShelves, scanLibrary } from '../../../src/services/endpoints/libraries.ts';
import { hideProgressFromContinueListening } from '../../../src/services/endpoints/me.ts';
import { openClient, type ClientOptions } from '../../support/dom/client.tsx';
import { recording } from '../../support/recordings.ts';

type Wire = { id: string; label: string; entities: { id: string; media: { metadata: { title: string } } }[] }[];
const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const body = recording('libraries/personalized').response.body as Wire;
const [shelf] = body;
const [first, second] = shelf?.entities ?? [];
if (!shelf || !first || !second) throw new Error('The recording has no continue shelf with two books');
/** How far root is in the first two books of the recording. */
const progress = [first, second].map(({ id }, at) => ({
  id: `p${at}`, userId: 'u', libraryItemId: id, episodeId: null, mediaItemId: 'm', mediaItemType: 'book', duration: 7200, progress: 0.25, currentTime: 1800,
  isFinished: false, hideFromContinueListening: false, ebookLocation: null, ebookProgress: null, lastUpdate: 1, startedAt: 1, finishedAt: null,
}));

function open(answer: unknown = body, options: ClientOptions = {}) {
  return openClient(`/library/${BOOKS}`, {
    ...options,
    prepare: (ports) => {
      const account = recording(`auth/${options.account ?? 'login-root'}`).response.body as { user: object };
      ports.api.answer({ name: 'auth.authorize' }, { ...account, user: { ...account.user, mediaProgress: progress } });
      ports.api.answer(listShelves, answer);
      ports.api.answer(getItem, { ...(recording('items/expanded').response.body as object), id: first?.id });
      options.prepare?.(ports);
    },
  });
}

const middle = () => screen.findByRole('region', { name: first.media.metadata.title });

describe('the start page', () => {
  test('begins with what was in the middle: title, chapter, time left in words, and one button to go on', async () => {
    open();
    const card = await middle();
    expect(within(card).getByRole('link', { name: first.media.metadata.title }).getAttribute('href')).toBe(`/item/${first.id}`);
    expect(within(card).getByText('1 h 30 min left')).toBeTruthy();
    const { chapters } = (recording('items/expanded').response.body as { media: { chapters: { title: string }[] } }).media;
    expect(await within(card).findByText(chapters.at(-1)?.title ?? '')).toBeTruthy();
    expect(within(card).getByRole('button', { name: 'Resume' })).toBeTruthy();
  });

  test('shows the other shelves under their names, each leading to all of it', async () => {
    open();
    await middle();
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual([
      first.media.metadata.title, 'Continue listening', 'Continue series', 'Recently added', 'Recent series', 'Discover', 'Listen again', 'Newest authors',
    ]);
    expect(screen.getByRole('link', { name: 'Recently added' }).getAttribute('href')).toBe(`/library/${BOOKS}/bookshelf?sort=addedAt&desc=1`);
  });

  test('shows a name of the server for a shelf that it has no words for', async () => {
    open([{ ...shelf, id: 'new-kind', label: 'Fresh from the press', labelStringKey: 'LabelFresh' }]);
    expect(await screen.findByRole('heading', { name: 'Fresh from the press' })).toBeTruthy();
  });

  test('takes a book off its shelf by the menu of its card', async () => {
    const { ports } = open();
    ports.api.answer(hideProgressFromContinueListening, recording('me/progress-hide-from-continue').response.body);
    await middle();
    const row = screen.getByRole('region', { name: 'Continue listening' });
    act(() => within(row).getByRole('link', { name: second.media.metadata.title }).focus());
    await userEvent.click(within(row).getByRole('button', { name: `More for ${second.media.metadata.title}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from this shelf' }));
    await waitFor(() => expect(within(row).queryByRole('link', { name: second.media.metadata.title })).toBeNull());
    expect(ports.api.inputsOf(hideProgressFromContinueListening)).toEqual([{ progressId: 'p1' }]);
  });

  test('moves along the cards of a shelf by arrow keys with one stop of Tab', async () => {
    open();
    await middle();
    const row = screen.getByRole('region', { name: 'Recently added' });
    const links = within(within(row).getByRole('list')).getAllByRole('link');
    act(() => links[0]?.focus());
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(links.indexOf(document.activeElement as HTMLElement)).toBe(2);
    expect(links.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  });

  test('says how many entries could not be read and shows the others', async () => {
    open([{ ...shelf, entities: [{ ...first, media: null }, second] }]);
    expect(await screen.findByText('1 entry could not be read and is left out.')).toBeTruthy();
    expect(screen.getByRole('region', { name: second.media.metadata.title })).toBeTruthy();
  });
});

describe('the start page without shelves', () => {
  test('offers an administrator to scan the empty library', async () => {
    const { ports } = open([]);
    ports.api.answer(scanLibrary, 'OK');
    expect((await screen.findByRole('link', { name: 'Library settings' })).getAttribute('href')).toBe('/config/libraries');
    await userEvent.click(screen.getByRole('button', { name: 'Scan library' }));
    expect(await screen.findByText('The library is being scanned')).toBeTruthy();
    expect(ports.api.inputsOf(scanLibrary)).toEqual([{ id: BOOKS }]);
  });

  test('only tells a user', async () => {
    open([], { account: 'login-user' });
    expect(await screen.findByText('This library is empty')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Scan library' })).toBeNull();
  });

  test('says why they could not be loaded, and tries again', async () => {
    const { ports } = open(body, { prepare: ({ api }) => api.refuseOnce(listShelves, { kind: 'server', status: 500, message: '' }) });
    expect((await screen.findByRole('alert')).textContent).toContain('The shelves could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await middle();
    expect(ports.api.inputsOf(listShelves)).toHaveLength(2);
  });
});
