import { createHash } from 'node:crypto';
import { attachmentOf, startMailSink } from '../support/mail-sink.ts';
import { LISTENER } from './support/demo.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookNamed } from './support/reader.ts';
import { reloadAtRest } from './support/reload.ts';

const TITLE = 'Alice: A Reader';
const device = (name: string, email: string) => ({ name, email, availabilityOption: 'userOrUp', users: [] });
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('an ebook is sent to a device by keyboard and arrives byte for byte; a refused one shows an error (EBK-041)', async ({
  page,
  server,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/400 .*send-ebook-to-device/);
  const sink = await startMailSink();
  try {
    const id = await bookNamed(api, TITLE);
    const mail = { host: '127.0.0.1', port: sink.port, secure: false, fromAddress: 'books@example.com' };
    await api.call('PATCH', '/api/emails/settings', mail);
    const headers = { authorization: `Bearer ${api.accessToken}` };
    const file = new Uint8Array(await (await fetch(`${server.url}/api/items/${id}/ebook`, { headers })).arrayBuffer());
    await signIn(LISTENER);
    await page.goto(`/item/${id}`);
    const more = page.getByRole('button', { name: `More options for ${TITLE}` });
    const sending = page.getByRole('menuitem', { name: /^Send/ });
    await more.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(sending).toHaveCount(0);
    await page.keyboard.press('Escape');

    // The server notifies only administrators of a new device: others get it with their next visit.
    const devices = [device('Kindle', 'kindle@example.com')];
    await api.call('POST', '/api/emails/ereader-devices', { ereaderDevices: devices });
    await reloadAtRest(page, 0);
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Send to Kindle' }).press('Enter');
    const question = page.getByRole('dialog').filter({ hasText: `Send the EPUB of “${TITLE}” to Kindle?` });
    await expectAccessible(page, '[role=dialog]');
    await question.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await expect(page.getByText(`“${TITLE}” was sent to Kindle`)).toBeVisible();
    await expect(more).toBeFocused();
    const [received] = sink.mails;
    if (!received) throw new Error('No mail came');
    expect([received.from, received.to]).toEqual(['books@example.com', ['kindle@example.com']]);
    expect(hash(attachmentOf(received).bytes)).toBe(hash(file));

    // One of several devices is picked; the mail server's reason shows for one that it refuses.
    devices.push(device('Full', 'refused@example.com'));
    await api.call('POST', '/api/emails/ereader-devices', { ereaderDevices: devices });
    await reloadAtRest(page, 0);
    await page.getByRole('button', { name: /^Ebook files/ }).press('Enter');
    await page.getByRole('button', { name: `Send ${TITLE} to a device` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Send to device' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Full' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).press('Enter');
    const failure = page.getByText(`Couldn’t send “${TITLE}” to Full.`);
    await expect(failure).toBeVisible();
    devices[1] = device('Full', 'emptied@example.com');
    await api.call('POST', '/api/emails/ereader-devices', { ereaderDevices: devices });
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByText(`“${TITLE}” was sent to Full`)).toBeVisible();
    expect(sink.mails.map(({ to }) => to)).toEqual([['kindle@example.com'], ['emptied@example.com']]);
  } finally {
    await sink.stop();
  }
});
