import { firstPodcast, podcastLibrary } from '../../e2e/support/library.ts';
import { expect, needs, test } from '../driver/test.ts';
import { bar, expectAdvance, expectStill } from '../support/player.ts';

needs('hasSound');

test('an episode plays from its row, and its place is saved', async ({ view, open, tab, api, signIn }) => {
  const id = await firstPodcast(api);
  await signIn();
  await open(`/item/${id}`);
  const rows = view.role('grid', 'Episodes');
  await rows
    .role('button', /^Play /)
    .at(0)
    .press();
  await expectAdvance(tab, 1);
  await bar(view).role('button', 'Pause').press();
  await expectStill(tab);
  const heard = async () => {
    const { mediaProgress } = (await api.call('GET', '/api/me')) as {
      mediaProgress: { libraryItemId: string; episodeId: string | null; currentTime: number }[];
    };
    return mediaProgress.find(({ libraryItemId, episodeId }) => libraryItemId === id && episodeId)?.currentTime ?? 0;
  };
  await expect.poll(heard).toBeGreaterThan(0.9);
});

test('no word of the rail is broken', async ({ view, open, tab, api, signIn }) => {
  await signIn();
  await open(`/library/${await podcastLibrary(api)}`);
  await view.role('navigation').role('link', 'Add podcast').shown();
  const broken = await tab.evaluate(() =>
    [...document.querySelectorAll('nav a span')].flatMap((span) => {
      const [text] = [...span.childNodes].filter((node) => node instanceof Text);
      return (text?.data.match(/\S+/g) ?? []).filter((word) => {
        const range = document.createRange();
        const start = text?.data.indexOf(word) ?? 0;
        range.setStart(text as Text, start);
        range.setEnd(text as Text, start + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
      });
    }),
  );
  expect(broken).toEqual([]);
});
