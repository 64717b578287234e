import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateItem } from '../../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { checkNewEpisodes, readFeed } from '../../../../src/services/endpoints/podcast-admin.ts';
import { getEpisode } from '../../../../src/services/endpoints/podcasts.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { feedEpisode } from '../../../support/podcast-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/edit/item-edit/item-edit.machine.ts';
import '../../../../src/machines/edit/podcasts/edit-episode.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/edit/item-edit/episodes-tab.tsx';
import '../../../../src/views/edit/item-edit/item-edit-dialog.tsx';
import '../../../../src/views/edit/podcasts/edit-episode-dialog.tsx';

const { id, media } = podcastBody;
const [first] = media.episodes;
if (!first) throw new Error('The recorded podcast has no episode');
const episodes = ['Beta', 'Alpha', 'Gamma'].map((title, index) => ({
  ...first,
  id: title,
  title,
  publishedAt: new Date(2026, 0, 10 - index).getTime(),
}));
const podcastWith = (metadata: object = {}) => ({
  ...podcastBody,
  media: { ...media, episodes, lastEpisodeCheck: null, metadata: { ...media.metadata, ...metadata } },
});

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

async function openTab(body: object = podcastWith(), account = 'login-root') {
  const client = openClient(`/item/${id}?edit=${id}`, {
    account,
    prepare: ({ api }) => {
      api.answer(getItem, body);
      api.answer(getEpisode, episodes[1]);
      api.answer(updateItem, { updated: true, libraryItem: body });
      api.answer(checkNewEpisodes, { episodes: [feedEpisode(1)] });
    },
  });
  const inside = within(await screen.findByRole('dialog', { name: `Edit: ${media.metadata.title}` }));
  fireEvent.click(await inside.findByText('Episodes'));
  return { api: client.ports.api, inside };
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe('the episodes of an edited podcast', () => {
  test('are searched after a moment, and the number of new ones shows', async () => {
    const { api, inside } = await openTab();
    type(await inside.findByLabelText('Day'), '2026-03-01');
    fireEvent.click(inside.getByText('Check & download new episodes'));
    expect(inside.getByLabelText('Time').getAttribute('aria-invalid')).toBe('true');
    type(inside.getByLabelText('Time'), '08:30');
    type(inside.getByLabelText('Limit'), '0');
    fireEvent.click(inside.getByText('Check & download new episodes'));
    expect(await inside.findByText('1 new episode is being downloaded')).toBeTruthy();
    const lastEpisodeCheck = new Date(2026, 2, 1, 8, 30).getTime();
    expect(api.inputsOf(updateItem)).toEqual([{ id, change: { lastEpisodeCheck } }]);
    expect(api.inputsOf(checkNewEpisodes)).toEqual([{ id, limit: 0 }]);
    api.answer(checkNewEpisodes, { episodes: [] });
    api.refuse(readFeed, { kind: 'notFound', message: '' });
    fireEvent.click(inside.getByText('Check & download new episodes'));
    const unread = await inside.findByText(/^Couldn’t read the feed/);
    expect([unread.closest('[role="alert"]') === null, inside.queryByText('No new episodes')]).toEqual([false, null]);
    api.refuse(checkNewEpisodes, { kind: 'network' });
    fireEvent.click(inside.getByText('Check & download new episodes'));
    const failure = await inside.findByText(/Couldn’t check for new episodes/);
    expect(failure.closest('[role="alert"]')).toBeTruthy();
  });

  test('have a selectable order, and a press edits one', async () => {
    const { inside } = await openTab();
    const list = within(await inside.findByLabelText('Episodes of this podcast', { selector: '[role="grid"]' }));
    const titles = () => list.getAllByText(/^(Alpha|Beta|Gamma)$/).map(({ textContent }) => textContent);
    expect(titles()).toEqual(['Beta', 'Alpha', 'Gamma']);
    fireEvent.click(inside.getByLabelText('Sorted by Published, descending'));
    fireEvent.click(await screen.findByText('Title', { selector: '[role="menuitemradio"] *' }));
    expect(await inside.findByLabelText('Sorted by Title, ascending')).toBeTruthy();
    fireEvent.click(list.getByText('Alpha'));
    expect(await screen.findByRole('dialog', { name: 'Edit: Alpha' })).toBeTruthy();
  });

  test('are not searched without a feed address, nor by a user who is not an administrator', async () => {
    const { inside } = await openTab(podcastWith({ feedUrl: null }));
    expect(await inside.findByText(/has no RSS feed address/)).toBeTruthy();
    expect([inside.queryByLabelText('Day'), inside.getByText('3 episodes').tagName]).toEqual([null, 'P']);
  });
});
