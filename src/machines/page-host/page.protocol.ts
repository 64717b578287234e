import type { ActorRef, Snapshot } from 'xstate';
import type { ServerSettings } from '../../schemas/api/server-settings.ts';
import type { LinkedItem } from '../library/shown-item.logic.ts';
import type { AnyRoute, RouteName } from '../router/routes.ts';

/** What every page machine is started with. */
export interface PageInput<Name extends RouteName = RouteName> {
  readonly route: Extract<AnyRoute, { name: Name }>;
  /** Name of the history entry. */
  readonly entryKey: string;
  /** What the page saved when this history entry was open before; null for a new entry, and after a reload. */
  readonly memory: unknown;
  /** The small part of it that outlives a reload; null for a new entry. As it comes from the browser: not parsed. */
  readonly stored?: unknown;
  /** The item that the page is about, as the page before it showed it: drawn at once, while the page reads its own. */
  readonly known?: LinkedItem | undefined;
}

/** To the open page: the place changed, but this page shows the new place too (another filter of the same shelf). */
export interface PageMoved<Name extends RouteName = RouteName> {
  type: 'page.moved';
  route: Extract<AnyRoute, { name: Name }>;
  entryKey: string;
}

/**
 * To the open page: what it shows may be stale, events were missed. `again`: while a connection was lost or late; else
 * in the moments between the first answers and the first connection.
 */
export interface PageRefresh {
  type: 'page.refresh';
  again: boolean;
}

/** From a page: how it wants to be found when this history entry is opened again. */
export interface PageStateSaved {
  type: 'page.stateSaved';
  entryKey: string;
  /** Held as it is while the client runs, for the latest few entries. */
  memory: unknown;
  /** What of it is kept over a reload, as JSON: small. Left out: nothing. */
  stored?: unknown;
}

/** What is shown is of this library: its address says so, or the page found out. */
export interface PageLibraryResolved {
  type: 'page.libraryResolved';
  libraryId: string;
}

/** From a page: the settings of the server are these since this account changed them. */
export interface PageSettingsSaved {
  type: 'page.settingsSaved';
  serverSettings: ServerSettings;
}

/** The machine of a page, as its host knows it. */
export type PageRef = ActorRef<Snapshot<unknown>, { type: string }>;
