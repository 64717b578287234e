import { firstPodcast } from '../../e2e/support/library.ts';
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
