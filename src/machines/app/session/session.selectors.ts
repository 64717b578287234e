import type { SnapshotFrom } from 'xstate';
import { isAdmin, mayOpen } from '../../kit/destinations.ts';
import type { sessionMachine } from './session.machine.ts';

type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

export const selectUser = ({ context }: SessionSnapshot) => context.account?.user ?? null;
export const selectUsername = ({ context }: SessionSnapshot) => context.account?.user.username ?? '';
export const selectServerVersion = ({ context }: SessionSnapshot) => context.account?.serverSettings.version ?? '';
const FIRST_DATE_FORMAT = 'MM/dd/yyyy';

/** Date format (`dd.MM.yyyy`); null for the server's default. */
export const selectChosenDateFormat = ({ context }: SessionSnapshot) => {
  const format = context.account?.serverSettings.dateFormat ?? FIRST_DATE_FORMAT;
  return format === FIRST_DATE_FORMAT ? null : format;
};
export const selectMomentFormats = ({ context }: SessionSnapshot) => ({
  date: context.account?.serverSettings.dateFormat ?? FIRST_DATE_FORMAT,
  time: context.account?.serverSettings.timeFormat ?? 'HH:mm',
});
/** `bookshelfView` with shelf boards. */
const STANDARD_VIEW = 0;
/** Whether covers stand on shelf boards. */
export const selectHasBoards = ({ context }: SessionSnapshot) =>
  context.account?.serverSettings.bookshelfView === STANDARD_VIEW;
export const selectHomeHasBoards = ({ context }: SessionSnapshot) =>
  context.account?.serverSettings.homeBookshelfView === STANDARD_VIEW;
/** Its searches say whether a source failed; others answer with an empty list then. */
export const selectServerKind = (snapshot: SessionSnapshot): 'embedded' | 'other' =>
  selectInstallSource(snapshot) === 'embedded' ? 'embedded' : 'other';
export const selectInstallSource = ({ context }: SessionSnapshot) => context.account?.Source ?? '';
export const selectIsAdmin = ({ context }: SessionSnapshot) =>
  context.account !== null && isAdmin(context.account.user);
export const selectMayUpload = ({ context }: SessionSnapshot) =>
  context.account !== null && mayOpen(context.account.user, { name: 'upload' });
export const selectDevices = ({ context }: SessionSnapshot): readonly string[] =>
  (context.account?.ereaderDevices.items ?? []).map(({ name }) => name);
/** The setting of the URL, with its fallbacks (`data-setting`); null: none. */
export const selectSetting = ({ context: { route } }: SessionSnapshot): string | null =>
  'setting' in route ? (route.setting ?? null) : null;
export const selectRoute = ({ context }: SessionSnapshot) => context.route;
export const selectSessionError = ({ context }: SessionSnapshot) => context.error;

export function selectAccountState(snapshot: SessionSnapshot): 'authorizing' | 'failed' | 'ready' {
  if (snapshot.matches('ready')) return 'ready';
  return snapshot.hasTag('failed') ? 'failed' : 'authorizing';
}

export const selectFilterRights = ({ context }: SessionSnapshot) => ({
  isAdmin: context.account !== null && isAdmin(context.account.user),
  maySeeExplicit: context.account?.user.permissions.accessExplicitContent ?? false,
});

/** An account that may download or update also sees the files. */
export const selectMaySeeFiles = ({ context }: SessionSnapshot): boolean => {
  const permissions = context.account?.user.permissions;
  return permissions !== undefined && (permissions.download || permissions.update);
};

export const selectBackground = ({ children }: SessionSnapshot) => children.background;

export const selectFreshness = ({ children }: SessionSnapshot) => children.freshness;

export const selectMayUpdate = ({ context }: SessionSnapshot): boolean =>
  context.account?.user.permissions.update ?? false;
export const selectMayDownload = ({ context }: SessionSnapshot): boolean =>
  context.account?.user.permissions.download ?? false;
export const selectMayDelete = ({ context }: SessionSnapshot): boolean =>
  context.account?.user.permissions.delete ?? false;
export const isHiddenFromContinue =
  (seriesId: string) =>
  ({ context }: SessionSnapshot): boolean =>
    context.account?.user.seriesHideFromContinueListening.includes(seriesId) ?? false;

/** The server's file watcher is off: no automatic scans. */
export const selectIsWatcherOff = ({ context }: SessionSnapshot): boolean =>
  context.account?.serverSettings.scannerDisableWatcher ?? false;
