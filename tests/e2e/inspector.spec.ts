import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, expectAdvance, test } from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import { longestOfOneFile } from './support/library.ts';

const actor = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}( |$)`) });
const activeStates = (page: Page) => page.locator('.chart-state[data-active="true"]');

test("the inspector's own window shows the actors, active states and events of the page, and no secret", async ({
  page,
  context,
  api,
  signIn,
}) => {
  const book = await longestOfOneFile(api);
  await signIn();
  await page.goto(`/item/${book.id}`);
  const play = page.locator('main').getByRole('button', { name: /^(Play|Resume at)/ });
  await expect(play).toBeVisible();

  const inspector = await context.newPage();
  await inspector.goto('/inspector');
  await actor(inspector, 'player').click();
  await expect(actor(inspector, 'player')).toHaveText(/transport\.empty/);
  await expect(activeStates(inspector).and(inspector.locator('[data-state$="transport.empty"]'))).toBeVisible();

  await play.click();
  await expectAdvance(page);
  await expect(actor(inspector, 'player')).toHaveText(
    /engine\.running\.html5\.loaded.*transport\.loaded\.sounding\.playing/,
  );
  await expect(
    activeStates(inspector).and(inspector.locator('[data-state$="transport.loaded.sounding.playing"]')),
  ).toHaveCount(1);
  await expect(inspector.locator('.chart-way[data-last="true"]').first()).toBeAttached();
  await inspector.getByLabel('Family').selectOption('player');
  const pressed = inspector.getByRole('button', { name: /page sent player\.playOrPause to player/ });
  await expect(pressed).toBeVisible();
  await inspector.getByRole('button', { name: 'Pause', exact: true }).click();
  await pressed.click();
  await expect(inspector.getByRole('heading', { name: /^Event \d+: player\.playOrPause$/ })).toBeVisible();
  await expect(inspector.getByRole('list', { name: 'Payload' })).toContainText(book.id);

  await actor(inspector, 'auth').click();
  await inspector.getByRole('list', { name: 'Data of auth' }).getByText('(hidden)').first().waitFor();
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('earmark.session') ?? '{}').accessToken as string,
  );
  expect(token).toMatch(/^eyJ/);
  expect(await inspector.content()).not.toContain(token.slice(0, 30));

  await actor(inspector, 'player').click();
  await inspector.getByLabel('Event', { exact: true }).selectOption('player.pause');
  await inspector.getByRole('button', { name: 'Send' }).click();
  await expect(inspector.getByText('Event sent.')).toBeVisible();
  await expect(actor(inspector, 'player')).toHaveText(/transport\.loaded\.paused/);
  await expect(
    page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Play', exact: true }),
  ).toBeVisible();
  await actor(inspector, 'auth').click();
  await expectAccessible(inspector);
});

async function openInPage(page: Page) {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: /^Inspector/ }).click();
  const panel = page.getByRole('region', { name: 'Inspector' });
  await expect(panel).toBeVisible();
  return panel;
}

test('the account menu opens it in the page, a key toggles it, and the page above stays usable', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/');
  const panel = await openInPage(page);
  await expect(panel).toBeFocused();
  await page.keyboard.press('Shift+I');
  await expect(panel).toHaveCount(0);
  const account = page.getByRole('button', { name: /^Account/ });
  await account.focus();
  await page.keyboard.press('Shift+I');
  await expect(panel).toBeFocused();
  await actor(page, 'app').focus();
  await page.keyboard.press('Shift+I');
  await expect(account).toBeFocused();
  await page.keyboard.press('Shift+I');
  await expect(panel).toBeFocused();
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Shift+I');
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('Shift+I');
  await expect(panel).toBeVisible();
  await actor(page, 'router').click();
  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  const ofRouter = panel.getByRole('button', { name: /sent route\.changed to router/ });
  await panel.getByRole('searchbox', { name: 'Filter by text' }).fill('route.changed');
  await expect(ofRouter).toBeVisible();
  await panel.getByRole('searchbox', { name: 'Filter by text' }).fill('');
  const left = () =>
    panel.locator('.inspector-records').evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
  await expect.poll(left, 'the log is at its end').toBeLessThan(2);
  await panel.getByText('As text').click();
  await expect(panel.getByRole('region', { name: 'As text' })).toContainText('staying (active');
  const { height } = await boxAtRest(page.locator('main'));
  expect(height).toBeGreaterThan(150);
  await expectAccessible(page, '.inspector');
  await panel.getByRole('button', { name: 'Close inspector' }).click();
  await expect(panel).toHaveCount(0);
});

test('a recording is saved, opened in another browser, stepped through, and made a test', async ({
  page,
  browser,
  server,
  signIn,
}) => {
  await signIn();
  await page.goto('/');
  const panel = await openInPage(page);
  await actor(page, 'router').click();
  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  await panel.getByRole('searchbox', { name: 'Filter by text' }).fill('route.changed');
  await expect(panel.getByRole('button', { name: /sent route\.changed to router/ }).last()).toBeAttached();
  const download = async (from: Page, name: string) => {
    const [saved] = await Promise.all([from.waitForEvent('download'), from.getByRole('button', { name }).click()]);
    return readFileSync(await saved.path(), 'utf8');
  };
  await panel.getByRole('button', { name: 'Save recording' }).click();
  await expectAccessible(page, '.inspector');
  const recording = await download(page, 'Save file');
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('earmark.session') ?? '{}').accessToken as string,
  );
  expect(recording).not.toContain(token.slice(0, 30));

  const elsewhere = await browser.newContext({ baseURL: server.url });
  const other = await elsewhere.newPage();
  await other.goto('/inspector');
  const open = (text: string) =>
    other
      .getByLabel('Open recording')
      .setInputFiles({ name: 'recording.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await open('{"format":"other"}');
  await expect(other.getByRole('alert')).toHaveText(/isn’t a recording/);
  await open(recording);
  const bar = other.getByRole('region', { name: 'Recording' });
  await expect(bar).toContainText(/Step 1 of \d+/);
  await bar.getByRole('button', { name: 'Step forward' }).click();
  await expect(bar).toContainText('Step 2 of');
  await bar.getByRole('button', { name: 'Step back' }).click();
  await expect(bar).toContainText('Step 1 of');
  const slider = bar.getByRole('slider', { name: 'Step' });
  const current = other.locator('.inspector-record[aria-pressed="true"]');
  await slider.press('End');
  await expect(bar).toContainText(/Step (\d+) of \1/);
  await expect(current).toBeInViewport();
  await expect(other.locator('.inspector-actor[aria-selected="true"]')).toBeInViewport();
  await slider.press('Home');
  await expect(bar).toContainText('Step 1 of');
  await expect(current).toBeInViewport();
  await other.getByRole('searchbox', { name: 'Filter by text' }).fill('route.changed');
  await other
    .getByRole('button', { name: /sent route\.changed to router/ })
    .last()
    .click();
  await expect(actor(other, 'router')).toHaveAttribute('aria-selected', 'true');
  const test = await download(other, 'Save test');
  expect(test).toContain('replayInTest');
  expect(test).toMatch(/"route\.changed → \w+/);
  await expectAccessible(other);
  await elsewhere.close();
});

test('a form composes an event from its fields, and the page receives it', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/');
  await expect(page).toHaveURL(/\/library\//);
  const panel = await openInPage(page);
  const event = panel.getByRole('combobox', { name: 'Event', exact: true });
  const send = panel.getByRole('button', { name: 'Send' });
  await actor(page, 'toasts').click();
  await event.selectOption('toasts.show');
  await panel.getByRole('textbox', { name: 'message' }).fill('{"text": "Told by hand"}');
  await send.click();
  const kind = panel.getByRole('combobox', { name: 'kind' });
  await expect(kind).toBeFocused();
  await expect(kind).toHaveAccessibleDescription('Enter a value.');
  await kind.selectOption('warning');
  await panel.getByRole('textbox', { name: 'durationMs' }).fill('-5');
  await send.click();
  await expect(panel.getByRole('textbox', { name: 'durationMs' })).toHaveAccessibleDescription('Must be at least 0.');
  await expectAccessible(page, '.inspector');
  await panel.getByRole('textbox', { name: 'durationMs' }).fill('60000');
  await send.click();
  const notice = page.getByRole('region', { name: 'Notifications' }).getByText('Told by hand');
  await expect(notice).toBeVisible();
  await actor(page, 'router').click();
  await event.selectOption('router.go');
  await panel.getByRole('textbox', { name: 'to', exact: true }).fill('/account');
  await send.click();
  await expect(page).toHaveURL(/\/account$/);
});

test('network rules spoil calls and server events, the page says so, and the rules are removed', async ({
  page,
  api,
  signIn,
}) => {
  const book = await longestOfOneFile(api);
  await signIn();
  await page.goto('/account');
  const panel = await openInPage(page);
  await panel.getByRole('button', { name: 'Network', exact: true }).click();
  const network = panel.getByRole('region', { name: 'Network conditions' });
  await expect(network).toContainText('No rules.');
  await network.getByRole('combobox', { name: 'What' }).selectOption('items.one');
  await network.getByRole('combobox', { name: 'Then' }).selectOption('fails');
  await network.getByRole('combobox', { name: 'Status' }).selectOption('500 Server error');
  await network.getByRole('button', { name: 'Add rule' }).click();
  await expect(network.getByRole('listitem')).toHaveText('items.one fails with 500');
  const mark = page.getByRole('complementary', { name: 'Network conditions' });
  await expect(mark).toContainText('1 rule changes the network of this page');
  await expectAccessible(page, '.inspector');
  await expectAccessible(page, '.network-mark');

  await actor(page, 'router').click();
  const go = async (to: string) => {
    await panel.getByRole('combobox', { name: 'Event', exact: true }).selectOption('router.go');
    await panel.getByRole('textbox', { name: 'to', exact: true }).fill(to);
    await panel.getByRole('button', { name: 'Send' }).click();
  };
  await go(`/item/${book.id}`);
  const main = page.locator('main');
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
  await mark.getByRole('button', { name: 'Remove all' }).click();
  await expect(mark).toHaveCount(0);
  await expect(network).toContainText('No rules.');
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('heading', { level: 1, name: book.media.metadata.title })).toBeVisible();

  await network.getByRole('combobox', { name: 'What' }).selectOption('item_updated');
  await network.getByRole('textbox', { name: 'Delay, in ms' }).fill('1200');
  await network.getByRole('combobox', { name: 'Then' }).selectOption('continues as usual');
  await network.getByRole('button', { name: 'Add rule' }).click();
  await expect(mark).toBeVisible();
  const before = Date.now();
  await api.call('PATCH', `/api/items/${book.id}/media`, { metadata: { title: 'Told late' } });
  await expect(main.getByRole('heading', { level: 1, name: 'Told late' })).toBeVisible();
  expect(Date.now() - before).toBeGreaterThanOrEqual(1200);
  await network.getByRole('button', { name: /^Remove: item_updated/ }).click();
  await expect(mark).toHaveCount(0);
});

test('without a signed-in user of the embedded server the network is left alone', async ({ page, context }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const inspector = await context.newPage();
  await inspector.goto('/inspector');
  await inspector.getByRole('button', { name: 'Network', exact: true }).click();
  const network = inspector.getByRole('region', { name: 'Network conditions' });
  await expect(network).toContainText('work in development and with the embedded server');
  await expect(network.getByRole('button', { name: 'Add rule' })).toHaveCount(0);
});

test('a browser that blocks new windows and channels says so, and the inspector works in the page', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/');
  await page.evaluate(() => Object.assign(window, { open: () => null }));
  const panel = await openInPage(page);
  await panel.getByRole('button', { name: 'Open in a new window' }).click();
  const blocked = panel.getByText('Your browser blocked the new window. Allow pop-ups for this site and try again');
  await expect(blocked).toBeVisible();
  await expectAccessible(page, '.inspector');

  await page.addInitScript(() => {
    Object.defineProperty(window, 'BroadcastChannel', {
      value: function BroadcastChannel() {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
  });
  await page.reload();
  await openInPage(page);
  await expect(panel.getByText('so the inspector works only in this page.')).toBeVisible();
  await actor(page, 'router').click();
  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  await panel.getByRole('searchbox', { name: 'Filter by text' }).fill('route.changed');
  await expect(panel.getByRole('button', { name: /sent route\.changed to router/ })).toBeVisible();
  await expectAccessible(page, '.inspector');
  await page.goto('/inspector');
  await expect(page.getByText('so this window can’t see any page.')).toBeVisible();
  await expect(page.getByText('Go to Earmark and press Shift+I.')).toBeVisible();
  await expectAccessible(page);
});
