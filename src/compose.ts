import { createActor } from 'xstate';
import { appMachine, type AppRef } from './machines/app/app.machine.ts';
import type { Ports, ViewCode } from './machines/kit/ports.ts';
import type { AuthRef } from './machines/account/auth/auth.machine.ts';
import type { TapeRecorder } from './machines/inspector/tape/record-tape.ts';
import { AppException } from './schemas/app-error.ts';
import { createApi } from './services/api.ts';
import { readCapabilities } from './services/capabilities.ts';
import { createCast } from './services/cast.ts';
import { openChannel, createTabChannel } from './services/channel.ts';
import { systemClock } from './services/clock.ts';
import { createEarlyRequests } from './services/early-requests.ts';
import { createFiles } from './services/files.ts';
import { createHistory } from './services/history.ts';
import { createHotkeys } from './services/hotkeys.ts';
import { createInspectorDoor, INSPECTOR_CHANNEL } from './services/inspector-door.ts';
import { createHttp, createNetwork, type Network, type TokenSource } from './services/http.ts';
import { createJournal } from './services/journal.ts';
import { createLocks } from './services/locks.ts';
import { createMedia } from './services/media-element.ts';
import { createSystemPlayer } from './services/media-session.ts';
import { createNavigation } from './services/navigation.ts';
import { createPage } from './services/page.ts';
import { createReaders } from './services/reader/readers.ts';
import { createReleases } from './services/releases.ts';
import { createReplacer } from './services/replacer.ts';
import { createSocketClient } from './services/socket-client.ts';
import { createStorage, databasesOrNull, localStorageOrNull, sessionStorageOrNull } from './services/storage.ts';
import { createUnreadableEntries } from './services/unreadable.ts';

/**
 * Composes the unstarted root machine over services of this browser. `basePath`: of the client, without trailing slash.
 */
export function composeClient(views: ViewCode, tapeClient?: (ports: Ports) => TapeRecorder) {
  const baseUrl = new URL('.', document.baseURI).href;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const local = localStorageOrNull();
  const tokens = createTokenSource(() => app.system.get('auth'));
  const early = createEarlyRequests(
    window.earmarkEarly ?? new Map(),
    systemClock.now,
    window.earmarkEarlyToken ?? null,
  );
  const http = createHttp({ baseUrl, tokens, early });
  const history = createHistory();
  const network = createNetwork();
  const unreadable = createUnreadableEntries();
  const page = createPage();
  const ports: Ports = {
    api: createApi({ http, early, baseUrl, unreadable, network }),
    baseUrl,
    capabilities: readCapabilities(),
    cast: createCast(),
    clock: systemClock,
    files: createFiles({ baseUrl, tokens, http }),
    hotkeys: createHotkeys(),
    inspector: createInspectorDoor(async (): Promise<void> =>
      (await import('./inspect.tsx')).togglePanel(app, network, tape),
    ),
    journal: createJournal(databasesOrNull(), local),
    locks: createLocks(navigator.locks, local, page),
    media: createMedia(),
    navigation: createNavigation(history, basePath),
    page,
    readers: createReaders(http),
    releases: createReleases(),
    replacer: createReplacer(),
    socket: createSocketClient(baseUrl, unreadable, network),
    storage: createStorage(local),
    systemPlayer: createSystemPlayer(navigator.mediaSession),
    tabChannel: createTabChannel(openChannel('earmark')),
    tabStorage: createStorage(sessionStorageOrNull()),
    unreadable,
    views,
  };
  const tape = tapeClient?.(ports);
  const app = createActor(appMachine, { input: { ports: tape?.ports ?? ports }, ...(tape && { clock: tape.timers }) });
  tape?.attend(app);
  listenForInspectors(app, network, tape);
  return { app, history, basePath };
}

/** Loads the code for inspectors in other windows on their first message. */
function listenForInspectors(app: AppRef, network: Network, tape: TapeRecorder | undefined): void {
  const channel = openChannel(INSPECTOR_CHANNEL);
  const receive = async () => {
    const { answerInspectors } = await import('./inspected.ts');
    channel?.close();
    answerInspectors(app, network, tape);
  };
  channel?.addEventListener('message', receive, { once: true });
}

/** `findAuth` runs at each call: the machine starts after the services. */
function createTokenSource(findAuth: () => AuthRef): TokenSource {
  return {
    request: (rejected) =>
      new Promise((resolve, reject) => {
        findAuth().send({
          type: 'token.request',
          rejected,
          replyTo: {
            send: (answer) =>
              answer.type === 'token.granted' ? resolve(answer.accessToken) : reject(new AppException(answer.error)),
          },
        });
      }),
  };
}
