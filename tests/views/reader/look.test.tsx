import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { openClient } from '../../support/dom/client.tsx';
import { bookBody } from '../../support/item-fixtures.ts';
import { ebookBody } from '../../support/reader-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/reader/reader.machine.ts';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/reader/reader-dialog.tsx';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

async function openSettings(format = 'epub') {
  const client = openClient(`/item/${bookBody.id}?read=77`, {
    account: 'login-root',
    prepare: (ports) => {
      if (format !== 'epub') ports.readers.leaveOutContents();
      ports.api.answer(getItem, ebookBody(format));
    },
  });
  await screen.findByText(/^Page 1 of 5/);
  await userEvent.click(screen.getByLabelText('Reader settings'));
  return { ...client, settings: within(await screen.findByRole('dialog', { name: 'Reader settings' })) };
}

test('settings apply to all books unless one has its own, with a preview', async () => {
  const { settings, ports } = await openSettings();
  const isPicked = (label: string) =>
    settings.getAllByLabelText<HTMLInputElement>(label).every(({ checked }) => checked);
  expect(['All books', 'Book default', 'Paged'].map(isPicked)).toEqual([true, true, true]);
  fireEvent.click(settings.getByLabelText('This book only'));
  fireEvent.click(settings.getByLabelText('Justified'));
  fireEvent.change(settings.getByLabelText('Margins'), { target: { value: '200' } });
  const sample = settings.getByText(/^Alice was beginning/);
  expect(sample.style.textAlign).toBe('justify');
  expect(Number.parseFloat(sample.style.paddingInline)).toBeCloseTo(33.3, 1);
  fireEvent.click(settings.getByLabelText('Scrolled'));
  // Scrolled text has no two pages.
  expect(settings.getByLabelText<HTMLInputElement>('Two pages').disabled).toBe(true);
  await waitFor(() => expect(ports.readers.requested.length).toBeGreaterThan(0));
  fireEvent.click(settings.getByLabelText('All books'));
  expect(['All books', 'Book default', 'Paged'].map(isPicked)).toEqual([true, true, true]);
});

test('fixed pages have no line settings, and may have their own look too', async () => {
  const { settings } = await openSettings('cbz');
  expect(settings.queryByText(/^Alice was beginning/)).toBeNull();
  fireEvent.click(settings.getByLabelText('This book only'));
  fireEvent.click(settings.getByLabelText('Two pages'));
  fireEvent.click(settings.getByLabelText('All books'));
  expect(settings.getByLabelText<HTMLInputElement>('Single page').checked).toBe(true);
});
