import type { BrowserContext, Page } from 'playwright/test';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ServerApi } from '../../e2e/support/demo.ts';
import type { EmbeddedServer, ServerOptions } from '../../e2e/support/server.ts';
import type { Watch } from '../../e2e/support/watch.ts';

/** What every journey can use. */
export interface Ground {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly server: EmbeddedServer;
  readonly watch: Watch;
  /** Root, past the browser; requested once accounts exist. */
  readonly api: () => Promise<ServerApi>;
  readonly signIn: () => Promise<void>;
}

/** States of a journey that show a state of the product, or why no journey shows it. */
export type Seen = readonly string[] | { readonly reason: string };

/** A journey's coverage of one machine of the product. A state or an event without a name here is a gap. */
export interface Cover {
  readonly machine: AnyStateMachine;
  /** Only this region; absent: all of the machine. */
  readonly region?: string;
  /** State of the machine, or `state.*` for all below it, to states of the journey. */
  readonly states: Readonly<Record<string, Seen>>;
  /** Event of the machine, or `word.*`, to events of the journey. */
  readonly events: Readonly<Record<string, Seen>>;
}

/** One state of a journey: `name` says value and context. */
export interface Place {
  readonly name: string;
  /** Paths of the active state nodes. */
  readonly active: readonly string[];
  readonly snapshot: AnyMachineSnapshot;
}

/** The user is at `from`, does `event`, and then sees `to`. */
export interface Leg {
  readonly from: Place;
  readonly event: string;
  readonly to: Place;
}

type Deed<World> = (world: World) => Promise<void>;
type Look<World> = (world: World, place: Place) => Promise<void>;

/**
 * A user's actions and views: a machine of the user's view whose events are done, and whose states are checked, in a
 * browser. Paths through it are generated.
 */
export interface Journey<Own extends object = object> {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly server?: ServerOptions;
  /** Most steps of one walk; each walk has a browser page and a server of its own. */
  readonly steps: number;
  /** Events that load a new document: the machines of the product restart. */
  readonly restarts?: readonly string[];
  /** Brings the page to the first state. */
  readonly begin: (ground: Ground) => Promise<Own>;
  readonly does: Readonly<Record<string, Deed<Ground & Own>>>;
  /** State path to its visible sign. Every active state with an entry is checked. */
  readonly shows: Readonly<Record<string, Look<Ground & Own>>>;
  /** Invariants after each step, wherever it leads. */
  readonly invariants: Readonly<Record<string, (world: Ground & Own, leg: Leg) => Promise<void>>>;
  /** Steps that are not taken, as `state: event`. */
  readonly untaken?: readonly { readonly step: string; readonly reason: string }[];
  readonly covers: readonly Cover[];
}

/** Any journey: its world is its own. */
export type AnyJourney = Omit<Journey, 'begin' | 'does' | 'shows' | 'invariants'> & {
  readonly begin: (ground: Ground) => Promise<object>;
  readonly does: Readonly<Record<string, Deed<never>>>;
  readonly shows: Readonly<Record<string, Look<never>>>;
  readonly invariants: Readonly<Record<string, (world: never, leg: Leg) => Promise<void>>>;
};

export function defineJourney<Own extends object>(journey: Journey<Own>): AnyJourney {
  return journey;
}
