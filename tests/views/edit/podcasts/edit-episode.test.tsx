import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { updateProgressBatch } from '../../../../src/services/endpoints/me.ts';
import { deleteEpisode, searchFeedEpisode, updateEpisode } from '../../../../src/services/endpoints/podcast-admin.ts';
import { getEpisode } from '../../../../src/services/endpoints/podcasts.ts';
import { EPISODE_DRAFT } from '../../../../src/machines/edit/podcasts/episode-draft.actor.ts';
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/edit/podcasts/edit-episode.machine.ts';
import '../../../../src/machines/edit/batch/batch.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/browse/item/podcast-page.tsx';
import '../../../../src/views/edit/podcasts/edit-episode-dialog.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { ACCOUNT } from '../../../support/whole-client.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { feedEpisode } from '../../../support/podcast-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const { episodes } = podcastBody.media;

/** The page of the podcast, with the menu of its second episode open. */
async function open(prepare?: (ports: FakePorts) => void) {
  const client = openClient(`/item/${podcastBody.id}`, {
    prepare: (ports) => {
      ports.api.answer(getItem, podcastBody);
      ports.api.answer(getEpisode, ({ episodeId }: { episodeId: string }) =>
        episodes.find(({ id }) => id === episodeId),
      );
      ports.api.answer(updateEpisode, podcastBody);
      prepare?.(ports);
    },
  });
  const grid = await screen.findByRole('grid', { name: 'Episodes' });
  await waitFor(() => expect(grid.querySelector('h3')).toBeTruthy());
  const titles = [...grid.querySelectorAll('h3')].map(({ textContent }) => textContent);
  const title = titles[1] ?? '';
  await userEvent.click(within(grid).getByLabelText(`More options for ${title}`));
  return { ...client, titles, title };
}

/** The dialog of this title, by its text: role queries beside a whole page take seconds. */
async function dialogOf(title: string | undefined) {
  const heading = await screen.findByText(`Edit: ${title}`);
  return within(heading.closest<HTMLElement>('[role="dialog"]') ?? heading);
}

async function edit(prepare?: (ports: FakePorts) => void) {
  const client = await open(prepare);
  await userEvent.click(await screen.findByText('Edit'));
  const dialog = await dialogOf(client.title);
  await dialog.findByLabelText('Title');
  return { ...client, dialog };
}

test('an episode is edited from its row, and next follows the table’s order (EDT-026, POD-006, POD-007)', async () => {
  const { dialog, ports, titles, title } = await edit();
  const id = episodes.find((one) => one.title === title)?.id;
  fireEvent.change(dialog.getByLabelText('Subtitle'), { target: { value: 'Mine' } });
  await userEvent.click(dialog.getByText('Save'));
  expect(await screen.findByText('Item details updated')).toBeTruthy();
  expect(ports.api.inputsOf(updateEpisode)).toEqual([
    { id: podcastBody.id, episodeId: id, change: { subtitle: 'Mine' } },
  ]);
  await userEvent.click(dialog.getByLabelText('Next episode'));
  expect(await dialogOf(titles[2])).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' });
  expect(await dialogOf(title)).toBeTruthy();
});

test('values typed before a reload are restored on the next edit, with a way to the saved ones', async () => {
  const before = await edit();
  fireEvent.change(before.dialog.getByLabelText('Subtitle'), { target: { value: 'Typed before' } });
  const kept = before.ports.tabStorage.read(EPISODE_DRAFT);
  if (!kept) throw new Error('Nothing was kept');
  cleanup();
  const { dialog } = await edit(({ tabStorage }) => void tabStorage.write(EPISODE_DRAFT, kept));
  const field = dialog.getByLabelText<HTMLInputElement>('Subtitle');
  expect(field.value).toBe('Typed before');
  expect(dialog.getByRole('status').textContent).toMatch(/^Your changes from before the page reloaded are back/);
  await userEvent.click(dialog.getByText('Back to saved'));
  expect([field.value, dialog.queryByText('Back to saved')]).toEqual([kept.base.subtitle, null]);
});

test('a date without a time shows an error at its field, and discarding edits needs confirmation (POD-010, VAL-033, pitfall 44, AMB-89)', async () => {
  const { dialog, ports, title } = await edit();
  fireEvent.change(dialog.getByLabelText('At'), { target: { value: '' } });
  await userEvent.click(dialog.getByText('Save'));
  expect((await dialog.findByRole('alert')).textContent).toBe('Enter both the date and the time');
  expect(document.activeElement).toBe(dialog.getByLabelText('At'));
  expect(ports.api.inputsOf(updateEpisode)).toEqual([]);
  await userEvent.click(dialog.getByLabelText('Next episode'));
  expect(await screen.findByText(`Discard the unsaved changes to “${title}”?`)).toBeTruthy();
});

test('a change from elsewhere while typing shows a choice at its field', async () => {
  const { dialog, ports, title } = await edit();
  const own = episodes.find((one) => one.title === title);
  fireEvent.change(dialog.getByLabelText('Subtitle'), { target: { value: 'Mine' } });
  ports.api.answer(getEpisode, { ...own, subtitle: 'Theirs', season: '7' });
  act(() => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: 'u', username: 'u' });
  });
  act(() => ports.socket.receive('item_updated', podcastBody));
  act(() => ports.clock.advance(1000));
  expect(await dialog.findByText('Changed elsewhere to: Theirs')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Season').value).toBe('7');
  expect(dialog.getByLabelText<HTMLInputElement>('Subtitle').value).toBe('Mine');
  await userEvent.click(dialog.getByLabelText('Use theirs: Subtitle'));
  expect(dialog.getByLabelText<HTMLInputElement>('Subtitle').value).toBe('Theirs');
  expect(dialog.queryByText('Changed elsewhere to: Theirs')).toBeNull();
});

test('an episode is found in the feed and takes its values', async () => {
  const { dialog, ports } = await edit(({ api }) =>
    api.answer(searchFeedEpisode, { episodes: [{ episode: feedEpisode(3) }] }),
  );
  await userEvent.click(dialog.getByRole('tab', { name: 'Match' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Search' }));
  await userEvent.click(await dialog.findByRole('button', { name: /^Episode 3/ }));
  await waitFor(() => expect(ports.api.inputsOf(updateEpisode)).toMatchObject([{ change: { title: 'Episode 3' } }]));
  expect((await dialog.findByRole('tab', { name: 'Details' })).getAttribute('aria-selected')).toBe('true');
});

test('an episode is removed, with its file on request', async () => {
  const { ports, title } = await open(({ api }) => api.answer(deleteEpisode, podcastBody));
  await userEvent.click(await screen.findByText('Delete'));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText((text) => text.startsWith(`Remove “${title}” from the podcast?`))).toBeTruthy();
  await userEvent.click(question.getByRole('checkbox', { name: /^Delete the files too/ }));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(ports.api.inputsOf(deleteEpisode)).toEqual([
      { id: podcastBody.id, episodeId: episodes.find((one) => one.title === title)?.id, hard: true },
    ]),
  );
});

test("all episodes are marked as finished from the podcast's menu, after a confirmation (areas 25.6)", async () => {
  const known = ACCOUNT.user.mediaProgress as readonly { episodeId: string | null; isFinished: boolean }[];
  const finished = known.filter(({ isFinished }) => isFinished);
  const unfinished = episodes.map(({ id }) => id).filter((id) => !finished.some(({ episodeId }) => episodeId === id));
  const { ports } = openClient(`/item/${podcastBody.id}`, {
    prepare: ({ api }) => {
      api.answer(getItem, podcastBody);
      api.answer(updateProgressBatch, 'OK');
    },
  });
  await screen.findByRole('grid', { name: 'Episodes' });
  const { title } = podcastBody.media.metadata;
  await userEvent.click(screen.getByRole('button', { name: `More options for ${title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark all as finished' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(`Mark ${unfinished.length} episodes as finished?`)).toBeTruthy();
  expect(ports.api.inputsOf(updateProgressBatch)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as finished' }));
  await waitFor(() => {
    const sent = ports.api.inputsOf(updateProgressBatch) as { changes: { episodeId: string }[] }[];
    expect(sent.flatMap(({ changes }) => changes.map(({ episodeId }) => episodeId)).toSorted()).toEqual(
      unfinished.toSorted(),
    );
  });
});
