import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFromOpml, listPodcastTitles, parseOpml } from '../../../../src/services/endpoints/podcast-admin.ts';
import { searchPodcasts } from '../../../../src/services/endpoints/provider-search.ts';
import { openClient } from '../../../support/dom/client.tsx';
import {
  importReport,
  matchesBody,
  offered,
  podcastLibrary,
  titlesBody,
} from '../../../support/add-podcast-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/edit/podcasts/add-feeds.machine.ts';
import '../../../../src/machines/edit/podcasts/add-podcast.machine.ts';
import '../../../../src/views/edit/podcasts/add-feeds-dialog.tsx';
import '../../../../src/views/edit/podcasts/add-podcast-page.tsx';

const PAGE = `/library/${podcastLibrary.id}/podcast/search`;
const opml = (recording('podcasts/opml-parse').request.body as { opmlText: string }).opmlText;
const broken = { title: '', feedUrl: 'http://127.0.0.1:18081/broken/feed.xml' };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

function open() {
  const client = openClient(PAGE, {
    prepare: ({ api }) => {
      api.answer(listPodcastTitles, { podcasts: titlesBody.podcasts.slice(0, 1) });
      api.answer(searchPodcasts, matchesBody);
      api.answer(createFromOpml, 'OK');
    },
  });
  const notify = (news: object) => act(() => client.app.system.get('pageHost').send(news));
  return { ...client, notify };
}

test('selected results are added to a folder; each shows its progress, and failed ones are retried', async () => {
  const { ports, notify } = open();
  await userEvent.type(await screen.findByRole('searchbox'), 'x{Enter}');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select The Gothic Hour' }));
  expect(screen.queryByRole('checkbox', { name: 'Select Fables Daily' }), 'it is there already').toBe(null);
  await userEvent.click(screen.getByRole('button', { name: 'Deselect all' }));
  expect(document.activeElement, 'the focus of a button that goes').toBe(document.getElementById('content'));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select The Gothic Hour' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 podcast' }));
  const modal = within(await screen.findByRole('dialog', { name: 'Add 1 podcast' }));
  await userEvent.click(modal.getByRole('switch', { name: 'Download new episodes automatically' }));
  await userEvent.click(modal.getByRole('button', { name: 'Add 1 podcast' }));
  await waitFor(() =>
    expect(ports.api.inputsOf(createFromOpml)).toEqual([
      {
        libraryId: podcastLibrary.id,
        folderId: podcastLibrary.folders[0]?.id,
        feeds: [offered().feedUrl],
        autoDownloadEpisodes: true,
      },
    ]),
  );
  const panel = within(await screen.findByRole('region', { name: 'Podcasts to add' }));
  expect(panel.getByText('Adding podcasts: 0 of 1')).toBeTruthy();
  notify(importReport.begun);
  notify(importReport.exists);
  notify(importReport.ended);
  expect(await panel.findByText('No podcasts were added')).toBeTruthy();
  expect(panel.getByText('There is a podcast at this path already')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(ports.api.inputsOf(createFromOpml)).toHaveLength(2));
  expect(document.activeElement, 'the focus of a button that goes').toBe(document.getElementById('content'));
  notify({ ...importReport.begun, task: { ...importReport.begun.task, id: 'second' } });
  notify({ ...importReport.ended, task: { ...importReport.ended.task, id: 'second' } });
  await userEvent.click(await panel.findByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'Podcasts to add' })).toBe(null);
});

test('an OPML file opens its feeds; those in the library are marked and not selected (POD-004)', async () => {
  const { ports } = open();
  const parsed = recording('podcasts/opml-parse').response.body as { feeds: object[] };
  ports.api.answer(parseOpml, { feeds: [...parsed.feeds, broken] });
  const input = await screen.findByLabelText('Add from OPML file');
  await waitFor(() => expect((input as HTMLInputElement).disabled).toBe(false));
  await userEvent.upload(input, new File([opml], 'mine.opml'));
  const modal = within(await screen.findByRole('dialog', { name: 'Add 2 podcasts' }));
  const boxes = within(modal.getByRole('list', { name: 'Feeds' })).getAllByRole('checkbox');
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, true]);
  expect(modal.getByText(/In your library/)).toBeTruthy();
  await userEvent.click(modal.getByRole('checkbox', { name: 'All new podcasts' }));
  expect(modal.getByRole('button', { name: /^Add/ }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(modal.getByRole('button', { name: 'Cancel' }));
  expect(ports.api.inputsOf(createFromOpml)).toEqual([]);
});

test('a file that is not a list of feeds shows an error', async () => {
  open();
  const input = await screen.findByLabelText('Add from OPML file');
  await waitFor(() => expect((input as HTMLInputElement).disabled).toBe(false));
  await userEvent.upload(input, new File(['hello'], 'notes.txt', { type: 'text/plain' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This isn’t an OPML file.');
});

test('an import that the server refuses says so, with all feeds for a retry', async () => {
  const { ports } = open();
  ports.api.refuseOnce(createFromOpml, { kind: 'timeout' });
  await userEvent.type(await screen.findByRole('searchbox'), 'x{Enter}');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select The Gothic Hour' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 podcast' }));
  const modal = within(await screen.findByRole('dialog'));
  await userEvent.click(modal.getByRole('button', { name: 'Add 1 podcast' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was added.');
  expect(screen.getByRole('img', { name: 'Not added' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(ports.api.inputsOf(createFromOpml)).toHaveLength(2));
  expect(await screen.findByText('Adding podcasts: 0 of 1')).toBeTruthy();
});
