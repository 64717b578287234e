import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { downloadEpisodes, readFeed } from '../../../../src/services/endpoints/podcast-admin.ts';
import { getDownloadQueue } from '../../../../src/services/endpoints/podcasts.ts';
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/edit/podcasts/find-episodes.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/browse/item/podcast-page.tsx';
import '../../../../src/views/edit/podcasts/find-episodes-dialog.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { feedEpisode, feedOf, queueOf } from '../../../support/podcast-fixtures.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const [known] = podcastBody.media.episodes as readonly { readonly guid?: string }[];
const feed = [feedEpisode(4), feedEpisode(3), feedEpisode(2, { guid: known?.guid ?? '' })];

async function open(prepare?: (ports: FakePorts) => void) {
  const client = openClient(`/item/${podcastBody.id}`, {
    prepare: (ports) => {
      ports.api.answer(getItem, podcastBody);
      ports.api.answer(getDownloadQueue, queueOf(null, []));
      ports.api.answer(readFeed, feedOf(feed));
      ports.api.answer(downloadEpisodes, 'OK');
      prepare?.(ports);
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Find episodes' }));
  const dialog = await screen.findByRole('dialog', { name: /^Find episodes: / });
  return { ...client, dialog: within(dialog), element: dialog };
}
const rows = (dialog: Pick<typeof screen, 'getAllByRole'>) =>
  dialog.getAllByRole('row').map((row) => within(row).getByRole('checkbox'));

describe('the episodes of a feed', () => {
  test('are listed with their state in the library, picked and sent', async () => {
    const { dialog, element, ports } = await open();
    expect(await dialog.findByText('3 episodes in the feed')).toBeTruthy();
    expect(rows(dialog).map((row) => row.getAttribute('aria-disabled'))).toEqual([null, null, 'true']);
    expect(dialog.getByText('Downloaded')).toBeTruthy();
    expect(dialog.getByRole('button', { name: /^Download/ }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Episode 3' }));
    expect(dialog.getByRole('checkbox', { name: 'Select all new' })).toHaveProperty('indeterminate', true);
    await userEvent.click(dialog.getByRole('button', { name: 'Download 1 episode' }));
    await waitFor(() => expect(element.isConnected).toBe(false));
    expect(await screen.findByText('1 episode added to the download queue')).toBeTruthy();
    expect(ports.api.inputsOf(downloadEpisodes)).toMatchObject([{ episodes: [{ title: 'Episode 3' }] }]);
  });

  test('have their date, length, size and number, and their notes where they have no subtitle', async () => {
    const { dialog } = await open(({ api }) =>
      api.answer(
        readFeed,
        feedOf([
          feedEpisode(1, {
            subtitle: null,
            descriptionPlain: 'Notes of the episode',
            durationSeconds: 1450,
            enclosure: { url: 'http://feed.example/1.mp3', length: '31457280' },
          }),
        ]),
      ),
    );
    const row = await dialog.findByRole('row');
    expect(row.textContent).toContain('Notes of the episode');
    expect(row.textContent).toMatch(/24 min · 30 MB · Season 1/);
  });

  test('are searched, reversed and picked since a day', async () => {
    const { dialog, ports } = await open();
    await dialog.findByText('3 episodes in the feed');
    await userEvent.click(dialog.getByRole('button', { name: 'Newest first' }));
    expect(rows(dialog)[0]?.getAttribute('aria-labelledby')).toBeTruthy();
    expect(dialog.getAllByRole('checkbox').map((one) => one.textContent)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Since'), { target: { value: '2024-01-04' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Select all since that date' }));
    expect(dialog.getByRole('button', { name: 'Download 1 episode' })).toBeTruthy();
    fireEvent.change(dialog.getByRole('searchbox', { name: 'Find in the feed' }), { target: { value: 'nothing' } });
    act(() => ports.clock.advance(500));
    expect(await dialog.findByText('Nothing matches')).toBeTruthy();
    expect(dialog.getByText('0 of 3 episodes')).toBeTruthy();
  });

  test('that failed to be queued are reported, and stay selected', async () => {
    const { dialog } = await open(({ api }) =>
      api.refuse(downloadEpisodes, { kind: 'server', status: 500, message: 'The disk is full' }),
    );
    await dialog.findByText('3 episodes in the feed');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Select all new' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Download 2 episodes' }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(
      /^2 of 2 episodes couldn’t be added.*The disk is full/,
    );
    expect(dialog.getByRole('button', { name: 'Download 2 episodes' })).toBeTruthy();
  });

  test("an unreadable feed shows the server's reason (ERR-053)", async () => {
    const { dialog, ports } = await open(({ api }) =>
      api.refuse(readFeed, { kind: 'notFound', message: 'Podcast RSS feed request failed or invalid response data' }),
    );
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain('Failed to fetch episode');
    expect(alert.textContent).toContain('There’s no podcast feed at');
    expect(alert.textContent).toContain('The server says: Podcast RSS feed request failed or invalid response data');
    ports.api.answer(readFeed, feedOf([]));
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('The feed has no episodes')).toBeTruthy();
  });
});

test('only administrators search episodes, and only with a feed', async () => {
  const metadata = { ...podcastBody.media.metadata, feedUrl: null };
  openClient(`/item/${podcastBody.id}`, {
    prepare: ({ api }) => api.answer(getItem, { ...podcastBody, media: { ...podcastBody.media, metadata } }),
  });
  await screen.findByRole('grid', { name: 'Episodes' });
  expect(screen.queryByRole('button', { name: 'Find episodes' })).toBeNull();
});
