import { expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { appMachine } from '../../../src/machines/app/app.machine.ts';
import { selectScreen, selectShare } from '../../../src/machines/app/app.selectors.ts';
import { sessionMachine, type SessionRef } from '../../../src/machines/app/session/session.machine.ts';
import type { ShareMachine } from '../../../src/machines/playback/share/share-code.ts';
import { shareMachine } from '../../../src/machines/playback/share/share.machine.ts';
import { storedSession } from '../../../src/machines/account/auth/auth.actors.ts';
import { getPublicShare } from '../../../src/services/endpoints/shares.ts';
import { defineStored } from '../../../src/services/storage.ts';
import { createFakeNavigation } from '../../support/fakes/navigation.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { recording } from '../../support/recordings.ts';
import { startRoot } from '../../support/roots.ts';
import { answerAsRecorded } from '../../support/whole-client.ts';

const SESSION = defineStored('earmark.session', storedSession);

/** A visitor at an address; the code of public links loads as `load` says. */
function visit(path: string, { isSignedIn = false } = {}) {
  const ports = createFakePorts({ navigation: createFakeNavigation(path) });
  answerAsRecorded(ports);
  ports.api.answer(getPublicShare, recording('share/public-get').response.body);
  if (!isSignedIn) ports.storage.remove(SESSION);
  const load = vi.fn<() => Promise<ShareMachine>>(async () => shareMachine);
  const machine = appMachine.provide({ actors: { loadShareMachine: fromPromise(load) } });
  const app = createActor(machine, { input: { ports, sessionMachine }, clock: ports.clock });
  return {
    app,
    ports,
    load,
    start: () => startRoot(app),
    screen: () => selectScreen(app.getSnapshot()),
    share: () => selectShare(app.getSnapshot()),
    session: () => app.system.get('session') as SessionRef | undefined,
    here: () => ports.navigation.current().pathname + ports.navigation.current().search,
    requested: () => ports.api.inputsOf(getPublicShare),
    /** Opens a menu over the page; returns whether it is still open. */
    opensMenu() {
      app.system.get('menus').send({ type: 'menus.open', id: 'speed' });
      return () => app.system.get('menus').getSnapshot().context.openId === 'speed';
    },
  };
}

test('the code of public links loads with the first one; another link is another share, another second is not', async () => {
  const { start, ports, load, screen, share, requested } = visit('/share/a');
  let give: (machine: ShareMachine) => void = () => undefined;
  load.mockReturnValue(new Promise((resolve) => (give = resolve)));
  start();
  expect([screen(), share(), requested()]).toEqual(['blank', undefined, []]);
  give(shareMachine);
  await vi.waitFor(() => expect(screen()).toBe('shared'));
  const first = share();
  ports.navigation.visit('/share/a?t=30');
  expect([screen(), share() === first, first?.getSnapshot().status]).toEqual(['shared', true, 'active']);
  ports.navigation.visit('/share/b');
  expect([screen(), share() === first, first?.getSnapshot().status]).toEqual(['shared', false, 'stopped']);
  expect([load.mock.calls.length, requested()]).toEqual([1, [{ slug: 'a' }, { slug: 'b' }]]);
});

test('code of public links that failed to load is reported, and the next link retries', async () => {
  const { start, ports, load, screen, share } = visit('/share/a');
  load.mockRejectedValueOnce(new Error('no network'));
  start();
  await vi.waitFor(() => expect(screen()).toBe('incomplete'));
  expect(share()).toBe(undefined);
  ports.navigation.visit('/share/b');
  await vi.waitFor(() => expect(screen()).toBe('shared'));
  expect([load.mock.calls.length, share()?.getSnapshot().status]).toEqual([2, 'active']);
});

test.each([
  ['an account finds its page', true, 'frame', '/account'],
  ['nobody is signed in: the way in comes first', false, 'login', '/login?redirect=%2Faccount'],
] as const)('a public link closes the overlays over it; where %s', async (_who, isSignedIn, screenAfter, expected) => {
  const { start, ports, screen, share, session, here, opensMenu } = visit('/share/a', { isSignedIn });
  start();
  await vi.waitFor(() => expect(screen()).toBe('shared'));
  const link = share();
  const isOpen = opensMenu();
  expect(isOpen()).toBe(true);
  ports.navigation.visit('/account');
  expect([screen(), share(), link?.getSnapshot().status, isOpen()]).toEqual([screenAfter, undefined, 'stopped', false]);
  expect([here(), session()?.getSnapshot().context.route]).toEqual([
    expected,
    isSignedIn ? { name: 'account' } : undefined,
  ]);
});

test('overlays of a public link close with it, and each link of the page keeps its second', async () => {
  const { start, ports, screen, app, opensMenu } = visit('/share/a');
  start();
  await vi.waitFor(() => expect(screen()).toBe('shared'));
  const isOpen = opensMenu();
  ports.navigation.visit('/share/b?t=5');
  expect([isOpen(), app.getSnapshot().context.route]).toEqual([false, { name: 'share', slug: 'b', t: '5' }]);
  ports.navigation.visit('/share/b?t=9');
  expect(app.getSnapshot().context.route).toEqual({ name: 'share', slug: 'b', t: '9' });
});
