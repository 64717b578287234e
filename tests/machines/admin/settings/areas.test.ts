import { expect, test } from 'vitest';
import { areaOf, settingsAreas } from '../../../../src/machines/admin/settings/areas.logic.ts';

const names = (...input: Parameters<typeof settingsAreas>) => settingsAreas(...input).map(({ name }) => name);

/** In the order of areas 3. */
const ofServer = [
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
];

test('administrators have all areas, others their own numbers only (areas 3)', () => {
  const books = { id: 'L', mediaType: 'book' } as const;
  for (const type of ['root', 'admin'] as const) {
    expect(names({ type }, books)).toEqual([...ofServer, 'libraryStats', 'configStats']);
    expect(names({ type }, null)).toEqual([...ofServer, 'configStats']);
    expect(names({ type }, { id: 'L', mediaType: 'podcast' })).toEqual([...ofServer, 'configStats']);
  }
  for (const type of ['user', 'guest'] as const) expect(names({ type }, books)).toEqual(['configStats']);
});

test('a page below an area belongs to it (areas 3)', () => {
  expect([areaOf('configUser'), areaOf('configUserSessions'), areaOf('accountSessions'), areaOf('config')]).toEqual([
    'configUsers',
    'configUsers',
    'configStats',
    'config',
  ]);
});
