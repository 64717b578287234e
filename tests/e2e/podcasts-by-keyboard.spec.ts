import { expect, expectAccessible, expectAdvance, test } from './support/fixtures.ts';
import { expectFocusSeen, tabTo } from './support/keys.ts';
import { firstPodcast, podcastLibrary } from './support/library.ts';

test('without a mouse: the latest are browsed, one plays, others are queued and marked, and the schedule is opened', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  // Sources of metadata can't be reached here.
  watch.allow(/502/);
  const library = await podcastLibrary(api);
  const { keyboard } = page;
  const latest = page.getByRole('grid', { name: 'Latest episodes' });
  const rows = latest.getByRole('heading', { level: 3 }).getByRole('button');
  const finished = async () => {
    const me = (await api.call('GET', '/api/me')) as { mediaProgress: readonly { isFinished: boolean }[] };
    return me.mediaProgress.filter(({ isFinished }) => isFinished).length;
  };
  await signIn();
  await page.goto(`/library/${library}/podcast/latest`);
  await expect(rows.first()).toBeVisible();
  const names = (await rows.allInnerTexts()).slice(0, 4);
  const play = latest.getByRole('button', { name: `Play ${names[1]}` });

  await test.step('an episode opens, and the focus returns to its row', async () => {
    await tabTo(page, rows.first());
    await keyboard.press('ArrowDown');
    await expect(play).toBeFocused();
    await keyboard.press('Tab');
    await expect(rows.nth(1)).toBeFocused();
    await keyboard.press('Enter');
    const view = page.getByRole('dialog', { name: names[1] ?? '' });
    await expect(view).toBeVisible();
    await keyboard.press('Escape');
    await expect(view).toBeHidden();
    await expect(rows.nth(1)).toBeFocused();
  });

  await test.step('it plays from its row, with the newer one after it', async () => {
    await tabTo(page, play, 'Shift+Tab');
    await keyboard.press('Enter');
    await expectAdvance(page);
    await expect(latest.getByRole('button', { name: `Pause ${names[1]}` })).toBeFocused();
    await keyboard.press('Space');
    await expect(play).toBeFocused();
  });

  await test.step('two are picked and marked', async () => {
    const before = await finished();
    await keyboard.press('ArrowDown');
    await tabTo(page, rows.nth(2));
    await keyboard.press('Shift+Space');
    await keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('banner');
    await expect(bar.getByText('2 selected')).toBeVisible();
    await tabTo(page, bar.getByRole('button', { name: 'Mark as finished' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect.poll(finished).toBe(before + 2);
  });

  await test.step('the schedule of its podcast opens and closes', async () => {
    const id = await firstPodcast(api);
    await page.goto(`/item/${id}?edit=${id}`);
    const editor = page.getByRole('dialog', { name: 'Edit: Fables Daily' });
    const [selected, schedule] = [
      editor.getByRole('tab', { selected: true }),
      editor.getByRole('tab', { name: 'Schedule' }),
    ];
    await selected.focus();
    for (let step = 0; step < 8 && !(await schedule.evaluate((one) => one === document.activeElement)); step += 1)
      await keyboard.press('ArrowRight');
    await expect(schedule).toBeFocused();
    await expectFocusSeen(page);
    await keyboard.press('Enter');
    await expect(selected).toHaveText('Schedule');
    await expectAccessible(page, '[role=dialog]');
    await keyboard.press('Escape');
    await expect(editor).toBeHidden();
  });
});
