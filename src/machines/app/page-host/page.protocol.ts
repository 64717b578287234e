import type { ActorRef, Snapshot } from 'xstate';
import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import type { LinkedItem } from '../../kit/shown-item.logic.ts';
import type { AnyRoute, RouteName } from '../../kit/router/routes.ts';

export interface PageInput<Name extends RouteName = RouteName> {
  readonly route: Extract<AnyRoute, { name: Name }>;
  readonly entryKey: string;
  /** State that the page saved for this history entry; null for a new entry and after a reload. */
  readonly memory: unknown;
  /** The part that survives a reload, unparsed; null for a new entry. */
  readonly stored?: unknown;
  /** The page's item as the page before had it: shows at once. */
  readonly known?: LinkedItem | undefined;
}

/** To the open page: the new URL is also of this page (another filter). */
export interface PageMoved<Name extends RouteName = RouteName> {
  type: 'page.moved';
  route: Extract<AnyRoute, { name: Name }>;
  entryKey: string;
}

/** To the open page: data may be stale. `again`: after a lost or late connection; else after the first one. */
export interface PageRefresh {
  type: 'page.refresh';
  again: boolean;
}

/** From a page: its state for this history entry. */
export interface PageStateSaved {
  type: 'page.stateSaved';
  entryKey: string;
  /** Held in memory for the latest few entries. */
  memory: unknown;
  /** Small JSON that survives a reload. */
  stored?: unknown;
}

export interface PageLibraryResolved {
  type: 'page.libraryResolved';
  libraryId: string;
}

export interface PageSettingsSaved {
  type: 'page.settingsSaved';
  serverSettings: ServerSettings;
}

export type PageRef = ActorRef<Snapshot<unknown>, { type: string }>;
