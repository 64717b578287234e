import { describe, expect, test, vi } from 'vitest';
import { keyOf } from '../../../../src/machines/kit/media.logic.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listLibraries, listShelves } from '../../../../src/services/endpoints/libraries.ts';
import { getMe } from '../../../../src/services/endpoints/me.ts';
import { BOOK, bookProgress } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { ACCOUNT, startClient } from '../../../support/whole-client.ts';

const LIBRARY = '/library/0339edc8-4fdc-4ed0-aae5-906c76d1f52f';

/** Later than everything recorded, in ms. */
const LATER = 4_000_000_000_000;

/** The account with the book at this second, set by another device. */
const accountAt = (currentTime: number) => ({
  ...ACCOUNT.user,
  mediaProgress: [bookProgress({ currentTime, progress: currentTime / 182.5, lastUpdate: LATER })],
});

async function openOnline(path: string) {
  const client = await startClient(path);
  const { api } = client.ports;
  await vi.waitFor(() => expect(client.place()).toBe('open'));
  await vi.waitFor(() => expect(client.page()?.getSnapshot()).toMatchObject({ tags: new Set() }));
  return {
    ...client,
    requested: () => ({
      account: api.inputsOf(getMe).length,
      libraries: api.inputsOf(listLibraries).length,
      page: api.inputsOf(getItem).length + api.inputsOf(listShelves).length,
    }),
    position: () => client.progress.getSnapshot().context.entries[keyOf(BOOK)]?.currentTime,
    account: () => client.session.getSnapshot().children.freshness?.getSnapshot(),
  };
}

const ITEM = `/item/${BOOK.libraryItemId}`;

describe('a reconnect', () => {
  test('brings what another device did meanwhile: the position, the libraries and the page', async () => {
    const client = await openOnline(ITEM);
    client.connect();
    await client.play();
    client.listen(20);
    client.player.send({ type: 'player.pause' });
    await vi.waitFor(() => expect(client.position()).toBe(20));
    const before = client.requested();
    client.disconnect();
    client.ports.clock.advance(60_000);
    client.ports.api.answer(getMe, accountAt(150));
    client.connect();
    await vi.waitFor(() => expect(client.position()).toBe(150));
    expect(client.requested()).toEqual({ account: 1, libraries: before.libraries + 1, page: before.page + 1 });
  });

  test('reads the account again when an event came before its answer: that one may be older', async () => {
    const client = await openOnline(ITEM);
    client.connect();
    client.disconnect();
    const older = client.ports.api.defer(getMe);
    client.connect();
    await vi.waitFor(() => expect(client.requested().account).toBe(1));
    client.ports.api.answer(getMe, accountAt(150));
    const [data] = accountAt(150).mediaProgress;
    const event = { id: data?.id, sessionId: null, deviceDescription: null, data };
    client.ports.socket.receive('user_item_progress_updated', event);
    expect(client.position()).toBe(150);
    older.resolve({ ...ACCOUNT.user, mediaProgress: [] });
    await vi.waitFor(() => expect(client.account()?.value).toBe('fresh'));
    expect([client.position(), client.requested().account]).toEqual([150, 2]);
  });

  test('costs the start page one refresh, also when the account changed', async () => {
    const client = await openOnline(LIBRARY);
    client.connect();
    const before = client.requested();
    client.disconnect();
    client.ports.api.answer(getMe, accountAt(150));
    client.connect();
    await vi.waitFor(() => expect(client.position()).toBe(150));
    client.ports.clock.advance(5000);
    expect(client.requested().page).toBe(before.page + 1);
  });

  test('without an answer retries until there is one; then all is refetched', async () => {
    const client = await openOnline(ITEM);
    client.connect();
    const before = client.requested();
    client.disconnect();
    client.ports.api.refuse(getMe, { kind: 'network' });
    client.connect();
    await vi.waitFor(() => expect(client.account()?.value).toBe('stale'));
    expect(client.account()?.context.error).toEqual({ kind: 'network' });
    client.ports.clock.advance(2000);
    await vi.waitFor(() => expect(client.account()?.context.failures).toBe(2));
    expect(client.requested().page).toBe(before.page);
    client.ports.api.answer(getMe, accountAt(150));
    client.ports.clock.advance(4000);
    await vi.waitFor(() => expect([client.account()?.value, client.position()]).toEqual(['fresh', 150]));
    expect(client.requested().page).toBe(before.page + 1);
  });
});

describe('the first connection', () => {
  /** Longer after loading than the client relies on what was loaded. */
  async function openLate(path: string) {
    const client = await openOnline(path);
    await vi.waitFor(() => expect(client.requested().libraries).toBe(1));
    client.ports.clock.advance(10_000);
    return client;
  }

  test('reloads the libraries and the page, but not the account that was just loaded', async () => {
    const client = await openOnline(LIBRARY);
    await vi.waitFor(() => expect(client.requested().libraries).toBe(1));
    const before = client.requested();
    client.ports.clock.advance(8_000);
    client.connect();
    client.ports.clock.advance(60_000);
    expect(client.requested()).toEqual({ account: 0, libraries: before.libraries + 1, page: before.page + 1 });
  });

  test('reloads the account, the libraries and the page once more when it comes late', async () => {
    const client = await openLate(LIBRARY);
    const before = client.requested();
    client.connect();
    await vi.waitFor(() => expect(client.account()?.value).toBe('fresh'));
    client.ports.clock.advance(5000);
    expect(client.requested()).toEqual({ account: 1, libraries: before.libraries + 1, page: before.page + 1 });
  });

  test('hands on what changed between loading and a late connection', async () => {
    const client = await openLate(ITEM);
    client.ports.api.answer(getMe, accountAt(150));
    client.connect();
    await vi.waitFor(() => expect(client.position()).toBe(150));
    expect(client.pageHost.getSnapshot().context.account.user.mediaProgress.items[0]?.currentTime).toBe(150);
  });

  test('finds that the open library was removed before it, and opens the next one', async () => {
    const client = await openLate(LIBRARY);
    const { libraries } = recording('libraries/list').response.body as { libraries: { id: string }[] };
    const left = libraries.filter(({ id }) => !LIBRARY.endsWith(id));
    client.ports.api.answer(listLibraries, { libraries: left });
    client.connect();
    await vi.waitFor(() => expect(client.ports.navigation.commands.at(-1)?.path).toBe(`/library/${left[0]?.id}`));
  });
});
