import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { listLibraries, listShelves } from '../../../src/services/endpoints/libraries.ts';
import { viewCode } from '../../../src/views/app/pages.tsx';
import { openClient } from '../../support/dom/client.tsx';
import { createDeferred } from '../../support/fakes/deferred.ts';
import { recording } from '../../support/recordings.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../support/unbuilt.ts';

takeOutUnbuiltPage();

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';

describe('in place of a page', () => {
  test('an unbuilt one says so, and leads back', async () => {
    const { here } = openClient(UNBUILT.path);
    expect(await screen.findByRole('heading', { level: 1, name: UNBUILT.title })).toBeTruthy();
    expect(screen.getByText(`${UNBUILT.title} is coming soon`)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Go to Home' }));
    await waitFor(() => expect(here()).toBe(`/library/${BOOKS}`));
  });

  test('an unknown address shows code, text and a link to the start (RTE-034, RTE-035, RTE-036)', async () => {
    openClient('/nowhere/at/all');
    expect(await screen.findByRole('heading', { level: 1, name: 'Error 404' })).toBeTruthy();
    expect(screen.getByText('Page not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
    expect(document.title).toBe('Error 404 · Earmark');
  });

  test.each(['/upload', '/batch', `/library/${BOOKS}/stats`])(
    '%s leads an account without the right home (RTE-030, AMB-11)',
    async (path) => {
      const { here } = openClient(path, { account: 'login-user' });
      await waitFor(() => expect(here()).toMatch(/^\/library\/[^/]+$/));
    },
  );

  test('settings redirect an account without the right to its own statistics', async () => {
    const { here } = openClient('/config/users', { account: 'login-user' });
    await waitFor(() => expect(here()).toBe('/config/stats'));
  });

  test.each(['login-root', 'login-admin'])(
    '%s without any library redirects to where one is made, and there is no rail (BAR-013)',
    async (account) => {
      openClient('/', { account, prepare: ({ api }) => api.answer(listLibraries, { libraries: [] }) });
      expect(await screen.findByRole('heading', { level: 1, name: 'Add your first library' })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Add library' }).getAttribute('href')).toBe('/config/libraries');
      expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    },
  );

  test('a user without any library sees a message', async () => {
    openClient('/', { account: 'login-user', prepare: ({ api }) => api.answer(listLibraries, { libraries: [] }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'No libraries yet' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add library' })).toBeNull();
  });

  test("a library of others is refused with a warning, and the user's own one opens (LIB-004)", async () => {
    const { here } = openClient(`/library/${BOOKS}`, { account: 'login-restricted' });
    expect((await screen.findByRole('alert')).textContent).toContain('You don’t have access to this library');
    await waitFor(() => expect(here()).toBe('/library/330a59bd-8d37-4967-8185-ed687066345a'));
  });
});

describe('opening a page', () => {
  const shelves = recording('libraries/personalized').response.body;

  test('shows its skeleton while code and data load, then the page', async () => {
    const code = createDeferred<void>();
    openClient(`/library/${BOOKS}`, {
      views: { ...viewCode, load: async (...wanted) => code.promise.then(() => viewCode.load(...wanted)) },
      prepare: ({ api }) => api.answer(listShelves, shelves),
    });
    await screen.findByRole('button', { name: 'Account: root' });
    expect(screen.getByRole('main').querySelector('[aria-busy="true"]')).toBeTruthy();
    code.resolve();
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });

  test('requests the first data before the code is loaded', async () => {
    const { ports } = openClient(`/library/${BOOKS}`, {
      views: { ...viewCode, load: () => new Promise(() => undefined) },
    });
    await waitFor(() =>
      expect(ports.api.prefetched).toEqual([{ name: listShelves.name, input: { libraryId: BOOKS } }]),
    );
  });

  test('shows an error when its code fails to load, and retries', async () => {
    const views = {
      ...viewCode,
      load: vi.fn(viewCode.load).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module')),
    };
    openClient(`/library/${BOOKS}`, { views, prepare: ({ api }) => api.answer(listShelves, shelves) });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe('Couldn’t load this page');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });

  test('is prefetched when the pointer rests on a link to it, not when it only passes', async () => {
    const { ports } = openClient(UNBUILT.path, { prepare: ({ api }) => api.answer(listShelves, shelves) });
    const [home] = await screen.findAllByRole('link', { name: 'Home' });
    if (!home) throw new Error('there is no link to home');
    await userEvent.hover(home);
    expect(ports.api.prefetched).toEqual([]);
    ports.clock.advance(80);
    expect(ports.api.prefetched).toEqual([{ name: listShelves.name, input: { libraryId: BOOKS } }]);
  });

  test('without the list of libraries the start page shows an error and retries', async () => {
    const { here } = openClient('/', { prepare: ({ api }) => api.refuseOnce(listLibraries, { kind: 'network' }) });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe('Couldn’t load your libraries');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(here()).toBe(`/library/${BOOKS}`));
  });
});

test('a page that throws shows an error in its own place, the frame stays, and a retry opens it', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const shelves = recording('libraries/personalized').response.body;
  const { app } = openClient(`/library/${BOOKS}`, { prepare: ({ api }) => api.answer(listShelves, shelves) });
  const [shelf] = await screen.findAllByRole('region');
  expect(shelf).toBeTruthy();
  // An event of a wrong shape represents any fault.
  act(() => app.system.get('page').send({ type: 'server.author.updated' }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong on this page');
  expect(screen.getByRole('button', { name: 'Account: root' })).toBeTruthy();
  expect(logged).toHaveBeenCalledWith("The page 'library' stopped", expect.any(TypeError));
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect((await screen.findAllByRole('region')).length).toBeGreaterThan(0);
  expect(screen.queryByText('Something went wrong on this page')).toBe(null);
});

test('a failed refresh shows above the page, and a retry removes the message', async () => {
  const shelves = recording('libraries/personalized').response.body;
  const { app, ports } = openClient(`/library/${BOOKS}`, { prepare: ({ api }) => api.answer(listShelves, shelves) });
  await screen.findByRole('heading', { level: 1 });
  ports.api.refuse(listShelves, { kind: 'network' });
  act(() => app.system.get('pageHost').send({ type: 'page.refresh', again: true }));
  expect(await screen.findByText('Couldn’t refresh. What you see may be out of date.')).toBeTruthy();
  expect(screen.getAllByRole('region').length).toBeGreaterThan(0);
  ports.api.answer(listShelves, shelves);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Couldn’t refresh. What you see may be out of date.')).toBe(null));
});
