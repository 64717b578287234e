import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { podcastBody } from '../../../support/episode-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const table = () => screen.findByRole('grid', { name: 'Episodes' });
const titles = async () => {
  const headings = await within(await table()).findAllByRole('heading', { level: 3 });
  return headings.map((heading) => heading.textContent);
};
const open = (path = '') =>
  openClient(`/item/${podcastBody.id}${path}`, { prepare: ({ api }) => api.answer(getItem, podcastBody) });
const find = (text: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find an episode' }), { target: { value: text } });
const [known] = podcastBody.media.episodes;

describe('the episodes of a podcast page', () => {
  test('are searched, and matches are counted', async () => {
    open();
    const count = (await titles()).length;
    find('crow');
    expect(await titles()).toEqual(['The Crow and the Pitcher (4)']);
    expect(screen.getByText(`1 of ${podcastBody.media.episodes.length} episodes`)).toBeTruthy();
    find('nothing like it');
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await titles()).toHaveLength(count + 1);
  });

  test('are sorted and filtered, and the next visit restores that', async () => {
    const client = open();
    await table();
    fireEvent.click(screen.getByRole('button', { name: /^Sorted by Published/ }));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Title' }));
    expect((await titles())[0]).toBe('The Crow and the Pitcher (4)');
    fireEvent.click(screen.getByRole('button', { name: 'Show: Not finished' }));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Finished' }));
    expect(await titles()).toEqual(['The Boy Who Cried Wolf (7)']);
    expect(JSON.parse(client.ports.storage.texts.get('userSettings') ?? '{}')).toMatchObject({
      podcastEpisodesFilter: 'complete',
      podcastEpisodesSortBy: 'title',
      podcastEpisodesSortDesc: false,
    });
  });

  test('are selected, and the bar shows the actions for them', async () => {
    open();
    const rows = await within(await table()).findAllByRole('row');
    await userEvent.hover(within(rows[0] as HTMLElement).getByRole('heading'));
    await userEvent.click(within(rows[0] as HTMLElement).getByRole('checkbox'));
    const pressed = () => within(rows[1] as HTMLElement).getByRole('button', { pressed: true });
    await userEvent.click(within(rows[1] as HTMLElement).getByRole('button', { pressed: false }));
    expect(pressed()).toBeTruthy();
    expect(await screen.findByText('2 selected', { selector: 'p' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Mark as finished' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  test('open in a view with its own address', async () => {
    open();
    const [title = ''] = await titles();
    await userEvent.click(within(await table()).getByRole('button', { name: title }));
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(within(dialog).getByRole('button', { name: 'Play' })).toBeTruthy();
    expect(window.location.search).toMatch(/^\?episode=/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  test('close with the browser’s back, at the same page', async () => {
    open();
    const [title = ''] = await titles();
    await userEvent.click(within(await table()).getByRole('button', { name: title }));
    const dialog = await screen.findByRole('dialog', { name: title });
    window.history.back();
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect([window.location.search, (await titles()).length > 0]).toEqual(['', true]);
  });

  test('one in the address is open from the start', async () => {
    open(`?episode=${known?.id}`);
    expect(await screen.findByRole('dialog', { name: known?.title ?? '' })).toBeTruthy();
  });
});
