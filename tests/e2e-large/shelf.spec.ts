import { cards, expect, grid, height, offset, scroller, test } from './fixtures.ts';

test.beforeEach(async ({ signIn }) => signIn());

test('a drag of the scrollbar to the end and half way back shows books in both places', async ({
  page,
  shelf,
  calls,
}) => {
  await shelf.open(page);
  const whole = await height(page);
  calls.forget();
  await scroller(page).evaluate(async (element) => {
    const end = element.scrollHeight - element.clientHeight;
    for (let step = 1; step <= 40; step += 1) {
      element.scrollTop = (end * step) / 40;
      await new Promise(requestAnimationFrame);
    }
  });
  const atEnd = await shelf.expectFilled(page);
  expect(calls.pages().length, `pages asked for: ${calls.pages().join(' ')}`).toBeLessThanOrEqual(8);
  await scroller(page).evaluate(async (element) => {
    const end = element.scrollHeight - element.clientHeight;
    for (let step = 40; step >= 20; step -= 1) {
      element.scrollTop = (end * step) / 40;
      await new Promise(requestAnimationFrame);
    }
  });
  const halfWay = await shelf.expectFilled(page);
  expect(halfWay.some((title) => atEnd.includes(title))).toBe(false);
  expect(await height(page)).toBe(whole);
});

test('Ctrl+End and Ctrl+Home lead to the last book and back to the first', async ({ page, shelf }) => {
  await shelf.open(page);
  const first = await cards(page).first().textContent();
  await cards(page).first().focus();
  await page.keyboard.press('Control+End');
  await shelf.expectFilled(page);
  const last = page.locator('[data-cell="9999"] a');
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await page.keyboard.press('Control+Home');
  await expect(page.locator('[data-cell="0"] a')).toBeFocused();
  await expect.poll(() => offset(page)).toBe(0);
  expect((await shelf.expectFilled(page))[0]).toBe(first);
});

test('a fling by the wheel shows what it comes to', async ({ page, shelf }) => {
  await shelf.open(page);
  await shelf.expectFilled(page);
  await page.mouse.move(600, 400);
  for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 5000);
  await expect.poll(() => offset(page)).toBe(50_000);
  await shelf.expectFilled(page);
  expect(await height(page)).toBeGreaterThan(100_000);
});

test('a jump while pages are on their way gives up those, and shows where it went', async ({ page, shelf, calls }) => {
  await shelf.open(page);
  await shelf.expectFilled(page);
  const network = await page.context().newCDPSession(page);
  const answersAfter = (latency: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await answersAfter(3000);
  calls.forget();
  await scroller(page).evaluate((element) => element.scrollTo(0, 10_000));
  await expect.poll(() => calls.pages().length).toBeGreaterThan(0);
  const passed = [...calls.pages()];
  await scroller(page).evaluate((element) => element.scrollTo(0, 80_000));
  await expect.poll(() => calls.cancelled()).toEqual(expect.arrayContaining(passed));
  await answersAfter(0);
  await shelf.expectFilled(page);
  await expect.poll(() => offset(page)).toBe(80_000);
  await scroller(page).evaluate((element) => element.scrollTo(0, 0));
  await shelf.expectFilled(page);
  await expect(page.locator('[data-cell="0"] a')).toBeVisible();
});

for (const far of [700, 3_000, 20_700, 80_000]) {
  test(`back from a book finds the shelf at ${far} px with no word of changes, asking for the pages in view alone`, async ({
    page,
    shelf,
    calls,
  }) => {
    await shelf.open(page);
    await scroller(page).evaluate((element, top) => element.scrollTo(0, top), far);
    const titles = await shelf.expectFilled(page);
    const seen = cards(page).nth(Math.floor(titles.length / 2));
    const title = await seen.textContent();
    await seen.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
    calls.forget();
    await page.goBack();
    // The rows around those in view come with the next frame.
    await expect.poll(() => shelf.expectFilled(page)).toEqual(titles);
    await expect.poll(() => offset(page)).toBe(far);
    await expect.poll(() => calls.pages().length).toBeGreaterThan(0);
    const place = Number(
      await page
        .locator('[data-cell]')
        .filter({ hasText: title ?? '' })
        .getAttribute('data-cell'),
    );
    for (const number of calls.pages()) expect(Math.abs(number - place / 48)).toBeLessThan(2.5);
    await expect(page.getByRole('button', { name: 'Show changes' })).toHaveCount(0);
  });
}

test('a reload finds the shelf where it was, asking for the pages there alone', async ({ page, shelf, calls }) => {
  await shelf.open(page);
  await scroller(page).evaluate((element) => element.scrollTo(0, 30_000));
  const titles = await shelf.expectFilled(page);
  const place = Number(
    await page
      .locator('[data-cell]')
      .filter({ hasText: titles[0] ?? '' })
      .getAttribute('data-cell'),
  );
  calls.forget();
  await page.reload();
  expect(await shelf.expectFilled(page)).toEqual(titles);
  await expect.poll(() => offset(page)).toBe(30_000);
  for (const number of calls.pages()) expect(Math.abs(number - place / 48)).toBeLessThan(2.5);
});

test('a fling through all 10,000 books in 40 s shows titles most of the time', async ({ page, shelf, calls }) => {
  test.slow();
  await shelf.open(page);
  const seen = await scroller(page).evaluate(async (element) => {
    const frame = element.getBoundingClientRect();
    const end = element.scrollHeight - element.clientHeight;
    const began = performance.now();
    let [cells, titled, looked] = [0, 0, 0];
    for (let passed = 0; passed < 40_000; passed = performance.now() - began) {
      element.scrollTop = (end * passed) / 40_000;
      await new Promise(requestAnimationFrame);
      if (passed < looked + 100) continue;
      looked = passed;
      for (const cell of element.querySelectorAll('[role="gridcell"]')) {
        const { top, bottom } = cell.getBoundingClientRect();
        if (bottom <= frame.top || top >= frame.bottom) continue;
        cells += 1;
        if (cell.querySelector('a')) titled += 1;
      }
    }
    return { share: titled / cells, cells };
  });
  expect(seen.cells).toBeGreaterThan(1000);
  expect(seen.share).toBeGreaterThan(0.5);
  expect(calls.pages().length).toBeLessThanOrEqual(220);
});

test('every group of the filter menu shows its values at once, hundreds of them by scrolling', async ({
  page,
  shelf,
}) => {
  await shelf.open(page);
  const button = page.getByRole('button', { name: 'Filter', exact: true });
  for (const group of ['Genre', 'Author', 'Series', 'Narrator', 'Progress']) {
    await button.click();
    await page.getByRole('button', { name: group, exact: true }).click();
    const values = page.getByRole('grid', { name: group });
    await expect(values.getByRole('button').first()).toBeVisible();
    await expect(page.getByRole('searchbox', { name: `Search ${group}` })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(values).toHaveCount(0);
  }
  await button.click();
  await page.getByRole('button', { name: 'Author', exact: true }).click();
  const authors = page.getByRole('grid', { name: 'Author' });
  expect(Number(await authors.getAttribute('aria-rowcount'))).toBeGreaterThan(100);
  await authors.getByRole('button').first().focus();
  await page.keyboard.press('End');
  await expect(authors.locator('[data-cell]').last().getByRole('button')).toBeFocused();
  await page.getByRole('searchbox').fill('zzz');
  await expect(page.getByText('No results')).toBeVisible();
  await page.keyboard.press('Escape');
  await button.click();
  await expect(page.getByRole('button', { name: 'Genre', exact: true })).toBeVisible();
  await expect(grid(page)).toBeVisible();
});
