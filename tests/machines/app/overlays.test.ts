import { expect, test, vi } from 'vitest';
import type { ToastsRef } from '../../../src/machines/app/toasts.machine.ts';
import { storedSession } from '../../../src/machines/account/auth/auth.actors.ts';
import { listLibraries } from '../../../src/services/endpoints/libraries.ts';
import { syncSession } from '../../../src/services/endpoints/playback.ts';
import { defineStored } from '../../../src/services/storage.ts';
import type { Deferred } from '../../support/fakes/deferred.ts';
import { recording } from '../../support/recordings.ts';
import { startClient } from '../../support/whole-client.ts';

const SESSION = defineStored('earmark.session', storedSession);

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

test('a menu closes with the page, also where another one takes its place in the history', async () => {
  const client = await startClient('/');
  await vi.waitFor(() => expect(client.ports.navigation.current().pathname).toMatch(/^\/library\//));
  client.app.system.get('menus').send({ type: 'menus.open', id: 'account' });
  client.app.system.get('router').send({ type: 'router.go', to: { name: 'account' }, replace: true });
  expect(openMenu(client)).toBe(null);
});

test('who signs out has no menu over the page while progress is being saved', async () => {
  const client = await startClient('/account');
  await client.play();
  client.listen(7);
  client.ports.api.defer(syncSession);
  client.app.system.get('menus').send({ type: 'menus.open', id: 'account' });
  client.app.system.get('auth').send({ type: 'auth.signOut' });
  expect([client.app.getSnapshot().value, openMenu(client)]).toEqual([{ signedIn: 'running' }, null]);
});

test('open overlays close when another tab signs the account out', async () => {
  const client = await startClient('/account');
  client.app.system.get('menus').send({ type: 'menus.open', id: 'account' });
  client.ports.storage.changeElsewhere(SESSION, null);
  expect([client.app.getSnapshot().value, openMenu(client)]).toEqual([{ signedOut: 'login' }, null]);
});

test('the notice that the player was closed goes once something plays again', async () => {
  const client = await startClient('/account');
  await client.play();
  client.player.send({ type: 'player.closePressed' });
  expect(notices(client)).toEqual(['player-closed']);
  await client.play();
  expect(notices(client)).toEqual([]);
});
