import { longestOfOneFile } from '../../e2e/support/library.ts';
import { expect, needs, test } from '../driver/test.ts';
import { bar, currentTime, expectAdvance, expectStill, player } from '../support/player.ts';

needs('hasSound');

test('a second tab pauses what plays in the first, and takes it over', async ({ tab, api, openBeside, resume }) => {
  await resume(await longestOfOneFile(api), 10);
  await expectAdvance(tab);
  const second = await openBeside('/');
  const there = second.view.role('region', 'Player in another tab');
  await there.role('button', 'Pause').press();
  await expectStill(tab);
  const time = await currentTime(tab);
  await there.words('Paused in another tab').shown();
  await there.role('button', 'Play here').press();
  await expectAdvance(second.tab);
  expect(await currentTime(second.tab)).toBeGreaterThan(time - 0.5);
  expect(await currentTime(second.tab)).toBeLessThan(time + 10);
  await there.gone();
  await expect.poll(async () => (await player(tab))?.hasStopped ?? true).toBe(true);
});

test("the inspector's own window pauses the page's player", async ({ view, tab, api, openBeside, resume }) => {
  await resume(await longestOfOneFile(api), 10);
  await expectAdvance(tab);
  const inspector = await openBeside('/inspector');
  await inspector.view.role('treeitem', /^player( |$)/).press();
  await inspector.view.css('.chart-state[data-state$="transport.loaded.sounding.playing"][data-active="true"]').shown();
  await inspector.view.field('Event').shown();
  await inspector.tab.evaluate(() => {
    const field = [...document.querySelectorAll('select')].find((select) =>
      [...select.options].some(({ value }) => value === 'player.pause'),
    );
    if (!field) throw new Error('No list of events');
    field.value = 'player.pause';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await inspector.view.role('button', 'Send').press();
  await expectStill(tab);
  await bar(view).role('button', 'Play').shown();
});
