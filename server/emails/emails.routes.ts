import type { Area } from '../context.ts';
import { canSeeItem, requireAdminOrHide } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, isRecord, stringList } from '../http/input.ts';
import { ereaderDevicesOf, type EreaderDevice } from '../users/user-json.ts';

/** How mail would be sent, as the API shows it; the devices are stored apart because users change theirs as well. */
interface MailSettings {
  host: string | null;
  port: number;
  secure: boolean;
  rejectUnauthorized: boolean;
  user: string | null;
  pass: string | null;
  testAddress: string | null;
  fromAddress: string | null;
}

const defaults: MailSettings = {
  host: null, port: 465, secure: true, rejectUnauthorized: true, user: null, pass: null, testAddress: null, fromAddress: null,
};

const availabilityOptions = ['adminOrUp', 'userOrUp', 'guestOrUp', 'specificUsers'];

/** What a real server says when the mail host is missing or does not answer; this one has no mail host that it could reach. */
const UNREACHABLE = 'Failed to verify SMTP connection configuration';

/** Mail settings and e-reader devices: stored and told; sending ends as on a server without a reachable mail host. */
export const registerEmails: Area = (app, ctx) => {
  const devices = () => ctx.store.settings.get<EreaderDevice[]>('ereaderDevices', []);
  const mail = () => ({ ...defaults, ...ctx.store.settings.get<Partial<MailSettings>>('emails', {}) });
  const settingsJson = () => ({ settings: { id: 'email-settings', ...mail(), ereaderDevices: devices() } });
  const hidden = { preHandler: requireAdminOrHide };

  app.get('/api/emails/settings', hidden, async () => settingsJson());

  app.patch('/api/emails/settings', hidden, async (request) => {
    ctx.store.settings.set('emails', { ...mail(), ...readSettings(bodyOf(request)) });
    return settingsJson();
  });

  app.post('/api/emails/test', hidden, async () => {
    throw fail(400, UNREACHABLE);
  });

  app.post('/api/emails/ereader-devices', hidden, async (request) => {
    const ereaderDevices = readDevices(bodyOf(request)['ereaderDevices']);
    ctx.store.settings.set('ereaderDevices', ereaderDevices);
    ctx.events.toAdmins('ereader-devices-updated', { ereaderDevices });
    return { ereaderDevices };
  });

  app.post('/api/emails/send-ebook-to-device', async (request) => {
    const { libraryItemId, deviceName } = bodyOf(request);
    const device = devices().find(({ name }) => name === deviceName);
    if (!device) throw fail(404, 'Ereader device not found');
    if (!ereaderDevicesOf(ctx, request.user).some(({ name }) => name === device.name)) throw fail(403);
    const item = typeof libraryItemId === 'string' ? ctx.items.access(libraryItemId) : undefined;
    if (!item) throw fail(404, 'Library item not found');
    if (!canSeeItem(request.user, item)) throw fail(403);
    if (!ctx.items.expanded(item.id)?.media['ebookFile']) throw fail(404, 'Ebook file not found');
    throw fail(400, UNREACHABLE);
  });
};

/** Known keys with a value of the right type; an empty text is none. */
function readSettings(body: Record<string, unknown>): Partial<MailSettings> {
  const entries = Object.entries(body).filter(([key, value]) => {
    if (!Object.hasOwn(defaults, key)) return false;
    const known = defaults[key as keyof MailSettings];
    if (known === null) return value === null || typeof value === 'string';
    if (typeof value === 'number') return key === 'port' && Number.isInteger(value) && value > 0 && value < 65_536;
    return typeof value === typeof known;
  });
  return Object.fromEntries(entries.map(([key, value]) => [key, value === '' ? null : value]));
}

function readDevices(value: unknown): EreaderDevice[] {
  if (!Array.isArray(value)) throw fail(400, 'Invalid payload. ereaderDevices array required');
  const read = value.map((entry: unknown): EreaderDevice => {
    const { name, email, availabilityOption, users } = isRecord(entry) ? entry : {};
    if (typeof name !== 'string' || typeof email !== 'string' || name === '' || email === '') {
      throw fail(400, 'Invalid payload. ereaderDevices array items must have name and email');
    }
    const option = availabilityOptions.find((known) => known === availabilityOption) ?? 'adminOrUp';
    return { name, email, availabilityOption: option, users: option === 'specificUsers' ? (stringList(users) ?? []) : [] };
  });
  if (new Set(read.map(({ name }) => name)).size < read.length) throw fail(400, 'Invalid payload. Duplicate "name" field found.');
  return read;
}
