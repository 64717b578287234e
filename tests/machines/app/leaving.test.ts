import { expect, test, vi } from 'vitest';
import type { ToastsEvent } from '../../../src/machines/kit/toasts.protocol.ts';
import type { AnyActorRef } from 'xstate';
import { logout } from '../../../src/services/endpoints/auth.ts';
import { saveLocalSessions, type LocalSession } from '../../../src/services/endpoints/local-sessions.ts';
import { closeSession, syncSession } from '../../../src/services/endpoints/playback.ts';
import { startClient } from '../../support/whole-client.ts';

/** Keys of the shown notices. */
const noticesOf = (toasts: AnyActorRef) =>
  (
    toasts.getSnapshot().context.toasts as {
      ref: { getSnapshot(): { context: Extract<ToastsEvent, { type: 'toasts.show' }> } };
    }[]
  ).map(({ ref }) => ref.getSnapshot().context.message);

test('signing out while the server does not answer says that progress is being saved, for five seconds at most', async () => {
  const { app, listen, play, ports } = await startClient('/account');
  await play();
  listen(7);
  ports.api.defer(syncSession);
  app.system.get('auth').send({ type: 'auth.signOut' });
  expect(noticesOf(app.system.get('toasts'))).toEqual([{ key: 'session.savingProgress' }]);
  expect(ports.media.audio.src).toBe('');
  ports.clock.advance(5000);
  await vi.waitFor(() => expect(ports.api.inputsOf(logout).length).toBe(1));
  expect(noticesOf(app.system.get('toasts'))).toEqual([]);
});

test('signing out while playing when the last save is refused for its token loses no second', async () => {
  const { app, listen, play, ports } = await startClient('/account', ({ api }) => {
    api.answer(saveLocalSessions, ({ sessions }: { sessions: readonly LocalSession[] }) => ({
      results: sessions.map(({ id }) => ({ id, success: true })),
    }));
  });
  await play();
  listen(7);
  ports.api.refuseOnce(closeSession, { kind: 'unauthorized', message: '' });
  app.system.get('auth').send({ type: 'auth.signOut' });
  await vi.waitFor(() => expect(ports.api.inputsOf(closeSession).length).toBe(1));
  await vi.waitFor(() => expect(ports.clock.pending.some((due) => due - ports.clock.now() === 1000)).toBe(true));
  ports.clock.advance(1000);
  await vi.waitFor(() => expect(ports.api.inputsOf(logout).length).toBe(1));
  const closing = { listened: { timeListened: 7, currentTime: 7 } };
  expect(ports.api.inputsOf(closeSession)).toMatchObject([closing, closing]);
  expect(ports.api.inputsOf(saveLocalSessions)).toEqual([]);
  expect(noticesOf(app.system.get('toasts'))).toEqual([]);
});
