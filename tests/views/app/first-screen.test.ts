import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { sessionMachine } from '../../../src/machines/app/session/session.machine.ts';
import { appMachine } from '../../../src/machines/app/app.machine.ts';
import { untilFirstScreen } from '../../../src/views/app/first-screen.ts';
import { selectScreen } from '../../../src/machines/app/app.selectors.ts';
import { authorize, getStatus, refresh } from '../../../src/services/endpoints/auth.ts';
import { listLibraries } from '../../../src/services/endpoints/libraries.ts';
import { createFakeNavigation } from '../../support/fakes/navigation.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { recording } from '../../support/recordings.ts';
import { startRoot } from '../../support/roots.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../support/unbuilt.ts';

takeOutUnbuiltPage();

function open(path: string, isSignedIn: boolean) {
  const ports = createFakePorts({ navigation: createFakeNavigation(path) });
  if (isSignedIn) ports.storage.put('earmark.session', JSON.stringify({ accessToken: 'old', userId: 'a' }));
  const app = createActor(appMachine, { input: { ports, sessionMachine }, clock: ports.clock });
  const shown = vi.fn<() => void>();
  void untilFirstScreen(app, 60_000).then(shown);
  return { ports, app, shown };
}

test('the first screen waits for the data of the sign-in form', async () => {
  const { ports, app, shown } = open('/login', false);
  const status = ports.api.defer(getStatus);
  startRoot(app);
  await Promise.resolve();
  expect(shown).not.toHaveBeenCalled();
  status.resolve({ serverVersion: '2.26.0', isInit: true, authMethods: ['local'] });
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce());
});

test('the first screen waits for the account', async () => {
  const { ports, app, shown } = open(UNBUILT.path, true);
  const account = ports.api.defer(authorize);
  ports.api.answer(listLibraries, { libraries: [] });
  startRoot(app);
  await Promise.resolve();
  expect(shown).not.toHaveBeenCalled();
  account.resolve(recording('auth/login-root').response.body);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce());
});

test('a failure is a first screen too', async () => {
  const { ports, app, shown } = open(UNBUILT.path, true);
  ports.api.refuse(authorize, { kind: 'network' });
  startRoot(app);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce());
});

test('a refused account makes room for the sign-in form', async () => {
  const { ports, app, shown } = open(UNBUILT.path, true);
  ports.api.defer(authorize);
  ports.api.refuse(refresh, { kind: 'unauthorized', message: '' });
  ports.api.answer(getStatus, { serverVersion: '2.26.0', isInit: true, authMethods: ['local'] });
  startRoot(app);
  app.system.get('auth').send({ type: 'token.request', rejected: 'old', replyTo: { send: () => undefined } });
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce());
  expect(selectScreen(app.getSnapshot())).toBe('login');
});

test('the wait has a limit', async () => {
  vi.useFakeTimers();
  const ports = createFakePorts({ navigation: createFakeNavigation('/login') });
  ports.api.defer(getStatus);
  const app = createActor(appMachine, { input: { ports, sessionMachine }, clock: ports.clock });
  const shown = vi.fn<() => void>();
  void untilFirstScreen(app, 150).then(shown);
  startRoot(app);
  await vi.advanceTimersByTimeAsync(149);
  expect(shown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
