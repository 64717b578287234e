import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendEbook } from '../../../../src/services/endpoints/account.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody } from '../../../support/item-fixtures.ts';
import { ebookBody, ebookFileOf } from '../../../support/reader-fixtures.ts';
import { recording, socketRecording } from '../../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/admin/send-ebook/ebook-sender.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';

const { title } = bookBody.media.metadata;
const kindle = { name: 'Kindle', email: 'k@example.org', availabilityOption: 'guestOrUp', users: [] };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

async function open(ereaderDevices: readonly object[]) {
  const client = openClient(`/item/${bookBody.id}`, {
    prepare: ({ api }) => {
      api.answer(authorize, { ...(recording('auth/login-root').response.body as object), ereaderDevices });
      api.answer(getItem, ebookBody('epub', [ebookFileOf('9', 'Other.epub')]));
    },
  });
  await screen.findByRole('heading', { level: 1, name: title });
  await userEvent.click(await screen.findByRole('button', { name: /^Ebook files/ }));
  return client;
}
const button = () => screen.queryByRole('button', { name: `Send ${title} to a device` });

test('the main ebook is sent from the list of files, after a confirmation that names it (EBK-041)', async () => {
  const { ports } = await open([kindle]);
  ports.api.answer(sendEbook, 'OK');
  await waitFor(() => expect(button()).toBeTruthy());
  await userEvent.click(button() ?? document.body);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send to Kindle' }));
  await screen.findByText(`Send the EPUB of “${title}” to Kindle?`);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText(`“${title}” was sent to Kindle`);
  expect(ports.api.inputsOf(sendEbook)).toEqual([{ libraryItemId: bookBody.id, deviceName: 'Kindle' }]);
});

test('server events add and remove devices of the account; those of others are not offered (EVT-037)', async () => {
  const { ports } = await open([]);
  expect(button()).toBeNull();
  const { payload } = socketRecording('ereader-devices-updated-admin').events[0] ?? {};
  const notify = (reported: unknown) => act(() => ports.socket.receive('ereader-devices-updated', reported));
  act(() => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: 'u', username: 'u' });
  });
  notify(payload);
  await waitFor(() => expect(button()).toBeTruthy());
  await userEvent.click(button() ?? document.body);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send to device' }));
  const names = await waitFor(() => {
    const found = screen.getAllByRole('menuitem').map((entry) => entry.textContent);
    if (found.length < 3) throw new Error('The submenu is not open');
    return found;
  });
  expect(names).toEqual(['Send to device', 'Family Kindle', 'Admin Reader']);
  await userEvent.keyboard('{Escape}{Escape}');
  notify({ ereaderDevices: [] });
  await waitFor(() => expect(button()).toBeNull());
});
