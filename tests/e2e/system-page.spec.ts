import { pathToFileURL } from 'node:url';
import { expect, test } from 'playwright/test';
import { expectAccessible } from './support/axe.ts';

const PAGE = pathToFileURL('docs/system.html').href;

test('the page of the actor system is walked by keyboard, requests nothing, and fits both themes', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(PAGE);
  await page.keyboard.press('/');
  const filter = page.getByRole('searchbox', { name: 'Filter machines' });
  await expect(filter).toBeFocused();
  await page.keyboard.type('playerM');
  await expect(page.getByRole('status')).toHaveText('2 machines');
  await filter.fill('sleepTimer');
  await expect(page.getByRole('status')).toHaveText('1 machine');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'sleepTimerMachine' })).toBeFocused();
  const section = page.getByRole('region', { name: 'sleepTimerMachine', exact: true });
  await expect(section.getByRole('link', { name: 'playerMachine' })).toBeVisible();
  const drawing = section.getByRole('region', { name: 'Statechart of sleepTimerMachine' });
  await expect(drawing.locator('svg')).toBeVisible();
  await section.getByText('As text').click();
  await expect(section.getByRole('listitem').filter({ hasText: 'goes to' }).first()).toBeVisible();
  await expectAccessible(page);
  expect(requested).toEqual([PAGE]);
});
