import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { listLibraries } from '../../../src/services/endpoints/libraries.ts';
import { openClient } from '../../support/dom/client.tsx';

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
