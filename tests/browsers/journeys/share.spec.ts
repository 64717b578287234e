import { longestOfOneFile } from '../../e2e/support/library.ts';
import { expect, needs, test } from '../driver/test.ts';
import { currentTime, expectAdvance, expectStill } from '../support/player.ts';

needs('hasSound');

test('a public link plays without an account, and keeps its place over a reload', async ({ view, open, tab, api }) => {
  const book = await longestOfOneFile(api);
  const item = (await api.call('GET', `/api/items/${book.id}?expanded=1`)) as { media: { id: string } };
  const mediaItem = { mediaItemType: 'book', mediaItemId: item.media.id };
  await api.call('POST', '/api/share/mediaitem', { slug: 'fables', ...mediaItem, expiresAt: 0, isDownloadable: false });
  await open('/share/fables');
  await view.role('heading', book.media.metadata.title).shown();
  await view.role('button', 'Play').press();
  await expectAdvance(tab, 2);
  await view.role('button', 'Pause').press();
  await expectStill(tab);
  const time = await currentTime(tab);
  const saved = () =>
    tab.evaluate(async () => {
      const answer = await fetch('/public/share/fables');
      return ((await answer.json()) as { playbackSession: { currentTime: number } }).playbackSession.currentTime;
    });
  await expect.poll(saved).toBeCloseTo(time, 1);
  await tab.reload();
  await view.role('button', 'Play').press();
  await expectAdvance(tab);
  expect(await currentTime(tab)).toBeGreaterThan(time - 1);
});

test('a link from the dialog opens without an account', async ({ view, open, openBeside, api, signIn }) => {
  const book = await longestOfOneFile(api);
  await signIn();
  await open(`/item/${book.id}`);
  await view.role('button', /^More options for /).press();
  await view.role('menuitem', 'Share').press();
  const dialog = view.role('dialog', 'Share');
  await dialog.field('Link name').fill('by-hand');
  await dialog.role('button', 'Share').press();
  await dialog.words('This book is shared').shown();
  await dialog.role('button', 'Copy link').press();
  await dialog.role('button', 'Copied').shown();
  const second = await openBeside('/share/by-hand');
  await second.view.role('heading', book.media.metadata.title).shown();
  await second.view.role('button', 'Play').shown();
});
