import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EREADER_SETTINGS } from '../../../src/machines/reader/book-look.logic.ts';
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

test('space in the text is as in the book until it is chosen, and in the sample', async () => {
  const { settings, ports } = await openSettings();
  expect(settings.getByText('More spacing').closest('details')).not.toBeNull();
  const spaces = ['Letter spacing', 'Word spacing', 'Paragraph spacing'].map((name) => settings.getByLabelText(name));
  const said = () => spaces.map((space) => space.getAttribute('aria-valuetext'));
  expect(said()).toEqual(['Book default', 'Book default', 'Book default']);
  fireEvent.click(settings.getByLabelText('OpenDyslexic'));
  for (const space of spaces) fireEvent.keyDown(space, { key: 'ArrowUp' });
  expect(said()).toEqual(['5%', '5%', '25%']);
  const { fontFamily, letterSpacing, wordSpacing } = settings.getByText(/^Alice was beginning/).style;
  expect([fontFamily, letterSpacing, wordSpacing]).toEqual([
    expect.stringContaining('OpenDyslexic'),
    '0.05em',
    '0.05em',
  ]);
  const look = { font: 'opendyslexic', letterSpacing: 5, wordSpacing: 5, paragraphSpacing: 25 };
  expect(ports.storage.read(EREADER_SETTINGS)).toMatchObject(look);
});

test('text is reset to how it usually looks, its theme stays', async () => {
  const { settings, ports } = await openSettings();
  for (const label of ['Sepia', 'OpenDyslexic', 'Justified', 'Scrolled'])
    fireEvent.click(settings.getByLabelText(label));
  for (const label of ['Font size', 'Weight', 'Letter spacing'])
    fireEvent.keyDown(settings.getByLabelText(label), { key: 'End' });
  expect(ports.storage.read(EREADER_SETTINGS)).toMatchObject({ fontScale: 300, fontBoldness: 300, textStroke: 1 });
  fireEvent.click(settings.getByText('Reset to default'));
  expect(ports.storage.read(EREADER_SETTINGS)).toEqual({
    theme: 'sepia',
    font: 'book',
    fontScale: 100,
    lineSpacing: 115,
    letterSpacing: 0,
    wordSpacing: 0,
    paragraphSpacing: 0,
    fontBoldness: 100,
    spread: 'auto',
    textStroke: 0,
    margins: 100,
    alignment: 'book',
    flow: 'paged',
  });
});

test('fixed pages have no line settings, and may have their own look too', async () => {
  const { settings } = await openSettings('cbz');
  expect(settings.queryByText(/^Alice was beginning/)).toBeNull();
  fireEvent.click(settings.getByLabelText('This book only'));
  fireEvent.click(settings.getByLabelText('Two pages'));
  fireEvent.click(settings.getByLabelText('All books'));
  expect(settings.getByLabelText<HTMLInputElement>('Single page').checked).toBe(true);
});
