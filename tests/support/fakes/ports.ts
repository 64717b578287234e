import type { Ports } from '../../../src/machines/app/ports.ts';
import { createFakeApi, type FakeApi } from './api.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { createFakeHotkeys, type FakeHotkeys } from './hotkeys.ts';
import { createFakeLocks } from './locks.ts';
import { createFakeMedia, type FakeMedia } from './media.ts';
import { createFakeNavigation, type FakeNavigation } from './navigation.ts';
import { createFakePage, type FakePage } from './page.ts';
import { createFakeSocketClient, type FakeSocketClient } from './socket-client.ts';
import { createFakeStorage, type FakeStorage } from './storage.ts';
import { createFakeSystemPlayer, type FakeSystemPlayer } from './system-player.ts';

/** Every port as a fake that the test can script and read. */
export interface FakePorts extends Ports {
  readonly api: FakeApi;
  readonly clock: FakeClock;
  readonly hotkeys: FakeHotkeys;
  readonly media: FakeMedia;
  readonly navigation: FakeNavigation;
  readonly page: FakePage;
  readonly socket: FakeSocketClient;
  readonly storage: FakeStorage;
  readonly systemPlayer: FakeSystemPlayer;
  readonly tabStorage: FakeStorage;
}

/** Fresh fakes; give single ones to share them between two roots (two tabs) or to start elsewhere. */
export function createFakePorts(given: Partial<FakePorts> = {}): FakePorts {
  return {
    api: createFakeApi(),
    baseUrl: 'http://localhost/',
    clock: createFakeClock(),
    hotkeys: createFakeHotkeys(),
    locks: createFakeLocks(),
    media: createFakeMedia(),
    navigation: createFakeNavigation(),
    page: createFakePage(),
    socket: createFakeSocketClient(),
    storage: createFakeStorage(),
    systemPlayer: createFakeSystemPlayer(),
    tabStorage: createFakeStorage(),
    views: { load: () => Promise.resolve() },
    ...given,
  };
}
