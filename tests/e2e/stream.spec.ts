import { currentTime, expect, expectAdvance, expectSound, expectStill, PLAYER, test } from './support/fixtures.ts';
import { longestMp3 } from './support/library.ts';

test('a file that the browser cannot play is streamed from its position, and seeks and saves (PLR-037)', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/refused to play|supported source|404/);
  const book = await longestMp3(api);
  const { duration } = book.media;
  await api.call('PATCH', `/api/me/progress/${book.id}`, { duration, currentTime: 12, progress: 12 / duration });
  await page.route(/\/public\/session\/.*\/track\//, (route) =>
    route.fulfill({ status: 200, contentType: 'audio/mpeg', body: 'no sound at all' }),
  );
  // As while the encoder is behind.
  let early = 2;
  await page.route(/\/hls\/.*\.ts$/, (route) =>
    (early -= 1) >= 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  const requested: boolean[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/play')) return;
    requested.push((request.postDataJSON() as { forceTranscode: boolean }).forceTranscode);
  });
  await signIn();
  await page.goto(`/item/${book.id}`);
  await page
    .locator('main')
    .getByRole('button', { name: /^Resume at/ })
    .click();
  await expectAdvance(page);
  await expectSound(page);
  expect(requested).toEqual([false, false, true]);
  expect(await currentTime(page)).toBeGreaterThan(12);
  const bar = page.getByRole('region', { name: 'Player' });
  const line = bar.getByRole('slider', { name: 'Timeline' });
  // A page is a minute.
  await line.press('PageUp');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(72);
  await expectAdvance(page);
  await bar.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectStill(page);
  const time = await currentTime(page);
  await expect
    .poll(async () => ((await api.call('GET', `/api/me/progress/${book.id}`)) as { currentTime: number }).currentTime)
    .toBeCloseTo(time, 0);
  expect(await page.locator(PLAYER).evaluate((element: HTMLAudioElement) => element.currentSrc)).toMatch(/^blob:/);
});
