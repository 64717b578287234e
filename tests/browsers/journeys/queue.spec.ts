import { expect, needs, test } from '../driver/test.ts';
import { openQueue } from '../support/queue.ts';

needs('hasSound');

test('the queue is put in another order by dragging, and by the keys of a handle', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const { order, grip, titles } = await openQueue({ view, open, tab, api, signIn });
  const [a, b, c, d] = titles;
  const [from, to] = [await grip(d).place(), await grip(b).place()];
  const at = ({ x, y }: { x: number; y: number }) => ({ x: x + 10, y: y + 10 });
  await tab.drag([at(from), { x: from.x + 10, y: (from.y + to.y) / 2 }, at(to)]);
  await expect.poll(order).toEqual([a, d, b, c]);
  await grip(c).focus();
  await tab.key('ArrowUp');
  await expect.poll(order).toEqual([a, d, c, b]);
  await grip(c).focused();
});
