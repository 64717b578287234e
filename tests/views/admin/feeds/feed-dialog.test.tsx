import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { closeFeed, openFeed } from '../../../../src/services/endpoints/feeds.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { expectNothingTypedIsLost } from '../../../support/dom/losing-text.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody } from '../../../support/item-fixtures.ts';
import { feedBody } from '../../../support/publish-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import '../../../../src/machines/admin/feeds/rss-feed.machine.ts';
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/views/admin/feeds/feed-dialog.tsx';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';

const meta = { title: 'The Raven', preventIndexing: false, ownerName: 'Ann Elk', ownerEmail: null };
const feed = { ...feedBody.feed, entityId: bookBody.id, feedUrl: '/feed/raven', meta };
const { title } = (bookBody as unknown as { media: { metadata: { title: string } } }).media.metadata;

async function open(body: object = bookBody, account = 'login-root') {
  const client = openClient(`/item/${bookBody.id}`, { account, prepare: ({ api }) => api.answer(getItem, body) });
  await userEvent.click(await screen.findByRole('button', { name: /^More options for / }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'RSS feed' }));
  await screen.findByRole('dialog', { name: title });
  return client;
}

test('opens from the item, with its name, to open a feed (RSS-001, RSS-002, ITM-015)', async () => {
  await open();
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Open RSS feed' })).toBeTruthy();
});

test('shows a slug and its address, and warns without https (RSS-003, RSS-004, RSS-009)', async () => {
  await open();
  const slug = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link name' });
  expect(slug.value).toBe(bookBody.id);
  expect(screen.getByText(`http://localhost/feed/${bookBody.id}`)).toBeTruthy();
  expect(screen.getByText(/doesn’t use https/)).toBeTruthy();
  await userEvent.clear(slug);
  await userEvent.paste('raven');
  expect(screen.getByText('http://localhost/feed/raven')).toBeTruthy();
});

test('has the tabs General, and Advanced with the owner (RSS-005, RSS-006, RSS-007)', async () => {
  await open();
  const fields = () => [
    ...screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
    ...screen.getAllByRole('textbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
  ];
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['General', 'Advanced']);
  expect(fields()).toEqual(['Prevent indexing', 'Link name']);
  await userEvent.click(screen.getByRole('tab', { name: 'Advanced' }));
  expect(fields()).toEqual(['Prevent indexing', 'Link name', 'Owner name', 'Owner email']);
});

test('opens a feed with its slug and owner data, not to be indexed (RSS-008, RSS-016)', async () => {
  const { ports } = await open();
  await userEvent.click(screen.getByRole('tab', { name: 'Advanced' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Prevent indexing/ }).checked).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: 'Owner name' }), 'Ann Elk');
  await userEvent.type(screen.getByRole('textbox', { name: 'Owner email' }), 'a@b.c');
  ports.api.answer(openFeed, { feed });
  await userEvent.click(screen.getByRole('button', { name: 'Open Feed' }));
  expect(await screen.findByRole('heading', { name: 'RSS feed is open' })).toBeTruthy();
  expect(ports.api.inputsOf(openFeed)).toMatchObject([
    { slug: bookBody.id, metadataDetails: { preventIndexing: true, ownerName: 'Ann Elk', ownerEmail: 'a@b.c' } },
  ]);
});

test('Cancel beside its button closes it', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('a press outside closes it, unless something was typed', async () => {
  await open();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link name' }).value).toBe(bookBody.id);
  await expectNothingTypedIsLost('Link name');
});

test("an open feed shows its owner's address if it has one (RSS-015)", async () => {
  await open({ ...bookBody, rssFeed: { ...feed, meta: { ...meta, ownerEmail: 'ann@elk.example' } } });
  const facts = [...document.querySelectorAll('[role="dialog"] dl > div')].map(({ textContent }) => textContent);
  expect(facts).toEqual(['Prevent indexingNo', 'Owner nameAnn Elk', 'Owner emailann@elk.example']);
});

test('shows the address of an open feed, which can be copied (RSS-011, RSS-012)', async () => {
  const { ports } = await open({ ...bookBody, rssFeed: feed });
  expect(screen.getByRole('heading', { name: 'RSS feed is open' })).toBeTruthy();
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Feed URL' });
  expect([address.value, address.readOnly]).toEqual(['http://localhost/feed/raven', true]);
  await userEvent.click(screen.getByRole('button', { name: 'Copy feed URL' }));
  await waitFor(() => expect(ports.page.shown.copied).toEqual(['http://localhost/feed/raven']));
});

test.each([
  [true, 'Yes'],
  [false, 'No'],
])(
  'shows whether an open feed prevents indexing (%s: %s), and its owner (RSS-013, RSS-014)',
  async (preventIndexing, text) => {
    await open({ ...bookBody, rssFeed: { ...feed, meta: { ...meta, preventIndexing } } });
    const facts = [...document.querySelectorAll('[role="dialog"] dl > div')].map(({ textContent }) => textContent);
    expect(facts).toEqual([`Prevent indexing${text}`, 'Owner nameAnn Elk']);
  },
);

test('closes an open feed after a question (RSS-017, RSS-025)', async () => {
  const { ports } = await open({ ...bookBody, rssFeed: feed });
  ports.api.answer(closeFeed, 'OK');
  await userEvent.click(screen.getByRole('button', { name: 'Close Feed' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close feed' }));
  expect(await screen.findByText('RSS feed closed')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('shows a taken slug at its field, other failures elsewhere, and opens the feed in the end (RSS-024, ERR-067)', async () => {
  const { ports } = await open();
  const dialog = within(screen.getByRole('dialog'));
  const slug = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Link name' });
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Open Feed' }));
  ports.api.refuse(openFeed, { kind: 'rejected', status: 400, message: 'Slug already in use' });
  await submit();
  expect(await dialog.findByText('This link name is already in use. Choose another one.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(slug));
  expect(dialog.queryByText(/^Failed to open RSS Feed/)).toBe(null);
  await userEvent.clear(slug);
  await userEvent.paste('raven');
  expect([slug.getAttribute('aria-invalid'), dialog.queryByRole('alert')]).toEqual([null, null]);
  ports.api.refuse(openFeed, { kind: 'rejected', status: 400, message: 'Item has no audio tracks' });
  await submit();
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^Failed to open RSS Feed\. .*Item has no audio tracks/,
  );
  act(() => ports.page.setOnline(false));
  ports.api.refuse(openFeed, { kind: 'network' });
  await submit();
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/^Failed to open RSS Feed\. .*reach/i));
  expect(slug.value).toBe('raven');
  act(() => ports.page.setOnline(true));
  ports.api.answer(openFeed, { feed });
  await submit();
  expect(await dialog.findByRole('heading', { name: 'RSS feed is open' })).toBeTruthy();
});

test('a feed that failed to close stays open, and says why (RSS-026, ERR-068)', async () => {
  const { ports } = await open({ ...bookBody, rssFeed: feed });
  ports.api.refuse(closeFeed, { kind: 'network' });
  await userEvent.click(screen.getByRole('button', { name: 'Close Feed' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close feed' }));
  expect(await screen.findByText('Failed to close RSS feed')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close Feed' }).disabled).toBe(false);
});

test('a user who is not an administrator sees an open feed without the button (AMB-74, ROL-018)', async () => {
  await open({ ...bookBody, rssFeed: feed }, 'login-user');
  expect(screen.getByRole('textbox', { name: 'Feed URL' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close Feed' })).toBe(null);
});

test('warns where a podcast has episodes without a day (RSS-010, ENT-033)', async () => {
  const podcast = recording('items/expanded-podcast').response.body as {
    id: string;
    media: { metadata: { title: string }; episodes: object[] };
  };
  const { media } = podcast;
  const body = { ...podcast, media: { ...media, episodes: media.episodes.map((one) => ({ ...one, pubDate: null })) } };
  openClient(`/item/${podcast.id}`, { prepare: ({ api }) => api.answer(getItem, body) });
  await screen.findByText(media.metadata.title, { selector: 'h1' });
  const more = await vi.waitFor(() => {
    const button = document.querySelector<HTMLElement>(`[aria-label="More options for ${media.metadata.title}"]`);
    if (!button) throw new Error('no menu');
    return button;
  });
  fireEvent.click(more);
  fireEvent.click(await screen.findByText('RSS feed'));
  expect((await screen.findByText(/publish date/)).textContent).toBe(
    'Some episodes have no publish date. Some podcast apps need one.',
  );
});
