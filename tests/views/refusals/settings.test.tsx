import { fireEvent, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import {
  applyBackup,
  createBackup,
  deleteBackup,
  listBackups,
  updateBackupPath,
} from '../../../src/services/endpoints/backups.ts';
import {
  createCustomProvider,
  deleteCustomProvider,
  listCustomProviders,
  deleteTag,
  listGenres,
  listTags,
  renameGenre,
  renameTag,
} from '../../../src/services/endpoints/metadata-utils.ts';
import {
  getEmailSettings,
  sendTestEmail,
  updateEmailSettings,
  updateEreaderDevices,
} from '../../../src/services/endpoints/emails.ts';
import { closeFeed, listFeeds } from '../../../src/services/endpoints/feeds.ts';
import { listItems, scanLibrary } from '../../../src/services/endpoints/libraries.ts';
import { deleteLibrary, listLibrariesWithStats, updateLibrary } from '../../../src/services/endpoints/library-admin.ts';
import {
  deleteNotification,
  getNotifications,
  updateNotification,
  updateNotificationSettings,
} from '../../../src/services/endpoints/notifications.ts';
import {
  getAuthSettings,
  getLog,
  purgeCache,
  updateAuthSettings,
  updateServerSettings,
  updateSortingPrefixes,
} from '../../../src/services/endpoints/server-admin.ts';
import {
  deleteSession,
  deleteSessions,
  listOpenSessions,
  listSessions,
} from '../../../src/services/endpoints/sessions.ts';
import { deleteShare } from '../../../src/services/endpoints/shares.ts';
import {
  deleteUser,
  listOnlineUsers,
  listUsers,
  updateUser,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '../../../src/services/endpoints/users.ts';
import { keysBody } from '../../support/api-key-fixtures.ts';
import { backupsBody, oneBackup } from '../../support/backup-fixtures.ts';
import { deviceBodies, emailSettingsWith } from '../../support/device-fixtures.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { twoLibraries } from '../../support/library-fixtures.ts';
import { pageBody } from '../../support/people-fixtures.ts';
import { shareBody } from '../../support/publish-fixtures.ts';
import { recording } from '../../support/recordings.ts';
import { sessionsBody } from '../../support/session-fixtures.ts';
import { onlineBody, usersBody } from '../../support/users-fixtures.ts';
import { answerPages, BOOKS } from './answers.ts';
import { checkbox, dialog, found, inDialog, menu, press, refuses, type, withSizes, type Refused } from './refused.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/views/admin/api-keys/api-keys-page.tsx';
import '../../../src/views/admin/api-keys/key-dialog.tsx';
import '../../../src/views/admin/authentication/authentication-page.tsx';
import '../../../src/views/admin/backups/backups-page.tsx';
import '../../../src/views/admin/email/email-page.tsx';
import '../../../src/views/admin/email/device-dialog.tsx';
import '../../../src/views/admin/feeds/feeds-page.tsx';
import '../../../src/views/admin/library-settings/edit-library-dialog.tsx';
import '../../../src/views/admin/library-settings/library-list-page.tsx';
import '../../../src/views/admin/logs/logs-page.tsx';
import '../../../src/views/edit/metadata-utils/names-page.tsx';
import '../../../src/views/edit/metadata-utils/providers-page.tsx';
import '../../../src/views/app/modals/confirm-prompt.tsx';
import '../../../src/views/admin/notifications/edit-notification-dialog.tsx';
import '../../../src/views/admin/notifications/notifications-page.tsx';
import '../../../src/views/admin/sessions/session-dialog.tsx';
import '../../../src/views/admin/sessions/sessions-page.tsx';
import '../../../src/views/admin/settings/general-page.tsx';
import '../../../src/views/admin/users/user-dialog.tsx';
import '../../../src/views/admin/users/users-page.tsx';

const overview = recording('notifications/get').response.body as { settings: { notifications: object[] } };
const notification = { ...overview.settings.notifications[0], id: 'n', eventName: 'onTest', enabled: false };
const feeds = recording('feeds/list').response.body as { feeds: { meta: { title: string } }[] };
const { results } = recording('libraries/items-final-minified').response.body as { results: object[] };
const sharedBook = { ...results[0], mediaItemShare: shareBody };
const signedIn = recording('auth/login-root').response.body as { serverSettings: object };
const UTILS = '/config/item-metadata-utils';
let typed = 0;

function answers(ports: FakePorts) {
  const { api } = ports;
  answerPages(ports, bookBody);
  api.answer(listUsers, { users: usersBody.users.slice(0, 5) });
  api.answer(listOnlineUsers, onlineBody);
  api.answer(listTags, { tags: ['Crime', 'noir'] });
  api.answer(listGenres, { genres: ['Crime', 'Noir'] });
  api.answer(listApiKeys, keysBody);
  api.answer(listBackups, backupsBody);
  api.answer(getNotifications, {
    ...overview,
    settings: { ...overview.settings, appriseApiUrl: 'http://a.example', notifications: [notification] },
  });
  api.answer(getEmailSettings, emailSettingsWith(deviceBodies));
  api.answer(getAuthSettings, recording('auth-settings/get-openid').response.body);
  api.answer(getLog, { currentDailyLogs: [] });
  api.answer(listSessions, sessionsBody);
  api.answer(listOpenSessions, { sessions: [] });
  api.answer(listFeeds, feeds);
  api.answer(listItems, ({ libraryId }: { libraryId: string }) => pageBody(libraryId === BOOKS ? [sharedBook] : []));
  api.answer(listLibrariesWithStats, twoLibraries);
  api.answer(listCustomProviders, {
    providers: [{ id: 'p', name: 'Mine', mediaType: 'book', url: 'https://example.org', authHeaderValue: null }],
  });
}

const main = () => document.querySelector('main') ?? document.body;
const shows =
  (name: RegExp, scope: () => ParentNode = main) =>
  () =>
    found(name, scope());
const inModal = () => dialog() ?? document.createElement('p');
const toggle = async (label: string) => {
  const control = await waitFor(() => {
    const name = [...main().querySelectorAll('label')].find(({ textContent }) => textContent?.trim() === label);
    const one = name && document.getElementById(name.htmlFor);
    if (!one) throw new Error(`No control ${label}`);
    return one;
  });
  fireEvent.click(control);
};

const TABLE: Record<string, Refused> = {
  'general: a switch': {
    path: '/config',
    endpoint: updateServerSettings,
    act: () => toggle('Chromecast'),
    says: 'Couldn’t save this change.',
    failed: 'Couldn’t save this change. Unknown error',
    shows: () => main().querySelector('h1'),
  },
  'general: prefixes': {
    path: '/config',
    prepare: ({ api }) =>
      api.answer(authorize, {
        ...signedIn,
        serverSettings: { ...signedIn.serverSettings, sortingIgnorePrefix: true, sortingPrefixes: ['the'] },
      }),
    endpoint: updateSortingPrefixes,
    act: async () => {
      await type(/^Prefixes to ignore/, `x${(typed += 1)}`);
      await press(/^Save/, main);
    },
    says: 'Couldn’t save the prefixes.',
    shows: shows(/^Save/),
  },
  'general: purge of the cache': {
    path: '/config',
    endpoint: purgeCache,
    act: async () => {
      await press(/^Purge all/, main);
      await inDialog(/^(Purge|Yes)/);
    },
    says: 'Couldn’t purge the cache',
    shows: shows(/^Purge all/),
  },
  'libraries: scan': {
    path: '/config/libraries',
    endpoint: scanLibrary,
    act: () => press(/^Scan Books$/, main),
    says: 'Couldn’t start the scan of “Books”',
    shows: shows(/^Scan Books$/),
  },
  'libraries: edit': {
    path: '/config/libraries',
    endpoint: updateLibrary,
    act: async () => {
      if (!dialog()) {
        await press(/^More actions for Books$/, main);
        await press(/^Edit$/, menu);
      }
      await type(/^Library name/, `Books ${(typed += 1)}`);
      await inDialog(/^(Save|Update)$/);
    },
    says: 'Couldn’t save the library.',
    shows: () => dialog(),
  },
  'libraries: delete': {
    path: '/config/libraries',
    endpoint: deleteLibrary,
    act: async () => {
      await press(/^More actions for Books$/, main);
      await press(/^Delete$/, menu);
      await inDialog(/^Delete library$/);
    },
    says: 'Couldn’t delete the library “Books”',
    gone: 'Library “Books” deleted',
    shows: shows(/^More actions for Books$/),
  },
  'users: edit': {
    path: '/config/users',
    endpoint: updateUser,
    act: async () => {
      if (!dialog()) await press(/^Edit user$/, main);
      await type(/^Username/, `user${(typed += 1)}`);
      await inDialog(/^Save$/);
    },
    says: 'Couldn’t save the user.',
    shows: shows(/^Save$/, inModal),
  },
  'users: delete': {
    path: '/config/users',
    endpoint: deleteUser,
    act: async () => {
      await press(/^Delete user$/, main);
      await inDialog(/^Delete/);
    },
    says: 'Couldn’t delete “user”.',
    gone: '“user” was deleted',
    shows: shows(/^Delete user$/),
  },
  'API keys: edit': {
    path: '/config/api-keys',
    endpoint: updateApiKey,
    act: async () => {
      if (!dialog()) {
        await press(/^Edit Home automation$/, main);
        await waitFor(() => fireEvent.click(checkbox() as HTMLInputElement));
      }
      await inDialog(/^Save$/);
    },
    says: 'Couldn’t save the API key.',
    shows: shows(/^Save$/, inModal),
  },
  'API keys: delete': {
    path: '/config/api-keys',
    endpoint: deleteApiKey,
    act: async () => {
      await press(/^Delete Home automation$/, main);
      await inDialog(/^Delete API key$/);
    },
    says: 'Couldn’t delete the API key “Home automation”.',
    gone: 'API key “Home automation” deleted',
    shows: shows(/^Delete Home automation$/),
  },
  'sessions: remove one': {
    path: '/config/sessions',
    endpoint: deleteSession,
    act: async () => {
      if (!dialog()) await press(/^Details of /, main);
      await inDialog(/^Remove$/);
      await inDialog(/^Remove session$/);
    },
    says: '',
    shows: () => dialog(),
  },
  'sessions: remove several': {
    path: '/config/sessions',
    endpoint: deleteSessions,
    act: async () => {
      if (!found(/^Remove$/, main()))
        await waitFor(() => fireEvent.click(main().querySelector('tbody input[type="checkbox"]') as HTMLElement));
      await press(/^Remove$/, main);
      await inDialog(/^Remove session/);
    },
    says: 'Couldn’t remove the listening sessions.',
    shows: shows(/^Remove$/),
  },
  'backups: create': {
    path: '/config/backups',
    endpoint: createBackup,
    act: () => press(/^Create backup$/, main),
    says: 'Couldn’t create the backup',
    shows: shows(/^Create backup$/),
  },
  'backups: delete': {
    path: '/config/backups',
    endpoint: deleteBackup,
    act: async () => {
      await press(/^Delete the backup/, main);
      await inDialog(/^Delete$/);
    },
    says: 'Couldn’t delete the backup',
    gone: 'Backup deleted',
    shows: shows(/^Delete the backup/),
  },
  'backups: restore': {
    path: '/config/backups',
    endpoint: applyBackup,
    act: async () => {
      if (!dialog()) await press(/^Restore the backup/, main);
      await type(/to confirm$/, oneBackup.id);
      await inDialog(/^Restore/);
    },
    says: 'Couldn’t restore the backup.',
    shows: () => dialog(),
  },
  'backups: schedule, number and size': {
    path: '/config/backups',
    endpoint: updateServerSettings,
    act: async () => {
      await type(/^Backups to keep|^Number of backups/, String(3 + (typed += 1)));
      await press(/^Save$/, main);
    },
    says: 'Couldn’t save.',
    shows: shows(/^Save$/),
  },
  'backups: place': {
    path: '/config/backups',
    endpoint: updateBackupPath,
    act: async () => {
      if (!found(/^Save$/, main())) await press(/^(Edit|Change)/, main);
      await type(/(Folder|Path|location)/i, `/elsewhere/${(typed += 1)}`);
      await press(/^Save$/, main);
    },
    says: '',
    shows: () => main().querySelector('h1'),
  },
  'logs: the level of the server': {
    path: '/config/log',
    endpoint: updateServerSettings,
    act: async () => {
      const trigger = await waitFor(() => {
        const one = main().querySelector<HTMLElement>('[data-setting="serverLevel"] [role="combobox"]');
        if (!one) throw new Error('No choice of levels');
        return one;
      });
      const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
      await user.click(trigger);
      const option = await waitFor(() => {
        const one = document.querySelector<HTMLElement>('[role="option"][aria-selected="false"]');
        if (!one) throw new Error('No levels');
        return one;
      });
      await user.click(option);
    },
    says: 'Couldn’t change the log level',
    shows: () => main().querySelector('h1'),
  },
  'notifications: how they are sent': {
    path: '/config/notifications',
    endpoint: updateNotificationSettings,
    act: async () => {
      await type(/^Apprise API URL/, `http://a.example/${(typed += 1)}`);
      await press(/^Save$/, main);
    },
    says: 'Couldn’t save.',
    shows: shows(/^Save$/),
  },
  'notifications: edit': {
    path: '/config/notifications',
    endpoint: updateNotification,
    act: async () => {
      if (!dialog()) await press(/^Edit /, main);
      await type(/^Title/, `Title ${(typed += 1)}`);
      await inDialog(/^Save$/);
    },
    says: 'Couldn’t save the notification.',
    shows: shows(/^Save$/, inModal),
  },
  'notifications: turn on': {
    path: '/config/notifications',
    endpoint: updateNotification,
    act: () => press(/^Turn on/, main),
    says: 'Couldn’t turn on the notification.',
    shows: shows(/^Turn on/),
  },
  'notifications: delete': {
    path: '/config/notifications',
    endpoint: deleteNotification,
    act: async () => {
      await press(/^Delete /, main);
      await inDialog(/^Delete/);
    },
    says: 'Couldn’t delete the notification.',
    shows: shows(/^Delete /),
  },
  'e-mail: settings': {
    path: '/config/email',
    endpoint: updateEmailSettings,
    act: async () => {
      await type(/^Host/, `mail${(typed += 1)}.example`);
      await press(/^Save$/, main);
    },
    says: 'Couldn’t save.',
    shows: shows(/^Save$/),
  },
  'e-mail: a test': {
    path: '/config/email',
    endpoint: sendTestEmail,
    act: () => press(/^Send test/, main),
    says: 'Couldn’t send the test email.',
    shows: shows(/^Send test/),
  },
  'e-mail: a device': {
    path: '/config/email',
    endpoint: updateEreaderDevices,
    act: async () => {
      if (!dialog()) await press(/^Edit /, main);
      await type(/^Name/, `Reader ${(typed += 1)}`);
      await inDialog(/^Save$/);
    },
    says: 'Couldn’t save the device.',
    shows: shows(/^Save$/, inModal),
  },
  'e-mail: remove a device': {
    path: '/config/email',
    endpoint: updateEreaderDevices,
    act: async () => {
      await press(/^(Remove|Delete) /, main);
      await inDialog(/^(Remove|Delete)/);
    },
    says: 'Couldn’t remove “',
    gone: 'was removed',
    shows: shows(/^(Remove|Delete) /),
  },
  'Feeds & sharing: close': {
    path: '/config/rss-feeds',
    endpoint: closeFeed,
    act: async () => {
      await press(/^Close /, main);
      await inDialog(/^Close feed$/);
    },
    says: 'Failed to close RSS feed',
    gone: 'RSS feed closed',
    shows: shows(/^Close /),
  },
  'Feeds & sharing: delete a link': {
    path: '/config/rss-feeds',
    endpoint: deleteShare,
    act: async () => {
      await press(/^Delete /, main);
      await inDialog(/^Delete link$/);
    },
    says: 'Failed to delete share',
    gone: 'Share link deleted',
    shows: shows(/^Delete /),
  },
  'authentication: settings': {
    path: '/config/authentication',
    endpoint: updateAuthSettings,
    act: async () => {
      await type(/^Button text/, `Sign in ${(typed += 1)}`);
      await press(/^Save$/, main);
    },
    says: 'Couldn’t save.',
    shows: shows(/^Save$/),
  },
  'tags: rename': {
    path: `${UTILS}/tags`,
    endpoint: renameTag,
    act: async () => {
      if (!found(/^Save$/, main())) await press(/^Rename noir$/, main);
      await type(/^New name for noir$/, `name ${(typed += 1)}`);
      await press(/^Save$/, main);
      await inDialog(/^Rename$/);
    },
    says: 'Couldn’t change the tags',
    shows: shows(/^Save$/),
  },
  'tags: delete': {
    path: `${UTILS}/tags`,
    endpoint: deleteTag,
    act: async () => {
      await press(/^Remove noir/, main);
      await inDialog(/^(Remove|Delete)/);
    },
    says: 'Couldn’t change the tags',
    shows: shows(/^Remove noir/),
  },
  'genres: rename': {
    path: `${UTILS}/genres`,
    endpoint: renameGenre,
    act: async () => {
      if (!found(/^Save$/, main())) await press(/^Rename Noir$/, main);
      await type(/^New name for Noir$/, `name ${(typed += 1)}`);
      await press(/^Save$/, main);
      await inDialog(/^Rename$/);
    },
    says: 'Couldn’t change the genres',
    shows: shows(/^Save$/),
  },
  'providers: add': {
    path: `${UTILS}/custom-metadata-providers`,
    endpoint: createCustomProvider,
    act: async () => {
      if (!found(/^Add$/, main())) await press(/^Add provider$/, main);
      await type(/^Name/, 'Theirs');
      await type(/^URL/, 'https://example.org');
      await press(/^Add$/, main);
    },
    says: 'Couldn’t add the provider.',
    shows: shows(/^Add$/),
  },
  'providers: delete': {
    path: `${UTILS}/custom-metadata-providers`,
    endpoint: deleteCustomProvider,
    act: async () => {
      await press(/^Delete /, main);
      await inDialog(/^Delete/);
    },
    says: 'Couldn’t delete the provider “Mine”',
    gone: 'Provider “Mine” deleted',
    shows: shows(/^Delete /),
  },
};

withSizes();
refuses(TABLE, answers);
