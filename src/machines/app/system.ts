import type { ActorRef, AnyActorRef, Snapshot } from 'xstate';
import type { Bookmark, MediaProgress } from '../../schemas/api/progress.ts';
import type { Library, LibrarySettings } from '../../schemas/api/library.ts';
import type { ServerSettings } from '../../schemas/api/server-settings.ts';
import type { User } from '../../schemas/api/user.ts';
import type { PendingChange } from '../../schemas/pending-change.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import type { TabPlayer } from '../../schemas/tab-message.ts';
import type { AuthEvent } from '../auth/auth.protocol.ts';
import type { ItemRestorerCommand } from '../item-edit/item-edit.protocol.ts';
import type { MediaListsCommand } from '../media-lists/media-lists.protocol.ts';
import type { MenusEvent } from '../modals/menus.machine.ts';
import type { ModalsEvent } from '../modals/modals.protocol.ts';
import type {
  ChangesFound,
  ChangeSettled,
  PendingChangesCommand,
} from '../pending-changes/pending-changes.protocol.ts';
import { isSameMedia, type MediaRef, type PlayerCommand } from '../player/player.protocol.ts';
import type { PreferencesEvent } from '../preferences/preferences.machine.ts';
import type { LedgerCommand } from '../progress/ledger.protocol.ts';
import { keyOf } from '../progress/media-key.logic.ts';
import type { ProgressMap } from '../progress/progress.logic.ts';
import type { ProgressCommand } from '../progress/progress.protocol.ts';
import type { QueueCommand } from '../queue/queue.protocol.ts';
import type { RouterEvent } from '../router/router.protocol.ts';
import { isConfigRoute, type AnyRoute } from '../router/routes.ts';
import type { SelectionCommand } from '../selection/selection.protocol.ts';
import type { EbookSenderCommand } from '../send-ebook/ebook-sender.protocol.ts';
import { isAdmin } from '../session/destinations.ts';
import { timeAt } from '../tabs/tab-player.logic.ts';
import type { UploadsLeft, UploadsOpen } from '../upload/upload-visit.protocol.ts';
import { getPorts, type System } from './ports.ts';
import type { ToastsEvent } from './toasts.protocol.ts';

/** Long-lived actors by system id, with the events they take. */
export interface SystemActors {
  readonly auth: AuthEvent;
  readonly background: UploadsOpen;
  readonly ebookSender: EbookSenderCommand;
  readonly itemRestorer: ItemRestorerCommand;
  readonly ledger: LedgerCommand;
  readonly mediaLists: MediaListsCommand | ChangeSettled;
  readonly menus: MenusEvent;
  readonly modals: ModalsEvent;
  readonly pendingChanges: PendingChangesCommand;
  readonly player: PlayerCommand;
  readonly preferences: PreferencesEvent;
  readonly progress: ProgressCommand | ChangesFound | ChangeSettled;
  readonly queue: QueueCommand;
  readonly router: RouterEvent;
  readonly selection: SelectionCommand;
  readonly socket: SocketCommand;
  readonly toasts: ToastsEvent;
  readonly uploads: UploadsLeft;
}

/** As a target of `sendTo`; throws when it does not run. A `send` in an action would run too early. */
export function named<Key extends keyof SystemActors>(key: Key) {
  return ({ system }: { system: System }): ActorRef<Snapshot<unknown>, SystemActors[Key]> => {
    const ref = findNamed(system, key);
    if (!ref) throw new Error(`No actor named '${key}' is running`);
    return ref;
  };
}

export function getLedger(system: System): ActorRef<Snapshot<unknown>, LedgerCommand> {
  return named('ledger')({ system });
}

/** Null when it does not run, for senders that may outlive the receiver. */
export function findNamed<Key extends keyof SystemActors>(
  system: System,
  key: Key,
): ActorRef<Snapshot<unknown>, SystemActors[Key]> | null {
  return (system.get(key) as ActorRef<Snapshot<unknown>, SystemActors[Key]> | undefined) ?? null;
}

interface PreferencesActor {
  getSnapshot(): { readonly context: Preferences };
  subscribe(listener: (snapshot: { readonly context: Preferences }) => void): { unsubscribe(): void };
}

function preferencesActor(system: System): PreferencesActor {
  const ref = system.get('preferences') as PreferencesActor | undefined;
  if (!ref) throw new Error("No actor named 'preferences' is running");
  return ref;
}

export function getPreferences(system: System): Preferences {
  return preferencesActor(system).getSnapshot().context;
}

/** Includes dialogs that stand in for a menu. */
export function hasOpenMenu(system: System): boolean {
  const menus = system.get('menus') as { getSnapshot(): { context?: { openId: string | null } } } | undefined;
  return (menus?.getSnapshot().context?.openId ?? null) !== null;
}

/** Own rate of the open media, else that of this device. */
export function getPlaybackRate(system: System): number {
  const player = system.get('player') as { getSnapshot(): { context?: { preferences?: Preferences } } } | undefined;
  return (player?.getSnapshot().context?.preferences ?? getPreferences(system)).playbackRate;
}

/** Calls back after each change, also from other tabs. Returns the unsubscribe function. */
export function watchPreferences(system: System, listener: (preferences: Preferences) => void): () => void {
  const subscription = preferencesActor(system).subscribe(({ context }) => listener(context));
  return () => subscription.unsubscribe();
}

/** The caller names the type: the player imports this file. Throws when it does not run. */
export function getPlayer<Player extends AnyActorRef>(system: System): Player {
  const ref = system.get('player') as Player | undefined;
  if (!ref) throw new Error("No actor named 'player' is running");
  return ref;
}

function playerElsewhere(system: System): TabPlayer | null {
  const other = system.get('otherPlayer') as { getSnapshot(): { context?: { player?: TabPlayer | null } } } | undefined;
  return other?.getSnapshot().context?.player ?? null;
}

export function getOpenElsewhere(system: System): MediaRef | null {
  return playerElsewhere(system)?.media ?? null;
}

/** Position of the player in another tab, in seconds: newer than the server's. Null if none plays this. */
export function getTimeElsewhere(system: System, media: MediaRef): number | null {
  const player = playerElsewhere(system);
  if (!player?.wantsSound || !isSameMedia(player.media, media)) return null;
  return timeAt(player, getPorts(system).clock.now());
}

export function wantsSound(system: System): boolean {
  const player = system.get('player') as { getSnapshot(): { context?: { wantsSound?: boolean } } } | undefined;
  return player?.getSnapshot().context?.wantsSound ?? false;
}

interface OpenMedia {
  readonly request?: { readonly media: MediaRef } | null;
  readonly next?: { readonly media: MediaRef } | null;
}

export function isOpenInPlayer(system: System, media: MediaRef): boolean {
  const player = system.get('player') as { getSnapshot(): { context?: OpenMedia } } | undefined;
  const { request, next } = player?.getSnapshot().context ?? {};
  const open = next ?? request;
  return open != null && isSameMedia(open.media, media);
}

export function getCurrentLibraryId(system: System): string | null {
  const libraries = system.get('libraries') as
    { getSnapshot(): { context?: { currentId?: string | null } } } | undefined;
  return libraries?.getSnapshot().context?.currentId ?? null;
}

export function getLibrarySettings(system: System, libraryId: string): LibrarySettings | null {
  const actor = system.get('libraries') as
    { getSnapshot(): { context?: { libraries?: readonly Library[] } } } | undefined;
  return actor?.getSnapshot().context?.libraries?.find(({ id }) => id === libraryId)?.settings ?? null;
}

function getRoute(system: System): AnyRoute | null {
  const ref = system.get('router') as { getSnapshot(): { context?: { route?: AnyRoute } } } | undefined;
  return ref?.getSnapshot().context?.route ?? null;
}

/** Whether an administrator has the server settings open. */
export function isInServerSettings(system: System): boolean {
  const [route, user] = [getRoute(system), getUser(system)];
  return route !== null && user !== null && isConfigRoute(route) && isAdmin(user);
}

export function isLive(system: System): boolean {
  const socket = system.get('socket') as { getSnapshot(): { value?: unknown } } | undefined;
  return socket === undefined || socket.getSnapshot().value === 'connected';
}

export function getUserId(system: System): string {
  const ref = system.get('progress') as { getSnapshot(): { context: { userId?: string } } } | undefined;
  return ref?.getSnapshot().context.userId ?? '';
}

export function getUser(system: System): User | null {
  const ref = system.get('session') as { getSnapshot(): { context?: { account?: { user: User } | null } } } | undefined;
  return ref?.getSnapshot().context?.account?.user ?? null;
}

export function getServerSettings(system: System): ServerSettings | null {
  const ref = system.get('session') as
    { getSnapshot(): { context?: { account?: { serverSettings: ServerSettings } | null } } } | undefined;
  return ref?.getSnapshot().context?.account?.serverSettings ?? null;
}

export function getBookmarks(system: System): readonly Bookmark[] {
  const ref = system.get('progress') as { getSnapshot(): { context: { bookmarks?: readonly Bookmark[] } } } | undefined;
  return ref?.getSnapshot().context.bookmarks ?? [];
}

export function getPendingChanges(system: System): readonly PendingChange[] {
  const ref = system.get('pendingChanges') as
    { getSnapshot(): { context?: { changes?: readonly PendingChange[] } } } | undefined;
  return ref?.getSnapshot().context?.changes ?? [];
}

export function getProgress(system: System, media: MediaRef): MediaProgress | null {
  const ref = system.get('progress') as { getSnapshot(): { context: { entries: ProgressMap } } } | undefined;
  return ref?.getSnapshot().context.entries[keyOf(media)] ?? null;
}

/** Dropped while the socket is not connected. */
export function sayToServer(system: System, name: string, ...args: readonly unknown[]): void {
  (system.get('socket') as AnyActorRef | undefined)?.send({ type: 'socket.send', name, args });
}

export type SocketCommand =
  | { type: 'socket.retry' }
  /** Calls failed for a while: whoever shows data loads it again. */
  | { type: 'socket.resync' };
