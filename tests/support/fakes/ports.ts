import type { Ports } from '../../../src/machines/kit/ports.ts';
import { createUnreadableEntries } from '../../../src/services/unreadable.ts';
import { createFakeApi, type FakeApi } from './api.ts';
import { createFakeCast, type FakeCast } from './cast.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { createFakeFiles, type FakeFiles } from './files.ts';
import { createFakeHotkeys, type FakeHotkeys } from './hotkeys.ts';
import { createFakeInspectorDoor, type FakeInspectorDoor } from './inspector-door.ts';
import { createFakeJournal, type FakeJournal } from './journal.ts';
import { createFakeLocks } from './locks.ts';
import { createFakeMedia, type FakeMedia } from './media.ts';
import { createFakeNavigation, type FakeNavigation } from './navigation.ts';
import { createFakePage, type FakePage } from './page.ts';
import { createFakeReaders, type FakeReaders } from './readers.ts';
import { createFakeReleases, type FakeReleases } from './releases.ts';
import { createFakeReplacer, type FakeReplacer } from './replacer.ts';
import { createFakeSocketClient, type FakeSocketClient } from './socket-client.ts';
import { createFakeStorage, type FakeStorage } from './storage.ts';
import { createFakeSystemPlayer, type FakeSystemPlayer } from './system-player.ts';
import { createFakeTabChannel, type FakeTabChannel } from './tab-channel.ts';

/** Every port as a fake that the test can script and read. */
export interface FakePorts extends Ports {
  readonly api: FakeApi;
  readonly cast: FakeCast;
  readonly clock: FakeClock;
  readonly files: FakeFiles;
  readonly hotkeys: FakeHotkeys;
  readonly inspector: FakeInspectorDoor;
  readonly journal: FakeJournal;
  readonly media: FakeMedia;
  readonly navigation: FakeNavigation;
  readonly page: FakePage;
  readonly readers: FakeReaders;
  readonly releases: FakeReleases;
  readonly replacer: FakeReplacer;
  readonly socket: FakeSocketClient;
  readonly storage: FakeStorage;
  readonly systemPlayer: FakeSystemPlayer;
  readonly tabChannel: FakeTabChannel;
  readonly tabStorage: FakeStorage;
}

/** Fresh fakes; give single ones to share them between two roots (two tabs) or to start elsewhere. */
export function createFakePorts(given: Partial<FakePorts> = {}): FakePorts {
  return {
    api: createFakeApi(),
    baseUrl: 'http://localhost/',
    capabilities: { setsVolume: true, sharesPictures: true, choosesFolders: true, speaks: true, keepsData: true },
    cast: createFakeCast(),
    clock: createFakeClock(),
    files: createFakeFiles(),
    hotkeys: createFakeHotkeys(),
    inspector: createFakeInspectorDoor(),
    journal: createFakeJournal(),
    locks: createFakeLocks(),
    media: createFakeMedia(),
    navigation: createFakeNavigation(),
    page: createFakePage(),
    readers: createFakeReaders(),
    releases: createFakeReleases(),
    replacer: createFakeReplacer(),
    socket: createFakeSocketClient(),
    storage: createFakeStorage(),
    systemPlayer: createFakeSystemPlayer(),
    tabChannel: createFakeTabChannel(),
    tabStorage: createFakeStorage(),
    unreadable: createUnreadableEntries(),
    views: { load: () => Promise.resolve(), loadModal: () => Promise.resolve(), loadTexts: () => Promise.resolve() },
    ...given,
  };
}
