import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { listLibraries, listShelves } from '../../../src/services/endpoints/libraries.ts';
import { pageViews } from '../../../src/views/app/pages.tsx';
import { openClient } from '../../support/dom/client.tsx';
import { createDeferred } from '../../support/fakes/deferred.ts';
import { recording } from '../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';

describe('in the place of a page', () => {
  test('an unbuilt one says plainly that it is not there yet, and leads back', async () => {
    const { here } = openClient('/config/backups');
    expect(await screen.findByRole('heading', { level: 1, name: 'Backups' })).toBeTruthy();
    expect(screen.getByText('This page is not there yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Go to the start page' }));
    await waitFor(() => expect(here()).toBe(`/library/${BOOKS}`));
  });

  test('an unknown address gets the error page with code, words and the way to the start (RTE-034 to RTE-036)', async () => {
    openClient('/nowhere/at/all');
    expect(await screen.findByRole('heading', { level: 1, name: 'Error 404' })).toBeTruthy();
    expect(screen.getByText('There is no such page')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
    expect(document.title).toBe('Error 404 · Earmark');
  });

  test.each(['/upload', '/batch', `/library/${BOOKS}/stats`])('%s is refused to an account without the right (RTE-030)', async (path) => {
    openClient(path, { account: 'login-user' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account may not open this page' })).toBeTruthy();
  });

  test('settings lead an account that may not see them to its own statistics (areas 3)', async () => {
    const { here } = openClient('/config/users', { account: 'login-user' });
    await waitFor(() => expect(here()).toBe('/config/stats'));
  });

  test('root without any library is led to where one is made', async () => {
    const { here } = openClient('/', { prepare: ({ api }) => api.answer(listLibraries, { libraries: [] }) });
    await waitFor(() => expect(here()).toBe('/config/libraries'));
  });

  test('an administrator without any library gets the link to the settings, a user the words (areas 2.4)', async () => {
    openClient('/', { account: 'login-admin', prepare: ({ api }) => api.answer(listLibraries, { libraries: [] }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'No libraries available' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Libraries' }).getAttribute('href')).toBe('/config/libraries');
  });

  test('a user without any library is told', async () => {
    openClient('/', { account: 'login-user', prepare: ({ api }) => api.answer(listLibraries, { libraries: [] }) });
    expect(await screen.findByText('Your account has no library yet. An administrator of the server can give you one.')).toBeTruthy();
  });

  test('a library of others is refused with a warning, and the own one opened (LIB-004)', async () => {
    const { here } = openClient(`/library/${BOOKS}`, { account: 'login-restricted' });
    expect((await screen.findByRole('alert')).textContent).toContain('Your account may not open this library');
    await waitFor(() => expect(here()).toBe('/library/330a59bd-8d37-4967-8185-ed687066345a'));
  });

  test('a public link needs no account', async () => {
    const { here } = openClient('/share/abc', { signedIn: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Shared links cannot be opened here yet' })).toBeTruthy();
    expect(here()).toBe('/share/abc');
  });
});

describe('opening a page', () => {
  const shelves = recording('libraries/personalized').response.body;

  test('shows its shape while code and data are on their way, then the page', async () => {
    const code = createDeferred<void>();
    openClient(`/library/${BOOKS}`, {
      views: { load: async (route) => code.promise.then(() => pageViews.load(route)) },
      prepare: ({ api }) => api.answer(listShelves, shelves),
    });
    await screen.findByRole('button', { name: 'Account of root' });
    expect(screen.getByRole('main').querySelector('[aria-busy="true"]')).toBeTruthy();
    code.resolve();
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });

  test('asks for the first data before the code is there', async () => {
    const { ports } = openClient(`/library/${BOOKS}`, { views: { load: () => new Promise(() => undefined) } });
    await waitFor(() => expect(ports.api.prefetched).toEqual([{ name: listShelves.name, input: { libraryId: BOOKS } }]));
  });

  test('says so when its code cannot be had, and tries again', async () => {
    const views = { load: vi.fn(pageViews.load).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module')) };
    openClient(`/library/${BOOKS}`, { views, prepare: ({ api }) => api.answer(listShelves, shelves) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This page could not be loaded');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });

  test('is prepared when the pointer rests on a link to it, and not when it only passes', async () => {
    const { ports } = openClient('/account', { prepare: ({ api }) => api.answer(listShelves, shelves) });
    const [home] = await screen.findAllByRole('link', { name: 'Home' });
    if (!home) throw new Error('there is no link to home');
    await userEvent.hover(home);
    expect(ports.api.prefetched).toEqual([]);
    ports.clock.advance(80);
    expect(ports.api.prefetched).toEqual([{ name: listShelves.name, input: { libraryId: BOOKS } }]);
  });

  test('without the list of libraries the start page says so and tries again', async () => {
    const { here } = openClient('/', { prepare: ({ api }) => api.refuseOnce(listLibraries, { kind: 'network' }) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your libraries could not be loaded');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(here()).toBe(`/library/${BOOKS}`));
  });
});
