import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { longestOfOneFile } from '../../e2e/support/library.ts';
import type { Tab } from '../driver/browser.ts';
import type { Sight } from '../driver/find.ts';
import { expect, test } from '../driver/test.ts';

test('an empty date field is readable, and shows the focus as other fields do', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const { id, media } = await longestOfOneFile(api);
  const now = Date.now();
  const times = { duration: media.duration, startTime: 0, currentTime: 60, timeListening: 60, startedAt: now };
  const session = { ...times, id: randomUUID(), libraryItemId: id, episodeId: null, updatedAt: now };
  await api.call('POST', '/api/session/local-all', { sessions: [session], deviceInfo: {} });
  await signIn();
  await open('/config/sessions');
  const [words, from] = [view.role('searchbox', 'Find an item or device'), view.field('From')];
  const box = await from.place();
  expect(
    await contrastIn(tab, { ...box, x: box.x + 12, width: 16, y: box.y + 8, height: box.height - 16 }),
  ).toBeGreaterThan(4);
  await words.focus();
  const outline = () =>
    tab.evaluate(() => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(
        document.activeElement ?? document.body,
      );
      return [outlineStyle, outlineWidth, outlineColor, outlineOffset];
    });
  await tab.key('Tab');
  await from.focused();
  const ofDate = await outline();
  await tab.key('Shift+Tab');
  await words.focused();
  expect(ofDate).toEqual(await outline());
});

/** Of the darkest and the lightest pixel within a box of the window. */
async function contrastIn(tab: Tab, { x, y, width, height }: Sight['box']): Promise<number> {
  const part = { left: Math.round(x), top: Math.round(y), width: Math.round(width), height: Math.round(height) };
  const { data } = await sharp(await tab.screenshot())
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const linear = (value = 0) => (value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const lights = Array.from(
    { length: data.length / 3 },
    (_, at) => 0.2126 * linear(data[at * 3]) + 0.7152 * linear(data[at * 3 + 1]) + 0.0722 * linear(data[at * 3 + 2]),
  );
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}
