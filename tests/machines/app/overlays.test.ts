import { expect, test, vi } from 'vitest';
import type { ToastsRef } from '../../../src/machines/toasts/toasts.machine.ts';
import { listLibraries } from '../../../src/services/endpoints/libraries.ts';
import type { Deferred } from '../../support/fakes/deferred.ts';
import { recording } from '../../support/recordings.ts';
import { startClient } from '../../support/whole-client.ts';

type Client = Awaited<ReturnType<typeof startClient>>;

const openMenu = ({ app }: Client) => app.system.get('menus').getSnapshot().context.openId;
const notices = ({ app }: Client) =>
  (app.system.get('toasts') as ToastsRef).getSnapshot().context.toasts.map(({ id }) => id);

test('a menu that is opened while the start leads to a page stays open there, and closes with the next page', async () => {
  const libraries: Deferred<unknown>[] = [];
  const client = await startClient('/', ({ api }) => libraries.push(api.defer(listLibraries)));
  const { app, ports } = client;
  app.system.get('menus').send({ type: 'menus.open', id: 'account' });
  libraries[0]?.resolve(recording('libraries/list').response.body);
  await vi.waitFor(() => expect(ports.navigation.current().pathname).toMatch(/^\/library\//));
  expect(openMenu(client)).toBe('account');
  ports.navigation.visit('/account');
  expect(openMenu(client)).toBe(null);
});

test('the notice that the player was closed goes once something plays again', async () => {
  const client = await startClient('/account');
  await client.play();
  client.player.send({ type: 'player.closePressed' });
  expect(notices(client)).toEqual(['player-closed']);
  await client.play();
  expect(notices(client)).toEqual([]);
});
