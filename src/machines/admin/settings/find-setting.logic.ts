import type { User } from '../../../schemas/api/user.ts';
import { AUTHENTICATION_GROUPS } from '../authentication/authentication-form.logic.ts';
import { BACKUP_GROUPS } from '../backups/backups.logic.ts';
import { EMAIL_GROUPS } from '../email/email.logic.ts';
import { fold } from '../../kit/text.logic.ts';
import { SENDING_ROWS } from '../notifications/notifications.logic.ts';
import type { Route, RouteName } from '../../kit/router/routes.ts';
import { isAdmin } from '../../kit/destinations.ts';
import { SETTING_GROUPS } from './settings-table.logic.ts';

export interface FoundSetting {
  readonly id: string;
  readonly page: RouteName;
  readonly label: string;
  readonly more: readonly string[];
  readonly to: Route;
}

type SettingPage =
  | 'config'
  | 'configLibraries'
  | 'configUsers'
  | 'configApiKeys'
  | 'configBackups'
  | 'configLogs'
  | 'configNotifications'
  | 'configEmail'
  | 'configProviders'
  | 'configAuthentication';

/** `key`: `data-setting` of the control. `instead`: the switch to focus while the control is hidden. */
function setting(page: SettingPage, key: string, label: string, help?: string, instead?: string): FoundSetting {
  return {
    id: `${page}.${key}`,
    page,
    label,
    more: help === undefined ? [] : [help],
    to: { name: page, setting: instead === undefined ? key : `${key},${instead}` },
  };
}

const rows = (
  page: SettingPage,
  texts: string,
  groups: readonly { readonly rows: readonly { readonly key: string }[] }[],
  insteadOf: (key: string) => string | undefined = () => undefined,
) =>
  groups
    .flatMap((group) => group.rows)
    .map(({ key }) => setting(page, key, `${texts}.label.${key}`, `${texts}.help.${key}`, insteadOf(key)));

const pageOf = (name: RouteName): FoundSetting => ({
  id: name,
  page: name,
  label: `pages.${name}`,
  more: [`findSetting.also.${name}`],
  to: { name } as Route,
});

/** The field above the redirect URLs. */
const CALLBACKS = 'authOpenIDMobileRedirectURIs,authOpenIDSubfolderForRedirectURLs,openid';

export const SETTINGS: readonly FoundSetting[] = [
  pageOf('config'),
  ...rows('config', 'settings', SETTING_GROUPS, (key) =>
    key === 'scannerCoverProvider' ? 'scannerFindCovers' : undefined,
  ),
  setting('config', 'prefixes', 'settings.prefixes', 'settings.prefixesHelp', 'sortingIgnorePrefix'),
  setting('config', 'purgeItems', 'settings.purgeItems', 'settings.purgeItemsHelp'),
  setting('config', 'purgeAll', 'settings.purgeAll', 'settings.purgeAllHelp'),
  pageOf('configLibraries'),
  setting('configLibraries', 'add', 'librarySettings.add'),
  pageOf('configUsers'),
  setting('configUsers', 'add', 'users.add'),
  setting('configUsers', 'announce', 'users.announce'),
  pageOf('configApiKeys'),
  setting('configApiKeys', 'add', 'apiKeys.add'),
  pageOf('configSessions'),
  pageOf('configBackups'),
  setting('configBackups', 'create', 'backupsPage.create'),
  setting('configBackups', 'upload', 'backupsPage.upload'),
  setting('configBackups', 'place', 'backupsPage.place.title', 'backupsPage.place.path'),
  ...rows('configBackups', 'backupsPage', BACKUP_GROUPS),
  pageOf('configLogs'),
  setting('configLogs', 'serverLevel', 'logsPage.serverLevel'),
  pageOf('configNotifications'),
  ...rows('configNotifications', 'notifications', [{ rows: SENDING_ROWS }]),
  setting('configNotifications', 'add', 'notifications.add'),
  pageOf('configEmail'),
  ...rows('configEmail', 'email', EMAIL_GROUPS),
  setting('configEmail', 'test', 'email.test.send'),
  setting('configEmail', 'devices', 'devices.title', 'devices.serverIntro'),
  pageOf('configMetadataUtils'),
  pageOf('configTags'),
  pageOf('configGenres'),
  pageOf('configProviders'),
  setting('configProviders', 'add', 'metadataPages.providers.add'),
  pageOf('configFeeds'),
  pageOf('configAuthentication'),
  ...rows('configAuthentication', 'authentication', AUTHENTICATION_GROUPS, (key) =>
    key.startsWith('authOpenID') ? 'openid' : undefined,
  ),
  ...(['web', 'mobile'] as const).map((client) => ({
    ...setting('configAuthentication', CALLBACKS, `authentication.callback.${client}`),
    id: `configAuthentication.callback.${client}`,
  })),
];

export const settingsOf = (user: Pick<User, 'type'> | null): readonly FoundSetting[] =>
  user !== null && isAdmin(user) ? SETTINGS : [];

export type TextOf = (key: string) => string | null;

/** Settings with all words of `text`, ignoring case and order; matches in the name first. '': the pages. */
export function findSettings(settings: readonly FoundSetting[], text: string, textOf: TextOf): readonly FoundSetting[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return settings.filter(({ id, page }) => id === page);
  const hasAll = (place: string) => words.every((word) => place.includes(word));
  const ranked = settings.flatMap((found) => {
    const name = fold(textOf(found.label) ?? '');
    if (hasAll(name)) return [{ found, rank: 0 }];
    const others = [`pages.${found.page}`, ...found.more].map((key) => fold(textOf(key) ?? ''));
    return hasAll([name, ...others].join(' ')) ? [{ found, rank: 1 }] : [];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ found }) => found);
}

export function stepTo(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  return (Math.min(active, count - 1) + step + count) % count;
}
