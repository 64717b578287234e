import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PodcastEpisode } from '../../../../src/schemas/api/podcast-episode.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { readFeed, updateEpisode } from '../../../../src/services/endpoints/podcast-admin.ts';
import { getDownloadQueue } from '../../../../src/services/endpoints/podcasts.ts';
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/edit/podcasts/match-episodes.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/browse/item/podcast-page.tsx';
import '../../../../src/views/edit/podcasts/match-episodes-dialog.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { feedEpisode, feedOf, queueOf } from '../../../support/podcast-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const [first] = podcastBody.media.episodes;
if (!first) throw new Error('The recorded podcast has no episode');
const episodes = [1, 2, 3].map((number) => ({
  ...first,
  id: `e${number}`,
  guid: `guid-${number}`,
  title: `Old ${number}`,
}));
const body = { ...podcastBody, media: { ...podcastBody.media, episodes } };
const { title } = podcastBody.media.metadata;

async function open(
  feed = [1, 2].map((number) => feedEpisode(number, { description: `<p>Notes on <b>${number}</b></p>` })),
) {
  const { ports } = openClient(`/item/${podcastBody.id}`, {
    prepare: ({ api }) => {
      api.answer(getItem, body);
      api.answer(getDownloadQueue, queueOf(null, []));
      api.answer(readFeed, feedOf(feed));
      api.answer(updateEpisode, body);
    },
  });
  fireEvent.click(await screen.findByLabelText(`More options for ${title}`));
  fireEvent.click(await screen.findByText('Match all episodes'));
  const element = await screen.findByRole('dialog', { name: `Match episodes: ${title}` });
  return { api: ports.api, element, dialog: within(element) };
}

describe('the match of all episodes', () => {
  test('shows its changes, and old and new values of one side by side', async () => {
    const { dialog } = await open();
    expect(await dialog.findByText(/^2 episodes differ from the feed/)).toBeTruthy();
    expect(dialog.getByText(/1 isn’t in the feed/)).toBeTruthy();
    fireEvent.click(dialog.getByLabelText('Compare “Old 1” with the feed'));
    expect(document.activeElement?.textContent, 'the focus goes along').toBe('Back');
    expect(dialog.getByText('Notes on 1')).toBeTruthy();
    expect([dialog.getByText('Old 1', { selector: 'dd *' }).tagName, dialog.getByText('Episode 1').tagName]).toEqual([
      'SPAN',
      'SPAN',
    ]);
    fireEvent.click(dialog.getByText('Back'));
    expect(await dialog.findByLabelText('Old 1')).toBeTruthy();
  });

  test('updates the picked ones, and reports failures', async () => {
    const { api, element, dialog } = await open();
    fireEvent.click(await dialog.findByLabelText('Old 2'));
    api.refuseOnce(updateEpisode, { kind: 'notFound', message: '' });
    fireEvent.click(dialog.getByText('Update 1 episode'));
    expect(await dialog.findByText(/^1 of 1 episode couldn’t be updated/)).toBeTruthy();
    fireEvent.click(dialog.getByText('Try 1 episode again'));
    expect(await dialog.findByText('1 episode updated')).toBeTruthy();
    expect(dialog.getByText('Updated')).toBeTruthy();
    expect(api.inputsOf(updateEpisode)).toMatchObject([{ episodeId: 'e1' }, { episodeId: 'e1' }]);
    fireEvent.click(dialog.getByText('Close'));
    await waitFor(() => expect(element.isConnected).toBe(false));
  });

  const sameAs = (number: number) => {
    const { subtitle, season, episode, episodeType, description, publishedAt } = first as PodcastEpisode;
    const details = { subtitle, season, episode, episodeType, description, publishedAt };
    return feedEpisode(number, { ...details, title: `Old ${number}` });
  };
  test.each([
    ['all are as in the feed', [1, 2, 3], 'All episodes match the feed'],
    ['some are, and others are not in it', [1, 2], 'Nothing to update2 match the feed. 1 isn’t in the feed.'],
    ['none is in it', [9], 'None of these episodes are in the feed'],
  ])('reports that there is nothing to do: %s', async (_how, numbers, text) => {
    const { dialog, element } = await open(numbers.map(sameAs));
    await dialog.findByText(/^(All|None|Nothing)/);
    expect(element.textContent).toContain(text);
  });
});
