import type { ActorRef, AnyActorRef, EventObject, Snapshot } from 'xstate';
import { ENGLISH } from '../../locales/catalogue.ts';
import type { Bookmark, MediaProgress } from '../../schemas/api/progress.ts';
import type { Library, LibrarySettings } from '../../schemas/api/library.ts';
import type { ServerSettings } from '../../schemas/api/server-settings.ts';
import type { User } from '../../schemas/api/user.ts';
import type { PendingChange } from '../../schemas/pending-change.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import type { TabPlayer } from '../../schemas/tab-message.ts';
import type { AuthEvent } from '../account/auth/auth.protocol.ts';
import type { ItemRestorerCommand } from '../edit/item-edit/item-edit.protocol.ts';
import type { MediaListsCommand, SettledJob } from '../browse/media-lists/media-lists.protocol.ts';
import type { MenusEvent, ModalsEvent } from '../app/modals/modals.protocol.ts';
import type {
  ChangesFound,
  ChangeSettled,
  PendingChangesCommand,
} from '../playback/pending-changes/pending-changes.protocol.ts';
import { isSameMedia, type MediaRef } from './media.logic.ts';
import type { PlayerCommand } from '../playback/player/player.protocol.ts';
import type { LedgerCommand } from '../playback/progress/ledger.protocol.ts';
import { keyOf } from './media.logic.ts';
import type { ProgressMap } from '../playback/progress/progress.logic.ts';
import type { ProgressCommand } from '../playback/progress/progress.protocol.ts';
import type { QueueCommand } from '../playback/queue/queue.protocol.ts';
import type { RouterEvent } from './router/router.protocol.ts';
import { isConfigRoute, type AnyRoute } from './router/routes.ts';
import type { SelectionCommand } from '../browse/selection/selection.protocol.ts';
import type { EbookSenderCommand } from '../admin/send-ebook/ebook-sender.protocol.ts';
import { isAdmin } from './destinations.ts';
import { timeAt } from './tab-player.logic.ts';
import type { ProviderNews } from '../edit/quick-match/find-providers.actor.ts';
import type { UploadsLeft, UploadsOpen } from '../edit/upload/upload-visit.protocol.ts';
import { getPorts, type System } from './ports.ts';
import type { ToastsEvent } from './toasts.protocol.ts';

/** Long-lived actors by system id: the events they take, and what others read of their contexts. */
export interface SystemActors {
  readonly auth: Takes<AuthEvent>;
  readonly background: Takes<UploadsOpen>;
  readonly ebookSender: Takes<EbookSenderCommand>;
  readonly itemRestorer: Takes<ItemRestorerCommand>;
  readonly ledger: Takes<LedgerCommand>;
  readonly libraries: Takes<never, { readonly currentId: string | null; readonly libraries: readonly Library[] }>;
  readonly locale: Takes<LocaleCommand, { readonly language: string }>;
  readonly mediaLists: Takes<MediaListsCommand | ChangeSettled, { readonly settled: SettledJob | null }>;
  readonly menus: Takes<MenusEvent, { readonly openId: string | null }>;
  readonly modals: Takes<ModalsEvent>;
  readonly otherPlayer: Takes<never, { readonly player: TabPlayer | null }>;
  readonly pendingChanges: Takes<PendingChangesCommand, { readonly changes: readonly PendingChange[] }>;
  readonly player: Takes<PlayerCommand, PlayerReads>;
  readonly preferences: Takes<PreferencesCommand, Preferences>;
  readonly progress: Takes<ProgressCommand | ChangesFound | ChangeSettled, ProgressReads>;
  readonly queue: Takes<QueueCommand>;
  readonly router: Takes<RouterEvent, { readonly route: AnyRoute }>;
  readonly selection: Takes<SelectionCommand>;
  readonly session: Takes<
    never,
    { readonly account: { readonly user: User; readonly serverSettings: ServerSettings } | null }
  >;
  readonly socket: Takes<SocketCommand>;
  readonly toasts: Takes<ToastsEvent>;
  readonly uploads: Takes<UploadsLeft | ProviderNews>;
}

interface Takes<Event extends EventObject, Context = unknown> {
  readonly event: Event;
  readonly context: Context;
}

interface PlayerReads {
  readonly preferences: Preferences;
  readonly wantsSound: boolean;
  readonly request: { readonly media: MediaRef } | null;
  readonly next: { readonly media: MediaRef } | null;
}

interface ProgressReads {
  readonly userId: string;
  readonly bookmarks: readonly Bookmark[];
  readonly entries: ProgressMap;
}

/** The actors that take events of others. */
export type Receiver = {
  [Name in keyof SystemActors]: [SystemActors[Name]['event']] extends [never] ? never : Name;
}[keyof SystemActors];

type NamedRef<Name extends Receiver> = ActorRef<Snapshot<unknown>, SystemActors[Name]['event']>;

/** Beside each of these machines: a type error where it does not take an event, or lacks a field that others read. */
export type SystemRef<
  Name extends keyof SystemActors,
  Ref extends ActorRef<
    Snapshot<unknown> & { readonly context: SystemActors[Name]['context'] },
    SystemActors[Name]['event']
  >,
> = Ref;

/** A test's stand-in may have less. */
function contextOf<Name extends keyof SystemActors>(
  system: System,
  name: Name,
): Partial<SystemActors[Name]['context']> {
  return system.get(name)?.getSnapshot().context ?? {};
}

/** As a target of `sendTo`; throws when it does not run. A `send` in an action would run too early. */
export function named<Name extends Receiver>(name: Name) {
  return ({ system }: { system: System }): NamedRef<Name> => {
    const ref = findNamed(system, name);
    if (!ref) throw new Error(`No actor named '${name}' is running`);
    return ref;
  };
}

export function getLedger(system: System): NamedRef<'ledger'> {
  return named('ledger')({ system });
}

/** Null when it does not run, for senders that may outlive the receiver. */
export function findNamed<Name extends Receiver>(system: System, name: Name): NamedRef<Name> | null {
  return system.get(name) ?? null;
}

interface PreferencesActor {
  getSnapshot(): { readonly context: Preferences };
  subscribe(listener: (snapshot: { readonly context: Preferences }) => void): { unsubscribe(): void };
}

function preferencesActor(system: System): PreferencesActor {
  const ref: PreferencesActor | undefined = system.get('preferences');
  if (!ref) throw new Error("No actor named 'preferences' is running");
  return ref;
}

export function getPreferences(system: System): Preferences {
  return preferencesActor(system).getSnapshot().context;
}

/** For Intl: of the client's texts. */
export function getLanguage(system: System): string {
  return contextOf(system, 'locale').language ?? ENGLISH;
}

/** Includes dialogs that stand in for a menu. */
export function hasOpenMenu(system: System): boolean {
  return (contextOf(system, 'menus').openId ?? null) !== null;
}

/** Own rate of the open media, else that of this device. */
export function getPlaybackRate(system: System): number {
  return (contextOf(system, 'player').preferences ?? getPreferences(system)).playbackRate;
}

/** Calls back after each change, also from other tabs. Returns the unsubscribe function. */
export function watchPreferences(system: System, listener: (preferences: Preferences) => void): () => void {
  const subscription = preferencesActor(system).subscribe(({ context }) => listener(context));
  return () => subscription.unsubscribe();
}

/** The caller names the type: the player imports this file. Throws when it does not run. */
export function getPlayer<Player extends AnyActorRef>(system: System): Player {
  const ref: Player | undefined = system.get('player');
  if (!ref) throw new Error("No actor named 'player' is running");
  return ref;
}

const playerElsewhere = (system: System): TabPlayer | null => contextOf(system, 'otherPlayer').player ?? null;

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
  return contextOf(system, 'player').wantsSound ?? false;
}

export function isOpenInPlayer(system: System, media: MediaRef): boolean {
  const { request, next } = contextOf(system, 'player');
  const open = next ?? request;
  return open != null && isSameMedia(open.media, media);
}

export function getCurrentLibraryId(system: System): string | null {
  return contextOf(system, 'libraries').currentId ?? null;
}

export function getLibrarySettings(system: System, libraryId: string): LibrarySettings | null {
  return contextOf(system, 'libraries').libraries?.find(({ id }) => id === libraryId)?.settings ?? null;
}

/** Whether an administrator has the server settings open. */
export function isInServerSettings(system: System): boolean {
  const { route } = contextOf(system, 'router');
  const user = getUser(system);
  return route !== undefined && user !== null && isConfigRoute(route) && isAdmin(user);
}

export function isLive(system: System): boolean {
  const socket = findNamed(system, 'socket')?.getSnapshot();
  return socket === undefined || ('value' in socket && socket.value === 'connected');
}

export function getUserId(system: System): string {
  return contextOf(system, 'progress').userId ?? '';
}

export function getUser(system: System): User | null {
  return contextOf(system, 'session').account?.user ?? null;
}

export function getServerSettings(system: System): ServerSettings | null {
  return contextOf(system, 'session').account?.serverSettings ?? null;
}

export function getBookmarks(system: System): readonly Bookmark[] {
  return contextOf(system, 'progress').bookmarks ?? [];
}

export function getSettledJob(system: System): SettledJob | null {
  return contextOf(system, 'mediaLists').settled ?? null;
}

export function getPendingChanges(system: System): readonly PendingChange[] {
  return contextOf(system, 'pendingChanges').changes ?? [];
}

export function getProgress(system: System, media: MediaRef): MediaProgress | null {
  return contextOf(system, 'progress').entries?.[keyOf(media)] ?? null;
}

/** Dropped while the socket is not connected. */
export function sayToServer(system: System, name: string, ...args: readonly unknown[]): void {
  const socket: AnyActorRef | undefined = system.get('socket');
  socket?.send({ type: 'socket.send', name, args });
}

export type SocketCommand =
  | { type: 'socket.retry' }
  /** Calls failed for a while: whoever shows data loads it again. */
  | { type: 'socket.refresh'; lostAt: number };

export type LocaleCommand = { type: 'locale.serverFound'; language: string };

export type PreferencesCommand = { type: 'preferences.set'; change: Partial<Preferences> };
