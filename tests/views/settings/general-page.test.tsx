import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../src/machines/settings/general-settings.machine.ts';
import '../../../src/views/settings/general-page.tsx';
import '../../../src/machines/own-stats/own-stats.machine.ts';
import '../../../src/views/own-stats/own-stats-page.tsx';
import { AppException } from '../../../src/schemas/app-error.ts';
import { updateServerSettings } from '../../../src/services/endpoints/server-admin.ts';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { getMyStats } from '../../../src/services/endpoints/account.ts';
import { openClient } from '../../support/dom/client.tsx';
import { listeningStatsBody } from '../../support/list-fixtures.ts';

test('a switch moves at once; one that the server refuses goes back and says why (CFG-001, CFG-004)', async () => {
  const { ports } = openClient('/config');
  const cast = await screen.findByLabelText<HTMLInputElement>('Chromecast');
  const heading = screen.getByRole('heading', { level: 1, name: 'Settings' });
  expect(heading.className).not.toContain('sr-only');
  expect(screen.getByText('For example 03/25/2014')).toBeTruthy();
  const before = cast.checked;
  const save = ports.api.defer(updateServerSettings);
  fireEvent.click(cast);
  expect(cast.checked).toBe(!before);
  expect(ports.api.inputsOf(updateServerSettings)).toEqual([{ chromecastEnabled: !before }]);
  save.reject(new AppException({ kind: 'rejected', status: 400, message: 'Forced by environment' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Forced by environment');
  expect(cast.checked).toBe(before);
});

test('settings that did not load are loaded again (ERR-012)', async () => {
  const { ports, visit } = openClient('/account');
  await screen.findByRole('heading', { level: 1 });
  ports.api.refuseOnce(authorize, { kind: 'server', status: 500, message: '' });
  await visit('/config');
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Chromecast')).toBeTruthy();
});

test('who is no administrator is led to the own numbers (ROL-009)', async () => {
  const { here } = openClient('/config', { account: 'login-user' });
  await screen.findByRole('heading', { level: 1 });
  expect(here()).toBe('/config/stats');
});

test('the areas stand beside each page of the settings, for who may open them', async () => {
  const { ports } = openClient('/config', { account: 'login-root' });
  ports.api.answer(getMyStats, listeningStatsBody);
  const areas = () => within(screen.getByRole('navigation', { name: 'Areas of the settings' }));
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
  fireEvent.click(areas().getByText('Your stats'));
  await screen.findByRole('heading', { level: 1, name: 'Your stats' });
  expect(linksOf().at(-1)).toEqual(['Your stats', 'page']);
});
