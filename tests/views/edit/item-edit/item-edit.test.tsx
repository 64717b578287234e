import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ITEM_DRAFT, SCHEDULE_DRAFT } from '../../../../src/machines/edit/item-edit/draft.actor.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { updateItem } from '../../../../src/services/endpoints/item-editing.ts';
import { scanItem } from '../../../../src/services/endpoints/item-tools.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { validateCron } from '../../../../src/services/endpoints/server-admin.ts';
import { itemsAround } from '../../../../src/views/shared/use-item-entries.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { bookBody } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/edit/item-edit/item-edit.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/edit/item-edit/item-edit-dialog.tsx';
import '../../../../src/views/edit/item-edit/schedule-tab.tsx';
import '../../../../src/machines/edit/quick-match/quick-match.machine.ts';
import '../../../../src/machines/edit/batch/batch.machine.ts';
import '../../../../src/views/app/modals/quick-match-modal.tsx';

const { id } = bookBody;
const { title } = bookBody.media.metadata;
const PAGE = `/item/${id}`;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const open = (path: string, account = 'login-root') =>
  openClient(path, {
    account,
    prepare: ({ api }) =>
      api.answer(getItem, (input: { id: string }) => (input.id === podcastBody.id ? podcastBody : bookBody)),
  });
const dialogOf = async (name: string) => {
  const dialog = await screen.findByRole('dialog', { name: `Edit: ${name}` });
  return { dialog, inside: within(dialog) };
};
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
interface Sent {
  readonly change: { readonly metadata: { readonly genres: readonly string[] } };
}
const bodyWith = (metadata: object) => ({
  ...bookBody,
  media: { ...bookBody.media, metadata: { ...bookBody.media.metadata, ...metadata } },
});

describe('the dialog of an item', () => {
  test('opens with one press on the page, and gives the focus back to its button', async () => {
    open(PAGE);
    await screen.findByRole('heading', { level: 1, name: title });
    const button = screen.getByRole('button', { name: 'Edit' });
    await userEvent.click(button);
    await dialogOf(title);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('opens from the page, sends the changes, and closes', async () => {
    const client = open(PAGE);
    await screen.findByRole('heading', { level: 1, name: title });
    await userEvent.click(screen.getByRole('button', { name: `More options for ${title}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const { dialog, inside } = await dialogOf(title);
    expect(client.here()).toBe(`${PAGE}?edit=${id}`);
    type(await inside.findByLabelText('Subtitle'), 'and more');
    type(inside.getByLabelText('Genres'), 'Fable');
    client.ports.api.answer(updateItem, { updated: true, libraryItem: bookBody });
    await userEvent.click(inside.getByRole('button', { name: 'Save & close' }));
    expect(await screen.findByText('Item details updated')).toBeTruthy();
    expect(dialog.isConnected).toBe(false);
    const [sent] = client.ports.api.inputsOf(updateItem);
    expect(Object.keys((sent as Sent).change.metadata).toSorted()).toEqual(['genres', 'subtitle']);
    expect((sent as Sent).change.metadata.genres.at(-1)).toBe('Fable');
    await waitFor(() => expect(client.here()).toBe(PAGE));
  });

  test('Ctrl+S saves while a text has the focus, Ctrl+Enter saves and closes; the buttons show these keys', async () => {
    const client = open(`${PAGE}?edit=${id}`);
    const { dialog, inside } = await dialogOf(title);
    client.ports.api.answer(updateItem, { updated: true, libraryItem: bookBody });
    const subtitle = await inside.findByLabelText('Subtitle');
    type(subtitle, 'and more');
    subtitle.focus();
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(client.ports.api.inputsOf(updateItem)).toHaveLength(1));
    expect(dialog.isConnected).toBe(true);
    type(subtitle, 'and even more');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(client.ports.api.inputsOf(updateItem)).toHaveLength(2);
  });

  test('opens by its address, and back closes it', async () => {
    const client = open(`${PAGE}?edit=${id}`);
    const { dialog } = await dialogOf(title);
    act(() => window.history.back());
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect([client.here(), screen.getByRole('heading', { level: 1 }).textContent]).toEqual([PAGE, title]);
  });

  test('values restored after a reload are discarded by their button, and the focus stays in the dialog', async () => {
    const before = open(`${PAGE}?edit=${id}`);
    type(await (await dialogOf(title)).inside.findByLabelText('Subtitle'), 'and more');
    const draft = before.ports.tabStorage.read(ITEM_DRAFT);
    if (!draft) throw new Error('Nothing was kept');
    cleanup();
    openClient(`${PAGE}?edit=${id}`, {
      account: 'login-root',
      prepare: ({ api, tabStorage }) => {
        api.answer(getItem, bookBody);
        tabStorage.write(ITEM_DRAFT, draft);
      },
    });
    const { dialog, inside } = await dialogOf(title);
    const subtitle = await inside.findByLabelText<HTMLInputElement>('Subtitle');
    expect(subtitle.value).toBe('and more');
    inside.getByRole('button', { name: 'Back to saved' }).focus();
    await userEvent.keyboard('{Enter}');
    expect([subtitle.value, inside.queryByRole('button', { name: 'Back to saved' })]).toEqual(['', null]);
    expect(document.activeElement).toBe(dialog);
  });

  test('does not open by address for an account that may not update', async () => {
    open(`${PAGE}?edit=${id}`, 'login-guest');
    await screen.findByRole('heading', { level: 1, name: title });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('an administrator can match it, and rescan its files, at the foot of the details (areas 19.1)', async () => {
    const client = open(`${PAGE}?edit=${id}`);
    const { inside } = await dialogOf(title);
    client.ports.api.answerOnce(scanItem, { result: 'UPTODATE' });
    await userEvent.click(await inside.findByRole('button', { name: 'Re-scan' }));
    expect(await inside.findByText('Already up to date.')).toBeTruthy();
    client.ports.api.refuseOnce(scanItem, { kind: 'network' });
    await userEvent.click(inside.getByRole('button', { name: 'Re-scan' }));
    expect(await inside.findByText(/^Couldn’t re-scan\./)).toBeTruthy();
    expect(client.ports.api.inputsOf(scanItem)).toEqual([{ id }, { id }]);
    await userEvent.click(inside.getByRole('button', { name: 'Quick match' }));
    expect(await screen.findByRole('dialog', { name: 'Quick match 1 item' })).toBeTruthy();
  });

  test('other users can only save', async () => {
    const body = recording('auth/login-user').response.body as { user: { permissions: object } };
    const editor = { ...body, user: { ...body.user, permissions: { ...body.user.permissions, update: true } } };
    openClient(`${PAGE}?edit=${id}`, {
      account: 'login-user',
      prepare: ({ api }) => {
        api.answer(getItem, bookBody);
        api.answer(authorize, editor);
      },
    });
    const { inside } = await dialogOf(title);
    await inside.findByLabelText('Title');
    expect(['Quick match', 'Re-scan', 'Save'].map((name) => inside.queryByRole('button', { name }) !== null)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('shows a missing value at its field, and confirms before it discards edits', async () => {
    open(`${PAGE}?edit=${id}`);
    const { dialog, inside } = await dialogOf(title);
    const field = await inside.findByLabelText('Title');
    type(field, '');
    await userEvent.click(inside.getByRole('button', { name: 'Save' }));
    expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
    const isbn = inside.getByLabelText('ISBN');
    type(isbn, '978-3-16-148410-1');
    expect(inside.getByText(/last digit doesn’t match/).id).toBe(isbn.getAttribute('aria-describedby'));
    type(isbn, '978-3-16-148410-0');
    expect(isbn.getAttribute('aria-describedby')).toBeNull();
    const subtitle = inside.getByLabelText('Subtitle');
    subtitle.focus();
    type(subtitle, 'and more');
    expect(document.activeElement, 'typing elsewhere keeps the focus there').toBe(subtitle);
    expect(inside.getByText('Enter a title')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect([dialog.isConnected, (field as HTMLInputElement).value]).toEqual([true, '']);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
  });

  test('shows changes from elsewhere beside the typed values', async () => {
    const client = open(`${PAGE}?edit=${id}`);
    const { inside } = await dialogOf(title);
    await waitFor(() => expect(client.ports.socket.connections).toBe(1));
    act(() => {
      client.ports.socket.report({ kind: 'connected' });
      client.ports.socket.receive('init', { userId: 'u', username: 'u' });
    });
    const field = await inside.findByLabelText<HTMLInputElement>('Subtitle');
    type(field, 'mine');
    client.ports.api.answer(getItem, bodyWith({ subtitle: 'theirs', publisher: 'Elsewhere' }));
    act(() => client.ports.socket.receive('item_updated', bodyWith({ subtitle: 'theirs', publisher: 'Elsewhere' })));
    act(() => client.ports.clock.advance(1000));
    expect(await inside.findByText('Changed elsewhere to: theirs')).toBeTruthy();
    expect([field.value, inside.getByLabelText<HTMLInputElement>('Publisher').value]).toEqual(['mine', 'Elsewhere']);
    await userEvent.click(inside.getByRole('button', { name: 'Use theirs: Subtitle' }));
    expect(document.activeElement, 'the focus stays in the dialog').toBe(screen.getByRole('dialog'));
    expect([field.value, inside.queryByText(/^Changed elsewhere/)]).toEqual(['theirs', null]);
  });

  test('has the fields of a podcast', async () => {
    open(`/item/${podcastBody.id}?edit=${podcastBody.id}`);
    const { inside } = await dialogOf(podcastBody.media.metadata.title);
    expect(await inside.findByLabelText('Feed address')).toBeTruthy();
    expect(inside.queryByLabelText('Narrators')).toBeNull();
  });
});

describe('the schedule of a podcast', () => {
  const podcast = `/item/${podcastBody.id}?edit=${podcastBody.id}`;
  const podcastWith = (media: object) => ({ ...podcastBody, media: { ...podcastBody.media, ...media } });
  const openSchedule = async (media: object) => {
    const client = openClient(podcast, {
      account: 'login-root',
      prepare: ({ api }) => {
        api.answer(getItem, podcastWith(media));
        api.answer(updateItem, { updated: true, libraryItem: podcastWith(media) });
        api.answer(validateCron, 'OK');
      },
    });
    const { inside } = await dialogOf(podcastBody.media.metadata.title);
    fireEvent.click(await inside.findByText('Schedule'));
    return { client, inside, press: (text: string) => fireEvent.click(inside.getByText(text)) };
  };

  test('is set by choices, and shows as text with its next times', async () => {
    const { client, inside, press } = await openSchedule({
      autoDownloadEpisodes: false,
      autoDownloadSchedule: '30 1 * * 1',
    });
    const toggle = await inside.findByLabelText('Download new episodes automatically');
    press('Save');
    expect(client.ports.api.inputsOf(updateItem), 'nothing is changed').toEqual([]);
    fireEvent.click(toggle);
    expect(inside.getByText('Runs at 01:30, on Monday.')).toBeTruthy();
    expect(inside.getAllByText(/^Monday .*01:30$/)).toHaveLength(5);
    fireEvent.click(inside.getByLabelText('Tuesday'));
    expect(inside.getByText('Runs at 01:30, on Monday and Tuesday.')).toBeTruthy();
    press('Save');
    expect(await screen.findByText('Item details updated')).toBeTruthy();
    expect(client.ports.api.inputsOf(updateItem)).toEqual([
      { id: podcastBody.id, change: { autoDownloadEpisodes: true, autoDownloadSchedule: '30 1 * * 1,2' } },
    ]);
  });

  test('is set as an expression, with the wrong field named', async () => {
    const { client, inside, press } = await openSchedule({
      autoDownloadEpisodes: true,
      autoDownloadSchedule: '5 9-17 1 jan *',
    });
    const expression = await inside.findByLabelText<HTMLInputElement>('Cron expression');
    expect(expression.value).toBe('5 9-17 1 jan *');
    const words = 'Runs at the minute 5 of the hour, from 09:00 to 17:59, on day 1 of the month, in January.';
    expect(inside.getByText(words)).toBeTruthy();
    type(expression, '61 * * * *');
    const wrong = 'The first field, the minute, goes from 0 to 59';
    expect([inside.getByText(wrong).tagName, expression.getAttribute('aria-invalid')]).toEqual(['SPAN', null]);
    press('Save');
    expect([expression.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', expression]);
    expect(inside.getAllByText(wrong)).toHaveLength(1);
    type(expression, '0 0 30 feb *');
    expect(inside.getByText('No date matches, so it never runs.')).toBeTruthy();
    type(expression, '*/20 * * * *');
    expect(inside.getByText('Runs every 20 minutes.')).toBeTruthy();
    press('Save');
    await waitFor(() =>
      expect(client.ports.api.inputsOf(updateItem)).toEqual([
        { id: podcastBody.id, change: { autoDownloadSchedule: '*/20 * * * *' } },
      ]),
    );
  });

  test('reports a missing weekday or number', async () => {
    const { inside, press } = await openSchedule({ autoDownloadEpisodes: true, autoDownloadSchedule: '30 1 * * 1' });
    fireEvent.click(await inside.findByLabelText('Monday'));
    type(inside.getByLabelText('Episodes to keep'), '');
    press('Save');
    expect(inside.getByText('Choose at least one weekday').getAttribute('role')).toBe('alert');
    expect(inside.getByText('Enter a whole number, 0 or higher')).toBeTruthy();
  });

  test('restored after a reload is discarded by its button, and the focus stays in the dialog', async () => {
    const media = { autoDownloadEpisodes: true, autoDownloadSchedule: '5 9 1 * *' };
    const before = await openSchedule(media);
    type(await before.inside.findByLabelText('Cron expression'), '*/20 * * * *');
    const draft = before.client.ports.tabStorage.read(SCHEDULE_DRAFT);
    if (!draft) throw new Error('Nothing was kept');
    cleanup();
    openClient(podcast, {
      account: 'login-root',
      prepare: ({ api, tabStorage }) => {
        api.answer(getItem, podcastWith(media));
        tabStorage.write(SCHEDULE_DRAFT, draft);
      },
    });
    const { dialog, inside } = await dialogOf(podcastBody.media.metadata.title);
    const expression = await inside.findByLabelText<HTMLInputElement>('Cron expression');
    expect(expression.value).toBe('*/20 * * * *');
    inside.getByRole('button', { name: 'Back to saved' }).focus();
    await userEvent.keyboard('{Enter}');
    expect([expression.value, inside.queryByRole('button', { name: 'Back to saved' })]).toEqual(['5 9 1 * *', null]);
    expect(document.activeElement).toBe(dialog);
  });

  test('needs the address of a feed', async () => {
    const { inside } = await openSchedule({ metadata: { ...podcastBody.media.metadata, feedUrl: null } });
    expect(await inside.findByText(/has no RSS feed address/)).toBeTruthy();
    expect(inside.queryByLabelText('Download new episodes automatically')).toBeNull();
  });
});

test('neighbouring items are those of its list, as far as it is loaded', () => {
  const known = ['a', 'b', 'c', 'd'];
  const scope = {
    list: 'l',
    pick: (from: number) => {
      const one = known[from];
      return one
        ? { picked: [{ id: one, item: null }], missing: null }
        : { picked: [], missing: { query: 0, from, to: from } };
    },
  };
  const listed = itemsAround(scope, 2, { id: 'c', title: 'C' });
  expect(listed.map((item) => item.id)).toEqual(known);
});
