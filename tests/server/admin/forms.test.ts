import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyActorLogic, AnyActorRef } from 'xstate';
import { noPassword, passwordForm } from '../../../src/machines/admin/account/account.logic.ts';
import { keyForm, LIFETIMES, valuesOf as keyValues } from '../../../src/machines/admin/api-keys/api-keys.logic.ts';
import {
  authenticationForm,
  authenticationValuesOf,
} from '../../../src/machines/admin/authentication/authentication-form.logic.ts';
import { backupForm, backupValuesOf, pathForm } from '../../../src/machines/admin/backups/backups.logic.ts';
import { emailForm, emailValuesOf } from '../../../src/machines/admin/email/email.logic.ts';
import {
  AVAILABILITY,
  deviceForm,
  valuesOf as deviceValues,
} from '../../../src/machines/admin/ereader-devices/ereader-devices.logic.ts';
import {
  libraryForm,
  METADATA_SOURCES,
  rankedSources,
  SWITCHES,
  valuesOf as libraryValues,
} from '../../../src/machines/admin/library-settings/edit-library.logic.ts';
import { SCHEDULE_CHOICES } from '../../../src/machines/kit/schedule.logic.ts';
import { providerForm } from '../../../src/machines/edit/metadata-utils/providers.machine.ts';
import {
  notificationForm,
  notificationValuesOf,
  sendingForm,
  sendingValuesOf,
} from '../../../src/machines/admin/notifications/notifications.logic.ts';
import { generalSettingsMachine } from '../../../src/machines/admin/settings/general-settings.machine.ts';
import { prefixForm, prefixValues } from '../../../src/machines/admin/settings/prefixes.logic.ts';
import { LANGUAGES } from '../../../src/locales/languages.ts';
import { SETTING_GROUPS, type Setting } from '../../../src/machines/admin/settings/settings-table.logic.ts';
import { TYPES, userForm, valuesOf as userValues } from '../../../src/machines/admin/users/edit-user.logic.ts';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { getEmailSettings, updateEreaderDevices } from '../../../src/services/endpoints/emails.ts';
import { createLibrary } from '../../../src/services/endpoints/library-admin.ts';
import { createNotification, getNotifications } from '../../../src/services/endpoints/notifications.ts';
import { getAuthSettings, updateAuthSettings } from '../../../src/services/endpoints/server-admin.ts';
import { listUsers, createApiKey } from '../../../src/services/endpoints/users.ts';
import { libraryChange, newLibrary } from '../../../src/schemas/requests/libraries.ts';
import { LARGEST } from '../../../src/schemas/limits.ts';
import { requestBodies } from '../../../src/schemas/requests/index.ts';
import { z } from '../../../src/schemas/zod.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { createHost } from '../../support/host.ts';
import { createRealApi, portsOver, type RealApi, type SentCall } from '../../support/real-api.ts';

/*
 * The server accepts whatever the forms of the settings accept: forms are filled in at random and saved to an embedded
 * server. Either the form shows an error and sends nothing, or the server accepts all of it as sent.
 */

let server: TestServer;
let real: RealApi;
let rootId: string;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  const root = await server.account('root', 'root');
  rootId = root.user?.id ?? '';
  real = createRealApi(server.url, root.token);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-forms-'));
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});

type Changes = Readonly<Record<string, unknown>>;
interface Filled {
  readonly problems: Readonly<Record<string, unknown>>;
  readonly error: AppError | null;
}

/** Fills in and submits a form. Returns its final state and the calls it sent. */
async function submit(form: AnyActorLogic, values: object, changes: Changes) {
  const begun = real.sent.length;
  const host = createHost(form, {
    ports: portsOver(real.api),
    input: { values },
    named: { modals: null, toasts: null },
  });
  const subject = host.subject as AnyActorRef;
  for (const [field, value] of Object.entries(changes)) subject.send({ type: 'form.change', field, value });
  subject.send({ type: 'form.submit' });
  const busy = () => (subject.getSnapshot() as { hasTag(tag: string): boolean }).hasTag('busy');
  await vi.waitFor(() => expect(busy()).toBe(false), { timeout: 10_000, interval: 1 });
  const { problems, error } = (subject.getSnapshot() as { context: Filled }).context;
  const saved = host.parentEvents.find(({ type }) => type.endsWith('.saved')) as
    { readonly answer?: unknown } | undefined;
  const token = (saved?.answer as { readonly accessToken?: unknown } | null | undefined)?.accessToken;
  if (typeof token === 'string') real.use(token);
  host.stop();
  return { problems, error, isSaved: saved !== undefined, calls: real.sent.slice(begun) };
}

/** The schemas that the server reads a body with; a library has one by its kind. */
function schemasOf(name: string): readonly z.ZodMiniType[] {
  if (name === 'libraries.create') return Object.values(newLibrary);
  if (name === 'libraries.update') return Object.values(libraryChange);
  return [requestBodies[name as keyof typeof requestBodies]];
}
/** Whether the server reads all of a body as sent. */
const isReadWhole = ({ name, body }: SentCall): boolean =>
  schemasOf(name).some((schema) => isDeepStrictEqual(schema.safeParse(body).data, body));

/** Fills in and submits `RUNS` times; `begin` returns the initial values. Returns the share of saves, 0..1. */
async function fillIn(
  form: AnyActorLogic,
  begin: () => object | Promise<object>,
  typed: Record<string, fc.Arbitrary<unknown>>,
  numRuns = RUNS,
) {
  let saved = 0;
  await fc.assert(
    fc.asyncProperty(fc.record(typed, { requiredKeys: [] }), async (changes) => {
      const { problems, error, isSaved, calls } = await submit(form, await begin(), changes);
      const isStopped = Object.keys(problems).length > 0;
      const wrong = isStopped ? calls : calls.filter((call) => !isReadWhole(call));
      expect({ changes, problems, error, wrong }).toEqual({ changes, problems, error: null, wrong: [] });
      if (isSaved && calls.length > 0) saved += 1;
    }),
    { numRuns },
  );
  return saved / numRuns;
}
const RUNS = 40;
/**
 * Least share of saves, else too little of the input is valid. 40 of 100 inputs and more are valid, so that chance
 * alone does not fail: 2 of 40 happen once in ten million.
 */
const ENOUGH = 0.05;
/** Passwords take long to hash. */
const FEW_RUNS = 12;

const text = fc.oneof(fc.string(), fc.constantFrom('', ' a ', '漢字', '<b>x</b>', "Robert'); --"));
/** Larger ones are refused by their name (tests/schemas/requests.test.ts). */
const withinBounds = fc.double({ noNaN: true, min: -LARGEST, max: LARGEST });
const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 99 }) },
  { weight: 1, arbitrary: fc.oneof(fc.constantFrom(null, Infinity), fc.integer(), withinBounds) },
);
const address = fc.oneof(
  { weight: 12, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.constantFrom('', ' https://id.example ', 'HTTP://A.example/b', 'http://[::1]:8/x') },
  { weight: 1, arbitrary: fc.oneof(text, fc.constantFrom('ftp://a', 'http://', 'http:// a', 'javascript:0')) },
);
const email = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(fc.constant(''), fc.emailAddress()) },
  { weight: 1, arbitrary: text },
);
const schedule = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('0 1 * * *', '*/5 * * * 1-5', '0 0 1,15 * *', '5 4 * 1-6/2 0') },
  { weight: 1, arbitrary: fc.oneof(text, fc.constantFrom('61 * * * *', '0 0 31 2 *', '* * * *')) },
);
let count = 0;
/** A different name each time, so that none is taken. */
const name = fc.oneof(
  { weight: 8, arbitrary: text.map((some) => `${some}${(count += 1)}`) },
  { weight: 1, arbitrary: fc.constantFrom('', '  ') },
);
/** One or two, rarely none. */
const someOf = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.array(arbitrary, { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant<Value[]>([]) },
  );
const permissions = fc.record({
  download: fc.boolean(),
  update: fc.boolean(),
  delete: fc.boolean(),
  upload: fc.boolean(),
  createEreader: fc.boolean(),
  accessAllLibraries: fc.boolean(),
  accessAllTags: fc.boolean(),
  accessExplicitContent: fc.boolean(),
  selectedTagsNotAccessible: fc.boolean(),
});

describe('users', () => {
  const typed = {
    username: name,
    password: fc.oneof({ weight: 8, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) }, fc.constant('')),
    email,
    type: fc.constantFrom(...TYPES),
    isActive: fc.boolean(),
    permissions,
    librariesAccessible: someOf(fc.uuid()),
    itemTagsSelected: someOf(text),
  };
  test('a new account (CFG-027)', async () => {
    expect(
      await fillIn(userForm, () => ({ ...userValues(null), username: `new${(count += 1)}`, password: 'p' }), typed),
    ).toBeGreaterThan(ENOUGH);
  });
  test('an account that is changed (CFG-028)', async () => {
    await server.account('changed');
    const account = async () => {
      const { users } = await real.api.call(listUsers, undefined);
      return userValues(users.items.find(({ id }) => id !== rootId) ?? null);
    };
    expect(await fillIn(userForm, account, typed)).toBeGreaterThan(ENOUGH);
  });
  test('root (areas 7.2)', async () => {
    const account = async () => {
      const { users } = await real.api.call(listUsers, undefined);
      return userValues(users.items.find(({ id }) => id === rootId) ?? null);
    };
    expect(await fillIn(userForm, account, { username: typed.username, email: typed.email })).toBeGreaterThan(ENOUGH);
  });
});

describe('API keys', () => {
  const typed = {
    name,
    lifetime: fc.constantFrom(...Object.keys(LIFETIMES)),
    isActive: fc.boolean(),
    userId: fc.constantFrom('', 'ROOT').map((id) => (id === '' ? '' : rootId)),
  };
  test('a new one (CFG-034)', async () => {
    expect(await fillIn(keyForm, () => ({ ...keyValues(null), name: 'k', userId: rootId }), typed)).toBeGreaterThan(
      ENOUGH,
    );
  });
  test('one that is changed', async () => {
    const { apiKey } = await real.api.call(createApiKey, { name: 'k', isActive: true, userId: rootId });
    expect(
      await fillIn(keyForm, () => keyValues(apiKey as never), { isActive: fc.constant(false), userId: typed.userId }),
    ).toBeGreaterThan(ENOUGH);
  });
});

describe('ereader devices', () => {
  const typed = {
    name,
    email,
    availability: fc.constantFrom(...AVAILABILITY),
    users: fc.array(fc.uuid(), { maxLength: 2 }),
  };
  test('of the server (CFG-043)', async () => {
    const begin = async () => {
      const { settings } = await real.api.call(getEmailSettings, undefined);
      return {
        ...deviceValues({ scope: 'server', userId: rootId }, null, settings.ereaderDevices),
        name: 'd',
        email: 'e@a.example',
      };
    };
    await real.api.call(updateEreaderDevices, { ereaderDevices: [] });
    expect(await fillIn(deviceForm, begin, { ...typed, name: name.map((some) => `${some}`) })).toBeGreaterThan(ENOUGH);
  });
  test('of oneself (ACC)', async () => {
    const begin = async () => {
      const { ereaderDevices } = await real.api.call(authorize, undefined);
      const values = deviceValues({ scope: 'own', userId: rootId }, null, ereaderDevices.items);
      return { ...values, name: `own${(count += 1)}`, email: 'e@a.example' };
    };
    expect(await fillIn(deviceForm, begin, { name: typed.name, email: typed.email })).toBeGreaterThan(ENOUGH);
  });
});

describe('libraries', () => {
  const typed = {
    name,
    icon: fc.constantFrom('database', 'podcast', 'rocket'),
    provider: fc.constantFrom('google', 'audible.uk', 'itunes'),
    folderText: fc.constantFrom('', ' ', '/'),
    isSquare: fc.boolean(),
    isWatched: fc.boolean(),
    switches: fc.record(Object.fromEntries(SWITCHES.book.map((key) => [key, fc.boolean()]))),
    region: fc.constantFrom('us', 'de'),
    finishedBy: fc.constantFrom('time', 'percent'),
    finishedTime: number,
    finishedPercent: number,
    sources: fc
      .tuple(fc.shuffledSubarray([...METADATA_SOURCES]), fc.boolean())
      .map(([some, all]) => rankedSources(all ? undefined : some)),
    isScheduled: fc.boolean(),
    draft: fc.record({
      mode: fc.constantFrom('simple', 'advanced'),
      choice: fc.constantFrom(...SCHEDULE_CHOICES),
      time: fc.constantFrom('00:00', '23:59', ''),
      weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
      text: schedule,
    }),
  };
  const folders = () => {
    const fullPath = path.join(folder, `library ${(count += 1)}`);
    fs.mkdirSync(fullPath);
    return [{ fullPath }];
  };
  test('a new one (CFG-022, VAL-029)', async () => {
    expect(
      await fillIn(libraryForm, () => ({ ...libraryValues(null), name: 'n', folders: folders() }), {
        ...typed,
        mediaType: fc.constantFrom('book', 'podcast'),
      }),
    ).toBeGreaterThan(ENOUGH);
  });
  test.each(['book', 'podcast'] as const)('one of the kind %s that is changed (CFG-023)', async (mediaType) => {
    const body = { name: 'n', folders: folders(), mediaType, icon: 'database', provider: 'google' };
    const library = await real.api.call(createLibrary, body as never);
    expect(await fillIn(libraryForm, () => libraryValues(library as never), typed)).toBeGreaterThan(ENOUGH);
  });
});

test('authentication (CFG-011, CFG-012)', async () => {
  const claim = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('', 'groups', 'a-b_1') },
    { weight: 1, arbitrary: text },
  );
  const url = 'https://id.example';
  await real.api.call(updateAuthSettings, {
    authOpenIDIssuerURL: url,
    authOpenIDAuthorizationURL: url,
    authOpenIDTokenURL: url,
    authOpenIDUserInfoURL: url,
    authOpenIDJwksURL: url,
    authOpenIDClientID: 'id',
    authOpenIDClientSecret: 'secret',
  });
  const begin = async () =>
    authenticationValuesOf(await real.api.call(getAuthSettings, undefined), 'http://here.test/');
  expect(
    await fillIn(authenticationForm, begin, {
      authLoginCustomMessage: text,
      local: fc.boolean(),
      openid: fc.boolean(),
      authOpenIDIssuerURL: address,
      authOpenIDAuthorizationURL: address,
      authOpenIDTokenURL: address,
      authOpenIDUserInfoURL: address,
      authOpenIDJwksURL: address,
      authOpenIDLogoutURL: address,
      authOpenIDClientID: text,
      authOpenIDClientSecret: text,
      authOpenIDTokenSigningAlgorithm: fc.constantFrom('RS256', 'ES256', ''),
      authOpenIDMobileRedirectURIs: fc.array(fc.constantFrom('*', 'app://oauth', 'b://c/d', ' ', 'no'), {
        maxLength: 2,
      }),
      authOpenIDSubfolderForRedirectURLs: fc.constantFrom('', '/audiobooks'),
      authOpenIDButtonText: text,
      authOpenIDMatchExistingBy: fc.constantFrom('', 'email', 'username'),
      authOpenIDAutoLaunch: fc.boolean(),
      authOpenIDAutoRegister: fc.boolean(),
      authOpenIDGroupClaim: claim,
      authOpenIDAdvancedPermsClaim: claim,
    }),
  ).toBeGreaterThan(ENOUGH);
});

describe('notifications', () => {
  test('how they are sent (VAL-023, VAL-024)', async () => {
    const begin = async () => sendingValuesOf((await real.api.call(getNotifications, undefined)).settings);
    expect(
      await fillIn(sendingForm, begin, {
        appriseApiUrl: address,
        maxNotificationQueue: number,
        maxFailedAttempts: number,
      }),
    ).toBeGreaterThan(ENOUGH);
  });
  const typed = {
    eventName: fc.constantFrom('onTest', 'onBackupFailed', 'onPodcastEpisodeDownloaded'),
    urls: fc.array(address, { maxLength: 3 }),
    titleTemplate: text,
    bodyTemplate: text,
    enabled: fc.boolean(),
  };
  test('a new one (CFG-037, VAL-014)', async () => {
    expect(
      await fillIn(notificationForm, () => ({ ...notificationValuesOf(null, []), urls: ['json://a'] }), typed),
    ).toBeGreaterThan(ENOUGH);
  });
  test('one that is changed', async () => {
    const body = { eventName: 'onTest', libraryId: null, urls: ['json://a'], titleTemplate: '', bodyTemplate: '' };
    const { notifications } = await real.api.call(createNotification, {
      ...body,
      enabled: true,
      type: 'info',
    } as never);
    expect(
      await fillIn(notificationForm, () => notificationValuesOf(notifications.items[0] ?? null, []), typed),
    ).toBeGreaterThan(ENOUGH);
  });
});

describe('backups', () => {
  test('their schedule, number and size (CFG-014, CFG-015, CFG-017)', async () => {
    const begin = async () => backupValuesOf((await real.api.call(authorize, undefined)).serverSettings);
    expect(
      await fillIn(backupForm, begin, {
        automatic: fc.boolean(),
        schedule,
        backupsToKeep: number,
        maxBackupSize: number,
      }),
    ).toBeGreaterThan(ENOUGH);
  });
  test('their folder (CFG-016, VAL-027)', async () => {
    expect(
      await fillIn(pathForm, () => ({ path: folder }), {
        path: fc
          .constantFrom('', ' ', 'b', 'c d', ' é ')
          .map((some) => (some.trim() === '' ? some : path.join(folder, some))),
      }),
    ).toBeGreaterThan(ENOUGH);
  });
});

test('e-mail (areas 12.1)', async () => {
  const begin = async () => emailValuesOf((await real.api.call(getEmailSettings, undefined)).settings);
  expect(
    await fillIn(emailForm, begin, {
      host: text,
      port: fc.oneof(fc.integer({ min: 1, max: 65_535 }), number),
      secure: fc.boolean(),
      rejectUnauthorized: fc.boolean(),
      user: text,
      pass: text,
      fromAddress: fc.oneof(fc.constantFrom('', ' a@b ', 'A <a@b.example>'), fc.emailAddress(), text),
      testAddress: fc.oneof(fc.constantFrom('', ' a@b '), fc.emailAddress(), text),
    }),
  ).toBeGreaterThan(ENOUGH);
});

test('custom metadata providers (CFG-053, VAL-010, VAL-011)', async () => {
  expect(
    await fillIn(providerForm, () => ({ name: 'n', url: 'http://a', authHeaderValue: '' }), {
      name: text,
      url: address,
      authHeaderValue: text,
    }),
  ).toBeGreaterThan(ENOUGH);
});

test('prefixes that sorting ignores (CFG-010, VAL-028)', async () => {
  const begin = async () => prefixValues((await real.api.call(authorize, undefined)).serverSettings.sortingPrefixes);
  expect(await fillIn(prefixForm, begin, { prefixes: fc.array(text, { maxLength: 4 }), typed: text })).toBeGreaterThan(
    ENOUGH,
  );
});

test('the own password (ACC-003)', async () => {
  const asRoot = real;
  const begin = async () => {
    const username = `owner${(count += 1)}`;
    const { token } = await server.account(username);
    real.use(token);
    return { ...noPassword(false), password: `${username}pass`, newPassword: 'new', repeatedPassword: 'new' };
  };
  real = createRealApi(server.url, '');
  try {
    const typed = {
      newPassword: fc.constantFrom('new', 'new', 'new', 'new', ''),
      repeatedPassword: fc.constantFrom('new', 'new', 'new', 'new', 'typo'),
    };
    expect(await fillIn(passwordForm, begin, typed, FEW_RUNS)).toBeGreaterThan(ENOUGH);
  } finally {
    real = asRoot;
  }
});

test('every control of the general settings (CFG-005, CFG-006, CFG-009)', async () => {
  const rows: readonly Setting[] = SETTING_GROUPS.flatMap((group): readonly Setting[] => group.rows);
  const choices = (row: Setting): readonly unknown[] => {
    if (row.kind === 'toggle') return [row.on, row.off];
    if (row.kind === 'pattern') return row.patterns;
    return row.key === 'language' ? LANGUAGES.map(({ code }) => code) : ['google', 'audible', 'openlibrary'];
  };
  const host = createHost(generalSettingsMachine, {
    ports: portsOver(real.api),
    input: { route: { name: 'config' } } as never,
    named: { modals: null, toasts: null, session: null },
  });
  const { subject } = host;
  await vi.waitFor(() => expect(subject.getSnapshot().matches({ shown: 'resting' })).toBe(true));
  const change = fc.constantFrom(...rows.flatMap((row) => choices(row).map((value) => ({ [row.key]: value }))));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      for (const one of changes) subject.send({ type: 'settings.change', change: one });
      await vi.waitFor(() => expect(subject.getSnapshot().matches({ shown: 'resting' })).toBe(true), { interval: 1 });
      const { stored, refused } = subject.getSnapshot().context;
      expect(refused).toBeNull();
      const { serverSettings } = await real.api.call(authorize, undefined);
      const wanted = Object.assign({}, ...changes) as object;
      expect([stored, serverSettings]).toEqual([expect.objectContaining(wanted), expect.objectContaining(wanted)]);
    }),
    { numRuns: RUNS },
  );
});
