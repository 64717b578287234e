import type { SnapshotFrom } from 'xstate';
import { isAdmin, mayOpen } from './destinations.ts';
import type { sessionMachine } from './session.machine.ts';

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

export const selectUser = ({ context }: SessionSnapshot) => context.account?.user ?? null;
export const selectUsername = ({ context }: SessionSnapshot) => context.account?.user.username ?? '';
export const selectServerVersion = ({ context }: SessionSnapshot) => context.account?.serverSettings.version ?? '';
/** The format of dates that a server begins with: nobody chose it. */
const FIRST_DATE_FORMAT = 'MM/dd/yyyy';

/** How dates are to be written (`dd.MM.yyyy`); null where nobody chose another format than the first one. */
export const selectChosenDateFormat = ({ context }: SessionSnapshot) => {
  const format = context.account?.serverSettings.dateFormat ?? FIRST_DATE_FORMAT;
  return format === FIRST_DATE_FORMAT ? null : format;
};
/** How the server has dates and times written (`MM/dd/yyyy`, `HH:mm`). */
export const selectMomentFormats = ({ context }: SessionSnapshot) => ({
  date: context.account?.serverSettings.dateFormat ?? FIRST_DATE_FORMAT,
  time: context.account?.serverSettings.timeFormat ?? 'HH:mm',
});
/** Views of a bookshelf (ENU-003): with shelf boards, or plain with details. */
const STANDARD_VIEW = 0;
/** Whether covers stand on shelf boards, as the server says for the library and for home (SHF-005 to SHF-007). */
export const selectHasBoards = ({ context }: SessionSnapshot) =>
  context.account?.serverSettings.bookshelfView === STANDARD_VIEW;
export const selectHomeHasBoards = ({ context }: SessionSnapshot) =>
  context.account?.serverSettings.homeBookshelfView === STANDARD_VIEW;
/** Whether the server sorts titles without 'The' and the like. */
export const selectIgnoresPrefix = ({ context }: SessionSnapshot) =>
  context.account?.serverSettings.sortingIgnorePrefix ?? false;
/** How the server was installed (`docker`, `debian`); empty when it does not tell. */
export const selectInstallSource = ({ context }: SessionSnapshot) => context.account?.Source ?? '';
export const selectIsAdmin = ({ context }: SessionSnapshot) =>
  context.account !== null && isAdmin(context.account.user);
export const selectMayUpload = ({ context }: SessionSnapshot) =>
  context.account !== null && mayOpen(context.account.user, { name: 'upload' });
/** Names of the devices that the account may send ebooks to (EBK-041). */
export const selectDevices = ({ context }: SessionSnapshot): readonly string[] =>
  (context.account?.ereaderDevices.items ?? []).map(({ name }) => name);
/** The setting that the address names, with what stands for it (`data-setting`); null: none. */
export const selectSetting = ({ context: { route } }: SessionSnapshot): string | null =>
  'setting' in route ? (route.setting ?? null) : null;
export const selectRoute = ({ context }: SessionSnapshot) => context.route;
export const selectSessionError = ({ context }: SessionSnapshot) => context.error;

/** How far the account is: requested, refused by a server that does not answer, or at work. */
export function selectAccountState(snapshot: SessionSnapshot): 'authorizing' | 'failed' | 'ready' {
  if (snapshot.matches('ready')) return 'ready';
  return snapshot.hasTag('failed') ? 'failed' : 'authorizing';
}

/** What of an item list the account may filter by. */
export const selectFilterRights = ({ context }: SessionSnapshot) => ({
  isAdmin: context.account !== null && isAdmin(context.account.user),
  maySeeExplicit: context.account?.user.permissions.accessExplicitContent ?? false,
});

/** Whether the account may get at files (ITM-014) or change what is said about them: then the page lists them. */
export const selectMaySeeFiles = ({ context }: SessionSnapshot): boolean => {
  const permissions = context.account?.user.permissions;
  return permissions !== undefined && (permissions.download || permissions.update);
};

/** What no page waits for. */
export const selectBackground = ({ children }: SessionSnapshot) => children.background;

/** What keeps the account fresh while the session is at work. */
export const selectFreshness = ({ children }: SessionSnapshot) => children.freshness;

/** Whether the account may change items and collections (ROL-020). */
export const selectMayUpdate = ({ context }: SessionSnapshot): boolean =>
  context.account?.user.permissions.update ?? false;
/** Whether the account may download (ROL-034). */
export const selectMayDownload = ({ context }: SessionSnapshot): boolean =>
  context.account?.user.permissions.download ?? false;
/** Whether the account may delete items and remove lists (ROL-028, ROL-029). */
export const selectMayDelete = ({ context }: SessionSnapshot): boolean =>
  context.account?.user.permissions.delete ?? false;
/** A selector of whether the account hides this series from its Continue series shelf (SER-001). */
export const isHiddenFromContinue =
  (seriesId: string) =>
  ({ context }: SessionSnapshot): boolean =>
    context.account?.user.seriesHideFromContinueListening.includes(seriesId) ?? false;

/** No library is scanned when its files change: the server's watcher is off. */
export const selectIsWatcherOff = ({ context }: SessionSnapshot): boolean =>
  context.account?.serverSettings.scannerDisableWatcher ?? false;
