import { longestMp3 } from '../../e2e/support/library.ts';
import { savedTime } from '../../e2e/support/heard.ts';
import { expect, KEY, needs, test } from '../driver/test.ts';
import { bar, beginAt, currentTime, expectAdvance, expectStill, player } from '../support/player.ts';

needs('hasSound');

test(
  'a file that the browser says it can’t play is streamed from its place, and seeks',
  { tag: KEY },
  async ({ view, open, tab, api, signIn }) => {
    const book = await longestMp3(api);
    await beginAt(api, book, 12);
    await signIn();
    await open('/');
    await view.role('button', /^Resume/).shown();
    await tab.evaluate(() => {
      HTMLMediaElement.prototype.canPlayType = () => '';
    });
    await view.role('button', /^Resume/).press();
    await expectAdvance(tab, 1);
    expect(await currentTime(tab)).toBeGreaterThan(12);
    expect((await player(tab))?.file).not.toContain('/track/');
    await bar(view).role('slider', 'Timeline').focus();
    await tab.key('PageUp');
    await expect.poll(() => currentTime(tab)).toBeGreaterThan(72);
    await expectAdvance(tab);
    await bar(view).role('button', 'Pause').press();
    await expectStill(tab);
    const time = await currentTime(tab);
    await expect.poll(() => savedTime(api, book.id)).toBeCloseTo(time, 0);
  },
);
