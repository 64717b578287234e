import { createActor } from 'xstate';
import { appMachine } from '../../src/machines/app/app.machine.ts';
import type { PlayerRef } from '../../src/machines/playback/player/player.machine.ts';
import { sessionMachine } from '../../src/machines/app/session/session.machine.ts';
import { authorize, getStatus } from '../../src/services/endpoints/auth.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { getLibraryWithFilterData, listLibraries } from '../../src/services/endpoints/libraries.ts';
import { closeSession, playItem, syncSession } from '../../src/services/endpoints/playback.ts';
import { listTasks } from '../../src/services/endpoints/tasks.ts';
import { createFakeNavigation } from '../../tests/support/fakes/navigation.ts';
import { createFakePorts } from '../../tests/support/fakes/ports.ts';
import { BOOK, bookSession } from '../../tests/support/player-fixtures.ts';
import { recording } from '../../tests/support/recordings.ts';

const ACCOUNT = recording('auth/login-root').response.body as { user: { id: string } };

/** Lets all pending promises settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/**
 * The whole client without views over fake ports, signed in, with an item page open. Returns the root actor, its ports,
 * and the player.
 */
export async function startWhole() {
  const ports = createFakePorts({ navigation: createFakeNavigation(`/item/${BOOK.libraryItemId}`) });
  const { api, clock, storage } = ports;
  storage.put('earmark.session', JSON.stringify({ accessToken: 'token', userId: ACCOUNT.user.id }));
  api.answer(getStatus, recording('auth/status').response.body);
  api.answer(authorize, ACCOUNT);
  api.answer(listLibraries, recording('libraries/list').response.body);
  api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
  api.answer(getItem, recording('items/expanded-multi-file').response.body);
  api.answer(playItem, bookSession());
  api.answer(syncSession, 'OK');
  api.answer(closeSession, 'OK');
  api.answer(listTasks, { tasks: [] });
  const app = createActor(appMachine, { input: { ports, sessionMachine }, clock }).start();
  await settle();
  return { app, ports, player: app.system.get('player') as unknown as PlayerRef };
}
