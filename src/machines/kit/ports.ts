import type { $ZodType, output } from 'zod/v4/core';
import { fromPromise, fromTransition, type ActorRefFrom, type AnyActorRef } from 'xstate';
import type { MediaType } from '../../schemas/api/common.ts';
import type { Capabilities } from '../../schemas/capabilities.ts';
import type { Api } from '../../services/api.ts';
import type { Cast } from '../../services/cast.ts';
import type { Clock } from '../../services/clock.ts';
import type { Endpoint } from '../../services/endpoints/define-endpoint.ts';
import type { Files } from '../../services/files.ts';
import type { Hotkeys } from '../../services/hotkeys.ts';
import type { InspectorDoor } from '../../services/inspector-door.ts';
import type { Journal } from '../../services/journal.ts';
import type { Locks } from '../../services/locks.ts';
import type { Media } from '../../services/media-element.ts';
import type { SystemPlayer } from '../../services/media-session.ts';
import type { Navigation } from '../../services/navigation.ts';
import type { Page } from '../../services/page.ts';
import type { Readers } from '../../services/reader/readers.ts';
import type { Releases } from '../../services/releases.ts';
import type { Replacer } from '../../services/replacer.ts';
import type { SocketClient } from '../../services/socket-client.ts';
import type { UnreadableEntries } from '../../services/unreadable.ts';
import type { KeyValueStorage } from '../../services/storage.ts';
import type { TabChannel } from '../../services/channel.ts';

/** Views load in chunks, like the machines behind them. */
export interface ViewCode {
  /** Resolves when the view can render; rejects when its code failed to load. `media`: type of the item, if known. */
  load(route: string, media?: MediaType): Promise<void>;
  loadModal(name: string): Promise<void>;
  /** Those of all code that has loaded, now and later. */
  loadTexts(language: string): Promise<void>;
}

/** All services that machines may use. The composition root passes the real ones, tests pass fakes. */
export interface Ports {
  readonly api: Api;
  /** Origin with base path and trailing slash. */
  readonly baseUrl: string;
  readonly capabilities: Capabilities;
  readonly cast: Cast;
  readonly clock: Clock;
  readonly files: Files;
  readonly hotkeys: Hotkeys;
  readonly inspector: InspectorDoor;
  readonly journal: Journal;
  readonly locks: Locks;
  readonly media: Media;
  readonly navigation: Navigation;
  readonly page: Page;
  readonly readers: Readers;
  readonly releases: Releases;
  readonly replacer: Replacer;
  readonly socket: SocketClient;
  readonly storage: KeyValueStorage;
  readonly systemPlayer: SystemPlayer;
  readonly tabChannel: TabChannel;
  /** Per tab; survives a reload. */
  readonly tabStorage: KeyValueStorage;
  readonly unreadable: UnreadableEntries;
  readonly views: ViewCode;
}

export const portsLogic = fromTransition(
  (ports: Ports) => ports,
  ({ input }: { input: Ports }) => input,
);

export type PortsRef = ActorRefFrom<typeof portsLogic>;

/** An actor system; XState does not export this type. */
export type System = AnyActorRef['system'];

/** Throws when no `ports` actor runs. */
export function getPorts(system: System): Ports {
  const ref: PortsRef | undefined = system.get('ports');
  if (!ref) throw new Error('No `ports` actor in this system');
  return ref.getSnapshot().context;
}

export const hasPorts = (system: System): boolean => system.get('ports') !== undefined;

/** Now by the device, the page and the server, in ms. */
export function momentOf(system: System): { wall: number; elapsed: number; server: number | null } {
  const { api, clock } = getPorts(system);
  return { wall: clock.now(), elapsed: clock.elapsed(), server: api.serverTime(clock.elapsed()) };
}

/** Promise actor for one endpoint; rejects with `AppException`. Leaving the state aborts the call. */
export function callEndpoint<Input, Schema extends $ZodType>(endpoint: Endpoint<Input, Schema>) {
  return fromPromise<output<Schema>, Input>(({ input, system, signal }) =>
    getPorts(system).api.call(endpoint, input, signal),
  );
}
