import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { getItems, updateItems } from '../../../src/services/endpoints/item-batch.ts';
import {
  deleteFile,
  setCoverFromUrl,
  updateChapters,
  updateItem,
  updateTracks,
} from '../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { updateEpisode } from '../../../src/services/endpoints/podcast-admin.ts';
import { getEpisode } from '../../../src/services/endpoints/podcasts.ts';
import { searchBooks } from '../../../src/services/endpoints/provider-search.ts';
import { validateCron } from '../../../src/services/endpoints/server-admin.ts';
import { checkPath } from '../../../src/services/endpoints/uploads.ts';
import { batchBook, select as selectBooks } from '../../support/batch-fixtures.ts';
import { openClient } from '../../support/dom/client.tsx';
import { podcastBody } from '../../support/episode-fixtures.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { bookOfFiles } from '../../support/tool-fixtures.ts';
import { answerPages } from './answers.ts';
import {
  dialog,
  field,
  found,
  inDialog,
  keepsWhatIsTyped,
  menu,
  NOWHERE,
  press,
  said,
  SAVE_REFUSALS,
  type,
  withSizes,
  type Kept,
} from './refused.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/edit/batch-edit/batch-edit.machine.ts';
import '../../../src/machines/edit/chapters-editor/chapters-editor.machine.ts';
import '../../../src/machines/edit/item-edit/item-edit.machine.ts';
import '../../../src/machines/browse/item/item.machine.ts';
import '../../../src/machines/edit/podcasts/edit-episode.machine.ts';
import '../../../src/machines/edit/track-order/track-order.machine.ts';
import '../../../src/machines/edit/upload/upload.machine.ts';
import '../../../src/views/edit/batch-edit/batch-page.tsx';
import '../../../src/views/edit/chapters-editor/chapters-page.tsx';
import '../../../src/views/edit/item-edit/cover-tab.tsx';
import '../../../src/views/edit/item-edit/files-tab.tsx';
import '../../../src/views/edit/item-edit/item-edit-dialog.tsx';
import '../../../src/views/edit/item-edit/match-tab.tsx';
import '../../../src/views/edit/item-edit/schedule-tab.tsx';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/browse/item/podcast-page.tsx';
import '../../../src/views/app/modals/confirm-prompt.tsx';
import '../../../src/views/edit/podcasts/edit-episode-dialog.tsx';
import '../../../src/views/edit/track-order/track-order-page.tsx';
import '../../../src/views/edit/upload/upload-page.tsx';

const { id } = bookBody;
const EDIT = `/item/${id}?edit=${id}`;
const PODCAST = `/item/${podcastBody.id}`;
const updated = { updated: true, libraryItem: bookBody };
const answers = (ports: FakePorts) => answerPages(ports, bookBody);

/** Two books are being edited at once. */
function twoBooks(ports: FakePorts) {
  selectBooks(ports, 'a', 'b');
  ports.api.answer(getItems, {
    libraryItems: [batchBook('a', { title: 'Alpha', subtitle: 'One' }), batchBook('b', { title: 'Beta' })],
  });
}

const cell = (at: string) => document.querySelector<HTMLElement>(`[data-at="${at}"]`);

/** Of two books in one of the batch editors: the first one gets another subtitle, the review is accepted. */
const subtitleOfOne = {
  prepare: twoBooks,
  endpoint: updateItems,
  again: () => press(/^Save 1 item$/),
  says: '0 saved, 1 not saved',
  shows: () => screen.getByText('After: Other'),
  answer: { success: true, updates: 1 },
  sends: { updates: [{ id: 'a', mediaPayload: { metadata: { subtitle: 'Other' } } }] },
};

const TABLE: Record<string, Kept> = {
  'track order': {
    path: `/audiobook/${id}/edit`,
    prepare: ({ api }) => api.answer(getItem, bookOfFiles('a', 'b')),
    endpoint: updateTracks,
    act: async () => {
      fireEvent.click(await screen.findByLabelText('Include b.mp3'));
      await press(/^Save$/);
    },
    again: () => press(/^Save$/),
    says: 'Not saved:',
    shows: () => !screen.getByLabelText<HTMLInputElement>('Include b.mp3').checked,
    answer: { id, updatedAt: 1 },
    sends: {
      id,
      files: [
        { ino: 'b', exclude: true },
        { ino: 'a', exclude: false },
      ],
    },
  },
  details: {
    path: EDIT,
    endpoint: updateItem,
    act: async () => {
      await type(/^Subtitle/, 'and more');
      await inDialog(/^Save$/);
    },
    again: () => inDialog(/^Save$/),
    says: 'Failed to update the item',
    shows: () => field(/^Subtitle/)?.value === 'and more',
    answer: updated,
    sends: { change: { metadata: { subtitle: 'and more' } } },
  },
  'cover: an address': {
    path: EDIT,
    endpoint: setCoverFromUrl,
    act: async () => {
      await inDialog(/^Cover$/);
      await type(/^Image URL/, 'https://covers.example/1.jpg');
      fireEvent.submit(field(/^Image URL/) ?? NOWHERE);
      await inDialog(/^Use this cover$/);
    },
    again: () => inDialog(/^Use this cover$/),
    says: 'cover',
    shows: () => found(/^Use this cover$/, dialog()),
    answer: { success: true, cover: '/x' },
    sends: { url: 'https://covers.example/1.jpg' },
  },
  match: {
    path: EDIT,
    prepare: ({ api }) => api.answer(searchBooks, [{ title: 'New title', author: 'A. Writer' }]),
    endpoint: updateItem,
    act: async () => {
      await inDialog(/^Match$/);
      fireEvent.click(await screen.findByText('by A. Writer', { exact: false }));
      await type(/^Title$/, 'Edited');
      await inDialog(/^Review changes$/);
      await inDialog(/^Save \d+ changes?$/);
    },
    again: () => inDialog(/^Save \d+ changes?$/),
    says: '',
    shows: () => screen.getByText('Edited').tagName === 'INS',
    answer: updated,
    sends: { change: { metadata: { title: 'Edited' } } },
  },
  'files: delete': {
    path: EDIT,
    endpoint: deleteFile,
    act: async () => {
      if (!found(/^Delete .+\.\w+$/, dialog())) await inDialog(/^Files$/);
      await inDialog(/^Delete .+\.\w+$/);
      await inDialog(/^Delete$/);
    },
    says: 'That didn’t work for ',
    shows: () => found(/^Delete .+\.\w+$/, dialog()),
    answer: 'OK',
    sends: { id },
  },
  schedule: {
    path: `${PODCAST}?edit=${podcastBody.id}`,
    prepare: ({ api }) => {
      const media = { ...podcastBody.media, autoDownloadEpisodes: true, autoDownloadSchedule: '5 9-17 1 jan *' };
      api.answer(getItem, { ...podcastBody, media });
      api.answer(validateCron, 'OK');
    },
    endpoint: updateItem,
    act: async () => {
      await inDialog(/^Schedule$/);
      await type(/^Cron expression$/, '*/20 * * * *');
      await inDialog(/^Save$/);
    },
    again: () => inDialog(/^Save$/),
    says: 'Failed to update the item',
    shows: () => field(/^Cron expression$/)?.value === '*/20 * * * *',
    answer: { updated: true, libraryItem: podcastBody },
    sends: { change: { autoDownloadSchedule: '*/20 * * * *' } },
  },
  'an episode': {
    path: PODCAST,
    prepare: ({ api }) => {
      api.answer(getItem, podcastBody);
      api.answer(getEpisode, ({ episodeId }: { episodeId: string }) =>
        podcastBody.media.episodes.find((one) => one.id === episodeId),
      );
    },
    endpoint: updateEpisode,
    act: async () => {
      await press(/^More options for /, () => document.querySelector('main [role="grid"]') ?? NOWHERE);
      await press(/^Edit$/, menu);
      await type(/^Subtitle$/, 'Mine');
      await inDialog(/^Save$/);
    },
    again: () => inDialog(/^Save$/),
    says: 'update',
    shows: () => field(/^Subtitle$/)?.value === 'Mine',
    answer: podcastBody,
    sends: { change: { subtitle: 'Mine' } },
  },
  chapters: {
    path: `/audiobook/${id}/chapters`,
    endpoint: updateChapters,
    act: async () => {
      await type(/^Title of chapter 2$/, 'Tears');
      await press(/^Save$/);
    },
    again: () => press(/^Save$/),
    says: 'Not saved:',
    shows: () => field(/^Title of chapter 2$/)?.value === 'Tears',
    answer: { success: true, updated: true },
    sends: { id },
  },
  'batch edit': {
    path: '/batch',
    ...subtitleOfOne,
    act: async () => {
      const [first] = await screen.findAllByLabelText('Subtitle');
      fireEvent.change(first ?? document.body, { target: { value: 'Other' } });
      await press(/^Review and save$/);
      await press(/^Save 1 item$/);
    },
  },
  'metadata workshop': {
    path: '/batch?view=table',
    ...subtitleOfOne,
    act: async () => {
      await waitFor(() => expect(cell('0:1')).toBeTruthy());
      cell('0:1')?.focus();
      fireEvent.keyDown(cell('0:1') ?? document.body, { key: 'Enter' });
      const grid = document.querySelector('[role="grid"]');
      fireEvent.change(grid?.querySelector('input, textarea') ?? document.body, { target: { value: 'Other' } });
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
      await press(/^Review and save$/);
      await press(/^Save 1 item$/);
    },
  },
};

withSizes();
keepsWhatIsTyped(TABLE, answers);

describe('a refused upload says why, keeps the choice and the typed values, and succeeds on the retry', () => {
  const again: readonly [AppError, string][] = [
    [{ kind: 'conflict', message: '' }, 'Failed: one of its files is in that folder already'],
    [{ kind: 'tooLarge', message: '' }, 'Failed: too large for the server'],
    [{ kind: 'server', status: 500, message: '' }, 'Failed: Something went wrong on the server'],
    [{ kind: 'rejected', status: 400, message: 'The title is too long' }, 'The server says: The title is too long'],
  ];

  test('an item', async () => {
    const { ports } = openClient('/upload', {
      prepare: (all) => {
        answers(all);
        all.api.answer(checkPath, { exists: false });
      },
    });
    fireEvent.change(await screen.findByLabelText('Choose files'), { target: { files: [new File(['x'], 'A.mp3')] } });
    await type(/^Title of item 1$/, 'Alpha');
    await type(/^Author of item 1$/, 'Ann');
    await press(/^Upload 1 item$/);
    for (const [index, [error, words]] of again.entries()) {
      await waitFor(() => expect(ports.files.sent).toHaveLength(index + 1));
      ports.files.sending(index).refuse(error);
      await waitFor(() => expect(document.querySelector('main')?.textContent).toContain(words));
      expect(field(/^Title of item 1$/)?.value).toBe('Alpha');
      await press(/^Try item 1 again$/);
    }
    await waitFor(() => expect(ports.files.sent).toHaveLength(again.length + 1));
    expect(ports.files.sent.at(-1)).toMatchObject({ input: { title: 'Alpha', author: 'Ann' } });
    ports.files.sending(again.length).answer('OK');
    await waitFor(() => expect(document.querySelector('main')?.textContent).toContain('Uploaded 1 item.'));
  });

  test('a cover', async () => {
    const { ports } = openClient(EDIT, { prepare: answers });
    await inDialog(/^Cover$/);
    const files = [new File(['x'], 'cover.png', { type: 'image/png' })];
    fireEvent.paste(await screen.findByLabelText('Choose a picture'), { clipboardData: { files } });
    for (const [index, [error, reason]] of SAVE_REFUSALS.entries()) {
      await inDialog(/^Use this cover$/);
      await waitFor(() => expect(ports.files.sent).toHaveLength(index + 1));
      ports.files.refuse(error);
      await waitFor(() => expect(said()).toContain(reason));
      expect(dialog()?.querySelector('[role="group"][aria-label="New cover"] img')).toBeTruthy();
    }
    await inDialog(/^Use this cover$/);
    await waitFor(() => expect(ports.files.sent).toHaveLength(SAVE_REFUSALS.length + 1));
    ports.files.answer({ success: true, cover: '/x' });
    await waitFor(() => expect(found(/^Use this cover$/, dialog())).toBeUndefined());
  });
});
