import { longestOfOneFile } from '../../e2e/support/library.ts';
import { expect, needs, test } from '../driver/test.ts';
import { bar, beginAt, expectAdvance, expectStill } from '../support/player.ts';

needs('hasSound');

test('in a narrow window the player is a sheet with its chapters over it, and nothing stands out sideways', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const book = await longestOfOneFile(api);
  await beginAt(api, book, 20);
  await signIn();
  // No engine here makes its window narrower.
  await tab.resize(450, 850);
  await open('/');
  await expect.poll(() => tab.evaluate(() => innerWidth)).toBeLessThan(640);
  const sideways = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll('html, [role=dialog], [role=dialog] *')]
        .filter((one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
        .map(({ className }) => String(className)),
    );
  await view.role('button', /^Resume/).press();
  await expectAdvance(tab);
  const sheet = view.role('dialog', 'Player');
  await bar(view).role('button', 'Open full player').press();
  await sheet.role('link', book.media.metadata.title).shown();
  expect(await sideways()).toEqual([]);
  await sheet.role('button', 'Pause').press();
  await expectStill(tab);
  await sheet.role('button', 'Chapters').press();
  const chapters = view.role('dialog', 'Chapters');
  await chapters.role('row').at(1).shown();
  await tab.back();
  await chapters.gone();
  await sheet.role('button', 'Play').press();
  await expectAdvance(tab);
  await tab.back();
  await sheet.gone();
  await expectAdvance(tab);
});
