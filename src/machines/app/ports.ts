import type { $ZodType, output } from 'zod/v4/core';
import { fromPromise, fromTransition, type ActorRefFrom, type AnyActorRef } from 'xstate';
import type { Api } from '../../services/api.ts';
import type { Clock } from '../../services/clock.ts';
import type { Endpoint } from '../../services/endpoints/define-endpoint.ts';
import type { Hotkeys } from '../../services/hotkeys.ts';
import type { Locks } from '../../services/locks.ts';
import type { Media } from '../../services/media-element.ts';
import type { SystemPlayer } from '../../services/media-session.ts';
import type { Navigation } from '../../services/navigation.ts';
import type { Page } from '../../services/page.ts';
import type { SocketClient } from '../../services/socket-client.ts';
import type { KeyValueStorage } from '../../services/storage.ts';

/** The code of the views: what draws a page comes in its own chunk, like the machine behind it. */
export interface ViewCode {
  /** Resolves when the view of this route can be drawn. Rejects when its code cannot be had. */
  load(route: string): Promise<void>;
}

/** Everything outside that machines may touch. The composition root gives the real ones, tests give fakes. */
export interface Ports {
  readonly api: Api;
  /** Origin with base path and trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly hotkeys: Hotkeys;
  readonly locks: Locks;
  readonly media: Media;
  readonly navigation: Navigation;
  readonly page: Page;
  readonly socket: SocketClient;
  readonly storage: KeyValueStorage;
  readonly systemPlayer: SystemPlayer;
  /** Kept as long as this tab, over reloads. */
  readonly tabStorage: KeyValueStorage;
  readonly views: ViewCode;
}

/** Holds the services under the system id `ports`, so that an actor at any depth finds them (architecture 3.4). */
export const portsLogic = fromTransition((ports: Ports) => ports, ({ input }: { input: Ports }) => input);

export type PortsRef = ActorRefFrom<typeof portsLogic>;

/** An actor system. XState does not export the type under a name. */
export type System = AnyActorRef['system'];

/** The services of this system. Throws when no `ports` actor runs: the root or the test host has to start one. */
export function getPorts(system: System): Ports {
  const ref = system.get('ports') as PortsRef | undefined;
  if (!ref) throw new Error('No `ports` actor in this system');
  return ref.getSnapshot().context;
}

/**
 * A promise actor for one endpoint: input is the endpoint's, output what its schema gives, the error an
 * `AppException`. Leaving the state aborts the call.
 */
export function callEndpoint<Input, Schema extends $ZodType>(endpoint: Endpoint<Input, Schema>) {
  return fromPromise<output<Schema>, Input>(({ input, system, signal }) =>
    getPorts(system).api.call(endpoint, input, signal),
  );
}
