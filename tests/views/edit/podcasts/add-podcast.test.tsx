import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { createPodcast, listPodcastTitles, readFeed } from '../../../../src/services/endpoints/podcast-admin.ts';
import { searchPodcasts } from '../../../../src/services/endpoints/provider-search.ts';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { feedBody, matchesBody, podcastLibrary, titlesBody } from '../../../support/add-podcast-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/edit/podcasts/add-podcast.machine.ts';
import '../../../../src/machines/edit/podcasts/new-podcast.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/browse/item/podcast-page.tsx';
import '../../../../src/views/edit/podcasts/add-podcast-page.tsx';
import '../../../../src/views/edit/podcasts/new-podcast-dialog.tsx';

const PAGE = `/library/${podcastLibrary.id}/podcast/search`;
const onlyFables = { podcasts: titlesBody.podcasts.slice(0, 1) };

const open = (options: ClientOptions = {}) =>
  openClient(PAGE, {
    ...options,
    prepare: (ports) => {
      ports.api.answer(listPodcastTitles, onlyFables);
      ports.api.answer(searchPodcasts, matchesBody);
      ports.api.answer(readFeed, feedBody);
      options.prepare?.(ports);
    },
  });
const field = () => screen.findByRole('searchbox', { name: 'Search term or feed address' });
/** Fills the field as a whole: a press for each letter renders the page as often. */
const fill = async (input: HTMLElement, text: string) => {
  await userEvent.clear(input);
  await userEvent.paste(text);
};
const search = async (text: string) => {
  await fill(await field(), text);
  await userEvent.keyboard('{Enter}');
};
const dialog = () => screen.findByRole('dialog', { name: 'New podcast' });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('results show what the library has, with a link', async () => {
  open();
  expect(await screen.findByText('Find a podcast to add')).toBeTruthy();
  await search('fables');
  const found = await screen.findByRole('region', { name: 'Results for “fables”' });
  expect(within(found).getByRole('status').textContent).toBe('2 podcasts found');
  const known = within(found).getByRole('link', { name: 'Fables Daily: in your library' });
  expect(known.getAttribute('href')).toBe(`/item/${titlesBody.podcasts[0]?.libraryItemId}`);
  const [first, second] = within(found).getAllByRole('listitem');
  expect(first?.textContent).toContain('14 episodes');
  expect(within(second as HTMLElement).getByRole('img', { name: 'Explicit' })).toBeTruthy();
  expect(within(second as HTMLElement).getByRole('button', { name: 'Add The Gothic Hour' })).toBeTruthy();
});

test('shows the pictures of directory and feed, requested without a referrer; else a placeholder', async () => {
  const cover = 'https://pictures.example/a.jpg';
  const podcast = { ...feedBody.podcast, metadata: { ...feedBody.podcast.metadata, image: '/only/a/path.jpg' } };
  open({
    prepare: ({ api }) => {
      api.answer(searchPodcasts, [{ ...matchesBody[1], cover }]);
      api.answer(readFeed, { podcast });
    },
  });
  await search('fables');
  const result = within(await screen.findByRole('region', { name: 'Results for “fables”' }));
  const [row] = result.getAllByRole('listitem');
  const picture = row?.querySelector('img');
  expect([picture?.src, picture?.alt, picture?.getAttribute('referrerpolicy')]).toEqual([cover, '', 'no-referrer']);
  fireEvent.error(picture as HTMLImageElement);
  expect(row?.querySelector('img')).toBe(null);
  expect(row?.querySelector('[data-letter="T"]')).not.toBe(null);
  await userEvent.click(result.getByRole('button', { name: 'Add The Gothic Hour' }));
  const form = await dialog();
  await within(form).findByLabelText('Title');
  expect(form.querySelector('img')?.src).toBe(cover);
});

test("a result opens a form with its feed's data, the newest episodes, and is added (POD-003)", async () => {
  const { ports, here } = open();
  await search('fables');
  await userEvent.click(await screen.findByRole('button', { name: 'Add The Gothic Hour' }));
  const form = within(await dialog());
  expect(((await form.findByLabelText('Title')) as HTMLInputElement).value).toBe('The Gothic Hour');
  expect((form.getByLabelText('Feed address') as HTMLInputElement).readOnly).toBe(true);
  expect(form.getByText('4 episodes')).toBeTruthy();
  expect(form.getByText('Dracula (4)')).toBeTruthy();
  await fill(form.getByLabelText('Title'), 'Gothic: more');
  expect((form.getByLabelText('Podcast path') as HTMLInputElement).value).toBe('/podcasts/Gothic - more');
  ports.api.answer(createPodcast, podcastBody);
  ports.api.answer(getItem, podcastBody);
  await userEvent.click(form.getByRole('button', { name: 'Add podcast' }));
  await waitFor(() => expect(here()).toBe(`/item/${podcastBody.id}`));
  expect(ports.api.inputsOf(createPodcast)).toMatchObject([{ path: '/podcasts/Gothic - more' }]);
  expect(await screen.findByText(`“${podcastBody.media.metadata.title}” was added`)).toBeTruthy();
});

test('a taken path shows an error at its field, which gets the focus; other errors above the form', async () => {
  const { ports } = open();
  await search('fables');
  await userEvent.click(await screen.findByRole('button', { name: 'Add The Gothic Hour' }));
  const form = within(await dialog());
  const submit = await form.findByRole('button', { name: 'Add podcast' });
  ports.api.refuseOnce(createPodcast, { kind: 'rejected', status: 400, message: 'Podcast already exists' });
  await userEvent.click(submit);
  expect((await form.findByRole('alert')).textContent).toBe('Podcast already exists at path');
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Podcast path')));
  await userEvent.type(form.getByLabelText('Podcast path'), ' 2');
  expect(form.queryByRole('alert')).toBe(null);
  ports.api.refuseOnce(createPodcast, { kind: 'rejected', status: 400, message: 'Invalid podcast path' });
  await userEvent.click(submit);
  expect((await form.findByRole('alert')).textContent).toContain('The podcast wasn’t added.');
});

test('an address opens its feed; an unreadable one shows an error in the dialog, and is retried', async () => {
  const { ports } = open({
    prepare: ({ api }) => api.refuseOnce(readFeed, { kind: 'notFound', message: 'no feed' }),
  });
  await fill(await field(), 'https://a.example/feed');
  await userEvent.click(screen.getByRole('button', { name: 'Open feed' }));
  const modal = within(await dialog());
  expect((await modal.findByRole('alert')).textContent).toContain('Couldn’t read the feed');
  expect(modal.getByText(/https:\/\/a\.example\/feed/)).toBeTruthy();
  ports.api.answer(readFeed, feedBody);
  await userEvent.click(modal.getByRole('button', { name: 'Try again' }));
  expect(await modal.findByLabelText('Title')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(((await field()) as HTMLInputElement).value).toBe('https://a.example/feed');
});

test('shows an empty result, and why a search failed', async () => {
  const { ports } = open({ prepare: ({ api }) => api.refuseOnce(searchPodcasts, { kind: 'timeout' }) });
  await search('x');
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t search for podcasts');
  ports.api.answer(searchPodcasts, []);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No podcasts found')).toBeTruthy();
  expect(screen.getByText(/^The server doesn’t say whether the directory failed\./)).toBeTruthy();
});

test('offline it says so, and keeps the typed text', async () => {
  const { ports } = open({ prepare: ({ api }) => api.refuse(searchPodcasts, { kind: 'network' }) });
  await field();
  ports.page.setOnline(false);
  await search('fables');
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t search for podcasts');
  expect(((await field()) as HTMLInputElement).value).toBe('fables');
});

test('a feed with a title of the library names that podcast', async () => {
  open({ prepare: ({ api }) => api.answer(listPodcastTitles, titlesBody) });
  await search('https://a.example/feed');
  const modal = within(await dialog());
  const same = await modal.findByRole('link', { name: 'The Gothic Hour' });
  expect(same.getAttribute('href')).toBe(`/item/${titlesBody.podcasts[1]?.libraryItemId}`);
});

test('existing podcasts that failed to load are reported, and retried', async () => {
  const { ports } = open({ prepare: ({ api }) => api.refuseOnce(listPodcastTitles, { kind: 'timeout' }) });
  expect(await screen.findByText(/aren’t marked/)).toBeTruthy();
  ports.api.answer(listPodcastTitles, onlyFables);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/aren’t marked/)).toBe(null));
});

test('a hostile feed shows as text: no script, no broken date, episodes with one guid side by side', async () => {
  const [one] = feedBody.podcast.episodes;
  const nasty = '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">';
  const episodes = [
    { ...one, guid: 'same', title: nasty, publishedAt: null, pubDate: 'the day before' },
    { ...one, guid: 'same', title: 'Second', publishedAt: -1e18 },
    { ...one, guid: 'same', title: '', publishedAt: 8.64e15 },
  ];
  const metadata = { ...feedBody.podcast.metadata, title: nasty, description: nasty };
  open({ prepare: ({ api }) => api.answer(readFeed, { podcast: { metadata, episodes } }) });
  await search('https://a.example/feed');
  const modal = within(await dialog());
  expect(((await modal.findByLabelText('Title')) as HTMLInputElement).value).toBe(nasty);
  expect(modal.getByText(nasty, { selector: 'li p' })).toBeTruthy();
  expect(modal.getAllByText(/No date/)).toHaveLength(2);
  expect(modal.getByText('Untitled episode')).toBeTruthy();
  expect(document.querySelector('[role="dialog"] script, [role="dialog"] img[onerror]')).toBe(null);
  expect('hacked' in window).toBe(false);
});
