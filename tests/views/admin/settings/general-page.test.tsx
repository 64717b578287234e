import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../../src/machines/admin/settings/general-settings.machine.ts';
import '../../../../src/views/admin/settings/general-page.tsx';
import '../../../../src/machines/admin/own-stats/own-stats.machine.ts';
import '../../../../src/views/admin/own-stats/own-stats-page.tsx';
import { AppException, type AppError } from '../../../../src/schemas/app-error.ts';
import { purgeCache, updateServerSettings } from '../../../../src/services/endpoints/server-admin.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { getMyStats } from '../../../../src/services/endpoints/own-stats.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';
import type { SignedIn } from '../../../../src/schemas/api/auth.ts';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import { listeningStatsBody } from '../../../support/list-fixtures.ts';

const root = recording('auth/login-root').response.body as SignedIn;

test('a switch moves at once; a refused one moves back and says why (CFG-001, CFG-004)', async () => {
  const { ports } = openClient('/config');
  const cast = await screen.findByLabelText<HTMLInputElement>('Chromecast');
  const heading = screen.getByRole('heading', { level: 1, name: 'Settings' });
  expect(heading.className).not.toContain('sr-only');
  expect(screen.getByText('Example: 03/25/2014')).toBeTruthy();
  const before = cast.checked;
  const save = ports.api.defer(updateServerSettings);
  fireEvent.click(cast);
  expect(cast.checked).toBe(!before);
  expect(ports.api.inputsOf(updateServerSettings)).toEqual([{ chromecastEnabled: !before }]);
  save.reject(new AppException({ kind: 'rejected', status: 400, message: 'Forced by environment' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t save this change. Forced by environment');
  expect(cast.checked).toBe(before);
});

test.each([
  [{ kind: 'rejected', status: 400, message: 'Forced' }, 'Couldn’t save this change. Forced'],
  [{ kind: 'server', status: 500, message: '' }, 'Couldn’t save this change. Unknown error'],
  [{ kind: 'server', status: 500, message: 'Internal Server Error' }, 'Couldn’t save this change. Unknown error'],
  [{ kind: 'network' }, 'Couldn’t save this change. Can’t reach the server. Check your connection and try again.'],
] satisfies readonly (readonly [AppError, string])[])('%o of a setting has a text (ERR-073)', async (error, words) => {
  const { ports } = openClient('/config');
  const cast = await screen.findByLabelText('Chromecast');
  ports.api.refuseOnce(updateServerSettings, error);
  fireEvent.click(cast);
  expect((await screen.findByRole('alert')).textContent).toBe(words);
});

test('settings that failed to load are reloaded (ERR-012)', async () => {
  const { ports, visit } = openClient('/account');
  await screen.findByRole('heading', { level: 1 });
  ports.api.refuseOnce(authorize, { kind: 'server', status: 500, message: '' });
  await visit('/config');
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Chromecast')).toBeTruthy();
});

test('other users are redirected to their own statistics (ROL-009)', async () => {
  const { here } = openClient('/config', { account: 'login-user' });
  await screen.findByRole('heading', { level: 1 });
  expect(here()).toBe('/config/stats');
});

test('the areas are beside each page of the settings, for permitted users', async () => {
  const { ports } = openClient('/config', { account: 'login-root' });
  ports.api.answer(getMyStats, listeningStatsBody);
  const areas = () => within(screen.getByRole('navigation', { name: 'Settings' }));
  const linksOf = () =>
    areas()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('aria-current')]);
  await screen.findByLabelText('Chromecast');
  const links = linksOf();
  expect([links[0], ...links.slice(-2)]).toEqual([
    ['Settings', 'page'],
    ['Library stats', null],
    ['Your stats', null],
  ]);
  expect(links).toContainEqual(['Users', null]);
  expect(areas().getByRole('button', { name: /open the changelog$/ }).textContent).toBe('v2.26.0');
  fireEvent.click(areas().getByText('Your stats'));
  await screen.findByRole('heading', { level: 1, name: 'Your stats' });
  expect(linksOf().at(-1)).toEqual(['Your stats', 'page']);
});

test('prefixes are chips, with Save after a change, and at least one is required (CFG-010)', async () => {
  openClient('/config', {
    prepare: ({ api }) =>
      api.answer(authorize, {
        ...root,
        serverSettings: { ...root.serverSettings, sortingIgnorePrefix: true, sortingPrefixes: ['the'] },
      }),
  });
  const chip = await screen.findByLabelText<HTMLButtonElement>('Remove the');
  expect(screen.queryByText('Save')).toBeNull();
  fireEvent.click(chip);
  fireEvent.click(await screen.findByText('Save'));
  expect(await screen.findByText('Add at least one prefix')).toBeTruthy();
});

test('the cover provider shows while covers are searched; the cache is cleared after a notice (areas 4)', async () => {
  const { ports } = openClient('/config');
  const find = await screen.findByLabelText('Find covers');
  expect(screen.getByText('Default language')).toBeTruthy();
  expect(screen.queryByText('Cover provider')).toBeNull();
  ports.api.defer(updateServerSettings);
  fireEvent.click(find);
  expect(screen.getByText('Cover provider')).toBeTruthy();
  ports.api.answer(purgeCache, 'OK');
  fireEvent.click(screen.getByText('Purge all cache'));
  fireEvent.click(await screen.findByText('Purge all'));
  expect(await screen.findByText('Cache purged')).toBeTruthy();
});
