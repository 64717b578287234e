import { ebookToSend, emailSettingsChange, ereaderDevices } from '../../src/schemas/requests/server.ts';
import type { Area, ServerContext } from '../context.ts';
import { canSeeItem, requireAdminOrHide } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { isServed } from '../http/served-files.ts';
import { ereaderDevicesOf, toEreaderDevice, type EreaderDevice } from '../users/user-json.ts';
import { createMailer, type MailSettings } from './mailer.ts';

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

/** Mail settings, e-reader devices, and sending of test mails and ebooks. */
export const registerEmails: Area = (app, ctx) => {
  const devices = () => ctx.store.settings.get<EreaderDevice[]>('ereaderDevices', []);
  const mail = () => ({ ...defaults, ...ctx.store.settings.get<Partial<MailSettings>>('emails', {}) });
  const settingsJson = () => ({ settings: { id: 'email-settings', ...mail(), ereaderDevices: devices() } });
  const hidden = { preHandler: requireAdminOrHide };
  const mailer = createMailer(ctx);

  app.get('/api/emails/settings', hidden, async () => settingsJson());

  app.patch('/api/emails/settings', hidden, async (request) => {
    ctx.store.settings.set('emails', { ...mail(), ...withoutEmptyTexts(readBody(request, emailSettingsChange)) });
    return settingsJson();
  });

  app.post('/api/emails/test', hidden, async (_request, reply) => {
    const settings = mail();
    await mailer.send(settings, {
      to: settings.testAddress ?? settings.fromAddress ?? '',
      subject: 'Test email from Audiobookshelf',
      text: 'Success!',
    });
    return reply.send('OK');
  });

  app.post('/api/emails/ereader-devices', hidden, async (request) => {
    const given = readBody(request, ereaderDevices).ereaderDevices.map(toEreaderDevice);
    if (new Set(given.map(({ name }) => name)).size < given.length)
      throw fail(400, 'Invalid payload. Duplicate "name" field found.');
    ctx.store.settings.set('ereaderDevices', given);
    ctx.events.toAdmins('ereader-devices-updated', { ereaderDevices: given });
    return { ereaderDevices: given };
  });

  app.post('/api/emails/send-ebook-to-device', async (request, reply) => {
    const { libraryItemId, deviceName } = readBody(request, ebookToSend);
    const device = devices().find(({ name }) => name === deviceName);
    if (!device) throw fail(404, 'Ereader device not found');
    if (!ereaderDevicesOf(ctx, request.user).some(({ name }) => name === device.name)) throw fail(403);
    const item = ctx.items.access(libraryItemId);
    if (!item) throw fail(404, 'Library item not found');
    if (!canSeeItem(request.user, item)) throw fail(403);
    const file = ebookOf(ctx, item.id);
    if (!file || !(await isServed(app, file.path))) throw fail(404, 'Ebook file not found');
    await mailer.send(mail(), { to: device.email, subject: file.filename, text: '', attachment: file });
    return reply.send('OK');
  });
};

function withoutEmptyTexts(change: Partial<MailSettings>): Partial<MailSettings> {
  return Object.fromEntries(Object.entries(change).map(([key, value]) => [key, value === '' ? null : value]));
}

function ebookOf(ctx: ServerContext, itemId: string): { filename: string; path: string } | null {
  const item = ctx.editor.items.load(itemId);
  return item?.mediaType === 'book' && item.ebookFile
    ? { filename: item.ebookFile.metadata.filename, path: item.ebookFile.metadata.path }
    : null;
}
