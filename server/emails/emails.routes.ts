import { ebookToSend, emailSettingsChange, ereaderDevices } from '../../src/schemas/requests/server.ts';
import type { Area } from '../context.ts';
import { canSeeItem, requireAdminOrHide } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { ereaderDevicesOf, toEreaderDevice, type EreaderDevice } from '../users/user-json.ts';

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
  host: null,
  port: 465,
  secure: true,
  rejectUnauthorized: true,
  user: null,
  pass: null,
  testAddress: null,
  fromAddress: null,
};

/**
 * What a real server says when the mail host is missing or does not answer; this one has no mail host that it could
 * reach.
 */
const UNREACHABLE = 'Failed to verify SMTP connection configuration';

/** Mail settings and e-reader devices: stored and told; sending ends as on a server without a reachable mail host. */
export const registerEmails: Area = (app, ctx) => {
  const devices = () => ctx.store.settings.get<EreaderDevice[]>('ereaderDevices', []);
  const mail = () => ({ ...defaults, ...ctx.store.settings.get<Partial<MailSettings>>('emails', {}) });
  const settingsJson = () => ({ settings: { id: 'email-settings', ...mail(), ereaderDevices: devices() } });
  const hidden = { preHandler: requireAdminOrHide };

  app.get('/api/emails/settings', hidden, async () => settingsJson());

  app.patch('/api/emails/settings', hidden, async (request) => {
    ctx.store.settings.set('emails', { ...mail(), ...withoutEmptyTexts(readBody(request, emailSettingsChange)) });
    return settingsJson();
  });

  app.post('/api/emails/test', hidden, async () => {
    throw fail(400, UNREACHABLE);
  });

  app.post('/api/emails/ereader-devices', hidden, async (request) => {
    const given = readBody(request, ereaderDevices).ereaderDevices.map(toEreaderDevice);
    if (new Set(given.map(({ name }) => name)).size < given.length)
      throw fail(400, 'Invalid payload. Duplicate "name" field found.');
    ctx.store.settings.set('ereaderDevices', given);
    ctx.events.toAdmins('ereader-devices-updated', { ereaderDevices: given });
    return { ereaderDevices: given };
  });

  app.post('/api/emails/send-ebook-to-device', async (request) => {
    const { libraryItemId, deviceName } = readBody(request, ebookToSend);
    const device = devices().find(({ name }) => name === deviceName);
    if (!device) throw fail(404, 'Ereader device not found');
    if (!ereaderDevicesOf(ctx, request.user).some(({ name }) => name === device.name)) throw fail(403);
    const item = ctx.items.access(libraryItemId);
    if (!item) throw fail(404, 'Library item not found');
    if (!canSeeItem(request.user, item)) throw fail(403);
    if (!ctx.items.expanded(item.id)?.media['ebookFile']) throw fail(404, 'Ebook file not found');
    throw fail(400, UNREACHABLE);
  });
};

function withoutEmptyTexts(change: Partial<MailSettings>): Partial<MailSettings> {
  return Object.fromEntries(Object.entries(change).map(([key, value]) => [key, value === '' ? null : value]));
}
