import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { createShare, deleteShare } from '../../../../src/services/endpoints/shares.ts';
import { expectNothingTypedIsLost } from '../../../support/dom/losing-text.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody } from '../../../support/item-fixtures.ts';
import { shareBody } from '../../../support/publish-fixtures.ts';
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/admin/sharing/share-link.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import '../../../../src/views/admin/sharing/share-dialog.tsx';
import '../../../../src/views/ui/qr-code.tsx';

const media = (bookBody as unknown as { media: { id: string } }).media;
const share = { ...shareBody, mediaItemId: media.id, slug: 'raven' };

async function open(body: object = bookBody) {
  const client = openClient(`/item/${bookBody.id}`, { prepare: ({ api }) => api.answer(getItem, body) });
  fireEvent.click(await screen.findByLabelText(/^More options for /));
  fireEvent.click(await screen.findByText('Share', { selector: '[role="menuitem"] *' }));
  await screen.findByRole('dialog', { name: 'Share' });
  return client;
}

test('opens from the item, with a link to the guide (SHR-001, SHR-002, ITM-016)', async () => {
  await open();
  expect(screen.getByRole('dialog', { name: 'Share' })).toBeTruthy();
  const guide = screen.getByRole('link', { name: 'Learn about sharing' });
  expect(guide.getAttribute('href')).toBe('https://www.audiobookshelf.org/guides/media-item-shares');
});

test('begins with a random slug, and shows the address that it makes (SHR-003, SHR-007)', async () => {
  await open();
  const slug = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link name' });
  expect(slug.value).toMatch(/^[a-z0-9]{10}$/);
  expect(screen.getByText(`http://localhost/share/${slug.value}`)).toBeTruthy();
  await userEvent.clear(slug);
  await userEvent.paste('raven');
  expect(screen.getByText('http://localhost/share/raven')).toBeTruthy();
});

test('the duration has a number, buttons, and a unit (SHR-004, SHR-005, ENU-021)', async () => {
  await open();
  const duration = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Expires after' });
  await userEvent.click(screen.getByRole('button', { name: 'Longer' }));
  await userEvent.click(screen.getByRole('button', { name: 'Longer' }));
  expect(duration.value).toBe('2');
  await userEvent.click(screen.getByRole('button', { name: 'Shorter' }));
  expect(duration.value).toBe('1');
  await userEvent.click(screen.getByRole('combobox', { name: /^Unit/ }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Minutes',
    'Hours',
    'Days',
  ]);
});

test('without a duration the link is permanent, with one it has an end (SHR-008, SHR-009)', async () => {
  await open();
  expect(screen.getByText('Permanent')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Longer' }));
  expect(screen.getByText(/^Expires on \S/)).toBeTruthy();
  expect(screen.queryByText('Permanent')).toBe(null);
});

test('the duration gets no shorter than 0 (SHR-022, VAL-082)', async () => {
  await open();
  const shorter = screen.getByRole<HTMLButtonElement>('button', { name: 'Shorter' });
  expect(shorter.disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Longer' }));
  await userEvent.click(shorter);
  expect(shorter.disabled).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Expires after' }).value).toBe('0');
});

test('downloads are off, and explain what they allow (SHR-006)', async () => {
  await open();
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Allow downloads/ });
  expect(box.checked).toBe(false);
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'People with the link can also download the audio files.',
  );
});

test('makes a link once its slug is valid, with downloads or without (SHR-010, SHR-021)', async () => {
  const { ports } = await open();
  const slug = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link name' });
  await userEvent.clear(slug);
  await userEvent.paste('The Raven');
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(slug.value).toBe('the-raven');
  expect(await screen.findByText(/had characters that aren’t allowed/)).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Allow downloads/ }));
  ports.api.answer(createShare, { ...share, isDownloadable: true });
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('This book is shared')).toBeTruthy();
  expect(ports.api.inputsOf(createShare)).toMatchObject([{ slug: 'the-raven', expiresAt: 0, isDownloadable: true }]);
});

test('Cancel beside its button closes it', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('a press outside closes it, unless something was typed', async () => {
  await open();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link name' }).value).toMatch(/^[a-z0-9]{10}$/);
  await expectNothingTypedIsLost('Link name');
});

test('shows a taken slug at its field, other failures elsewhere, and shares in the end (SHR-025, ERR-070)', async () => {
  const { ports } = await open();
  const dialog = within(screen.getByRole('dialog'));
  const slug = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Link name' });
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Share' }));
  ports.api.refuse(createShare, { kind: 'conflict', message: 'Slug is already in use' });
  await submit();
  expect(await dialog.findByText('This link name is already in use. Choose another one.')).toBeTruthy();
  await vi.waitFor(() => expect(document.activeElement).toBe(slug));
  expect(dialog.queryByText(/^Failed to share item/)).toBe(null);
  await userEvent.clear(slug);
  await userEvent.paste('raven');
  expect([slug.getAttribute('aria-invalid'), dialog.queryByRole('alert')]).toEqual([null, null]);
  ports.api.refuse(createShare, { kind: 'conflict', message: 'Item is already shared' });
  await submit();
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Failed to share item\. .*Item is already shared/);
  act(() => ports.page.setOnline(false));
  ports.api.refuse(createShare, { kind: 'network' });
  await submit();
  await vi.waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/^Failed to share item\. .*reach/i));
  expect(slug.value).toBe('raven');
  act(() => ports.page.setOnline(true));
  ports.api.answer(createShare, share);
  await submit();
  expect(await dialog.findByText('This book is shared')).toBeTruthy();
});

test('a link that failed to be deleted stays, and says why (SHR-026, ERR-069)', async () => {
  const { ports } = await open({ ...bookBody, mediaItemShare: share });
  ports.api.refuse(deleteShare, { kind: 'network' });
  await userEvent.click(screen.getByRole('button', { name: 'Delete link' }));
  await screen.findByText(/stops working for everyone/);
  await userEvent.click(screen.getAllByRole('button', { name: 'Delete link' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Failed to delete share')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete link' }).disabled).toBe(false);
});

test('shows a link with its address, a code, and the time left (SHR-011, SHR-012, SHR-013)', async () => {
  const expiresAt = new Date(Date.UTC(2026, 0, 1) + 7_200_000).toISOString();
  const { ports } = await open({ ...bookBody, mediaItemShare: { ...share, expiresAt, isDownloadable: true } });
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Share URL' });
  expect(address.value).toBe('http://localhost/share/raven');
  expect(screen.getByText('Downloads are allowed')).toBeTruthy();
  expect(screen.getByRole('definition').textContent).toMatch(/^2 h left until \S/);
  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await vi.waitFor(() => expect(ports.page.shown.copied).toEqual(['http://localhost/share/raven']));
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Start at' }));
  const time = screen.getByRole('textbox', { name: 'Start time' });
  await userEvent.clear(time);
  await userEvent.paste('1:30');
  expect(address.value).toBe('http://localhost/share/raven?t=90');
  await userEvent.click(screen.getByRole('button', { name: 'Show QR code' }));
  expect(await screen.findByRole('img', { name: 'QR code for http://localhost/share/raven?t=90' })).toBeTruthy();
});

test('shows the link of the item each time it opens (SHR-020)', async () => {
  await open({ ...bookBody, mediaItemShare: { ...share, expiresAt: null } });
  const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Share URL' }).value;
  expect(address()).toBe('http://localhost/share/raven');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Start at' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(await screen.findByLabelText(/^More options for /));
  fireEvent.click(await screen.findByText('Share', { selector: '[role="menuitem"] *' }));
  await screen.findByRole('dialog', { name: 'Share' });
  expect(address()).toBe('http://localhost/share/raven');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Start at' }).checked).toBe(false);
});

test('a link without an end is permanent (SHR-013)', async () => {
  await open({ ...bookBody, mediaItemShare: { ...share, expiresAt: null } });
  expect(screen.getByRole('definition').textContent).toBe('Permanent');
});

test('an expired link says so, and is removed after a question (SHR-014, SHR-016, SHR-026)', async () => {
  const expiresAt = new Date(Date.UTC(2025, 0, 1)).toISOString();
  const { ports } = await open({ ...bookBody, mediaItemShare: { ...share, expiresAt } });
  expect(screen.getByRole('definition').textContent).toBe('Expired');
  ports.api.answer(deleteShare, '');
  await userEvent.click(screen.getByRole('button', { name: 'Delete link' }));
  expect(await screen.findByText(/stops working for everyone/)).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Delete link' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Share link deleted')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Link name' })).toBeTruthy();
});
