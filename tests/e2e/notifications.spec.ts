import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, expectAccessible, test } from './support/fixtures.ts';

test('a notification is made, sent to the Apprise API, and turned off after failures (CFG-035, CFG-036, CFG-040)', async ({
  page,
  api,
  signIn,
}) => {
  const received: unknown[] = [];
  const state = { status: 200 };
  const apprise = http.createServer((request, response) => {
    void json(request).then((body) => {
      received.push(body);
      response.writeHead(state.status).end();
    });
  });
  apprise.listen(0, '127.0.0.1');
  await once(apprise, 'listening');
  try {
    await api.call('PATCH', '/api/notifications', {
      appriseApiUrl: `http://127.0.0.1:${(apprise.address() as AddressInfo).port}/notify`,
      maxFailedAttempts: 1,
      maxNotificationQueue: 20,
    });
    await signIn();
    await page.goto('/config/notifications');
    await page.getByRole('button', { name: 'Add notification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Apprise URLs').fill('json://reader.example');
    const title = dialog.getByLabel('Title', { exact: true });
    await title.fill('Hello ');
    await dialog.getByRole('button', { name: '{{version}}' }).press('Enter');
    await expect(title).toHaveValue('Hello {{version}}');
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Hello v2.26.0');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Fire test event: Test' }).click();
    await expect(page.getByText('Last sent just now')).toBeVisible();
    expect(received).toMatchObject([{ urls: ['json://reader.example'], title: 'Hello v2.26.0', type: 'info' }]);

    state.status = 500;
    await page.getByRole('button', { name: 'Fire and fail: Test' }).click();
    await expect(page.getByText('The last attempt failed')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Turn on: Test' }).click();
    await expect(page.getByRole('button', { name: 'Fire test event: Test' })).toBeVisible();
  } finally {
    apprise.close();
  }
});
