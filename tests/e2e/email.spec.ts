import { startMailSink } from '../support/mail-sink.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

interface Settings {
  readonly settings: { readonly host: string | null; readonly fromAddress: string | null };
}

test('one administrator saves mail settings while another watches, and a test mail arrives (CFG-041)', async ({
  page,
  api,
  signIn,
}) => {
  const sink = await startMailSink();
  try {
    await signIn();
    await page.goto('/config/email');
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field('Host').fill('127.0.0.1');
    await field('Port').fill(String(sink.port));
    await page.getByRole('switch', { name: 'Use TLS from the start' }).uncheck();
    await field('From').fill('nobody');
    await field('Send tests to').fill('reader@example.com');
    const save = page.getByRole('button', { name: /^Save/ });
    await save.click();
    await expect(page.getByText('Enter a valid email address')).toBeVisible();
    await expect(field('From')).toBeFocused();
    await expectAccessible(page);

    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('books@example.com');
    await api.call('PATCH', '/api/emails/settings', { fromAddress: 'others@example.com', user: 'library' });
    await save.click();
    await expect(page.getByText('Changed by someone else: others@example.com')).toBeVisible();
    await expect(field('Username')).toHaveValue('library');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep mine: From' }).press('Enter');
    await field('Username').fill('');
    await save.click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const { settings } = (await api.call('GET', '/api/emails/settings')) as Settings;
    expect(settings).toMatchObject({ host: '127.0.0.1', port: sink.port, secure: false, user: null });
    expect(settings.fromAddress).toBe('books@example.com');

    await page.getByRole('button', { name: 'Send test email' }).click();
    await expect(page.getByText('Test email sent to reader@example.com')).toBeVisible();
    expect(sink.mails.map(({ from, to }) => [from, to])).toEqual([['books@example.com', ['reader@example.com']]]);
  } finally {
    await sink.stop();
  }
});
