import { expect, vi } from 'vitest';
import { createActor, type AnyActorRef } from 'xstate';
import { appMachine } from '../../src/machines/app/app.machine.ts';
import type { PageHostRef } from '../../src/machines/app/page-host/page-host.machine.ts';
import type { PlayerRef } from '../../src/machines/playback/player/player.machine.ts';
import type { ProgressRef } from '../../src/machines/playback/progress/progress.machine.ts';
import { sessionMachine, type SessionRef } from '../../src/machines/app/session/session.machine.ts';
import { authorize, getStatus, login, logout, refresh } from '../../src/services/endpoints/auth.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { getLibraryWithFilterData, listLibraries, listShelves } from '../../src/services/endpoints/libraries.ts';
import { getMe } from '../../src/services/endpoints/me.ts';
import { closeSession, playItem, syncSession } from '../../src/services/endpoints/playback.ts';
import { listTasks } from '../../src/services/endpoints/tasks.ts';
import { topState, transportOf } from './state-values.ts';
import { createFakeNavigation } from './fakes/navigation.ts';
import { createFakePorts, type FakePorts } from './fakes/ports.ts';
import { answerOpenSession, BOOK, bookSession } from './player-fixtures.ts';
import { recording } from './recordings.ts';
import { startRoot } from './roots.ts';

export const ACCOUNT = recording('auth/login-root').response.body as {
  user: { id: string; accessToken: string; mediaProgress: object[] };
};

/**
 * The whole client without views: the root machine over fake ports that answer like the recorded server, signed in.
 * `prepare` scripts further answers before it starts; `given` are ports of another page of the same browser.
 */
export async function startClient(path: string, prepare?: (ports: FakePorts) => void, given: Partial<FakePorts> = {}) {
  const ports = createFakePorts({ navigation: createFakeNavigation(path), ...given });
  const { clock, media, socket } = ports;
  answerAsRecorded(ports);
  prepare?.(ports);
  const app = startRoot(createActor(appMachine, { input: { ports, sessionMachine }, clock }));
  const named = <Ref extends AnyActorRef>(name: string) => app.system.get(name) as Ref;
  await vi.waitFor(() => expect(named('pageHost')).toBeDefined());
  const pageHost = named<PageHostRef>('pageHost');
  const player = named<PlayerRef>('player');
  return {
    app,
    ports,
    pageHost,
    player,
    session: named<SessionRef>('session'),
    progress: named<ProgressRef>('progress'),
    place: () => topState(pageHost),
    page: () => pageHost.getSnapshot().context.page,
    /** The live connection is open and signed in. */
    connect() {
      socket.report({ kind: 'connected' });
      socket.receive('init', { userId: ACCOUNT.user.id, username: 'root' });
    },
    disconnect: () => socket.report({ kind: 'disconnected', reason: 'transport close' }),
    /** Presses play and waits until there is sound. */
    async play() {
      player.send({ type: 'player.play', ...BOOK });
      await vi.waitFor(() => expect(player.getSnapshot().context.opened).not.toBe(null));
      media.audio.becomeReady(26);
      expect(transportOf(player)).toBe('playing');
    },
    /** So many seconds play, in steps of a second. */
    listen(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        media.playFor(1);
        clock.advance(1000);
      }
    },
  };
}

/** Signed in, and the server answers like the recorded one. */
export function answerAsRecorded({ api, storage }: FakePorts): void {
  storage.put('earmark.session', JSON.stringify({ accessToken: 'token', userId: ACCOUNT.user.id }));
  api.answer(getStatus, recording('auth/status').response.body);
  api.answer(login, ACCOUNT);
  api.answer(authorize, ACCOUNT);
  api.answer(refresh, ACCOUNT);
  api.answer(logout, { redirect_url: null });
  api.answer(getMe, ACCOUNT.user);
  api.answer(listLibraries, recording('libraries/list').response.body);
  api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
  api.answer(listShelves, []);
  api.answer(getItem, recording('items/expanded-multi-file').response.body);
  api.answer(playItem, bookSession());
  api.answer(syncSession, 'OK');
  api.answer(closeSession, 'OK');
  answerOpenSession(api);
  api.answer(listTasks, { tasks: [] });
}
