import type { Library } from '../../../schemas/api/library.ts';
import type { User } from '../../../schemas/api/user.ts';
import type { AnyRoute, Route, RouteName } from '../../kit/router/routes.ts';
import { isAdmin } from '../../kit/destinations.ts';

export interface SettingsArea {
  readonly name: RouteName;
  readonly route: Route;
}

const OF_SERVER = [
  'config',
  'configLibraries',
  'configUsers',
  'configApiKeys',
  'configSessions',
  'configBackups',
  'configLogs',
  'configNotifications',
  'configEmail',
  'configMetadataUtils',
  'configFeeds',
  'configAuthentication',
] as const satisfies readonly RouteName[];

/** Pages below an area: its link stays marked. */
const BELOW: Partial<Record<AnyRoute['name'], RouteName>> = {
  configUser: 'configUsers',
  configUserSessions: 'configUsers',
  accountSessions: 'configStats',
  configTags: 'configMetadataUtils',
  configGenres: 'configMetadataUtils',
  configProviders: 'configMetadataUtils',
};

export const areaOf = (name: AnyRoute['name']): AnyRoute['name'] => BELOW[name] ?? name;

export function settingsAreas(
  user: Pick<User, 'type'>,
  library: Pick<Library, 'id' | 'mediaType'> | null,
): readonly SettingsArea[] {
  const ofServer = OF_SERVER.map((name) => ({ name, route: { name } }));
  const ofLibrary =
    library?.mediaType === 'book'
      ? [{ name: 'libraryStats', route: { name: 'libraryStats', libraryId: library.id } } as const]
      : [];
  const own = { name: 'configStats', route: { name: 'configStats' } } as const;
  return isAdmin(user) ? [...ofServer, ...ofLibrary, own] : [own];
}
