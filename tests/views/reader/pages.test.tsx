import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { openClient } from '../../support/dom/client.tsx';
import { fakePlace } from '../../support/fakes/readers.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { ebookBody } from '../../support/reader-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/reader/reader.machine.ts';
import '../../../src/views/browse/item/item-page.tsx';
import '../../../src/views/reader/reader-dialog.tsx';

const { id } = bookBody;
const { title } = bookBody.media.metadata;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

async function read(format: 'cbz' | 'pdf') {
  const client = openClient(`/item/${id}?read=77`, {
    account: 'login-root',
    prepare: ({ api, readers }) => {
      api.answer(getItem, ebookBody(format));
      if (format === 'cbz') readers.leaveOutContents();
    },
  });
  const dialog = await screen.findByRole('dialog', { name: `Reading ${title}` });
  const inside = within(dialog);
  await inside.findByText('Page 1 of 5');
  return { ...client, dialog, inside };
}

async function openSettings(inside: Awaited<ReturnType<typeof read>>['inside']) {
  await userEvent.click(inside.getByRole('button', { name: 'Reader settings' }));
  return within(await screen.findByRole('dialog', { name: 'Reader settings' }));
}

describe('a comic', () => {
  test('has no title in view (EBK-003), and its pages by number (AMB-87)', async () => {
    const { inside, ports } = await read('cbz');
    expect(inside.queryByRole('heading', { name: title })).toBeNull();
    await userEvent.click(inside.getByRole('button', { name: 'Pages' }));
    const panel = within(inside.getByRole('complementary', { name: 'Pages' }));
    expect(panel.getByRole('button', { current: 'page' }).getAttribute('aria-label')).toBe('Page 1');
    expect(ports.readers.thumbnails).toEqual([1, 2, 3, 4, 5]);
    await userEvent.click(panel.getByRole('button', { name: 'Page 4' }));
    await inside.findByText('Page 4 of 5');
    expect(inside.queryByRole('complementary')).toBeNull();
  });

  test('of 5,000 pages renders only those in view, around the current one', async () => {
    const { inside, ports } = await read('cbz');
    act(() => ports.readers.options?.onMoved({ ...fakePlace(3), location: '2500', page: 2500, pages: 5000 }));
    await userEvent.click(inside.getByRole('button', { name: 'Pages' }));
    const panel = within(inside.getByRole('complementary', { name: 'Pages' }));
    const drawn = panel.getAllByRole('button', { name: /^Page/ });
    expect(drawn.length).toBeLessThan(200);
    expect(panel.getByRole('button', { current: 'page' }).getAttribute('aria-label')).toBe('Page 2500');
    expect(panel.getByRole('button', { current: 'page' }).tabIndex).toBe(0);
    expect(ports.readers.thumbnails.length).toBeLessThan(200);
    expect(ports.readers.thumbnails).toContain(2500);
    // By keyboard: the grid has one tab stop, arrows go from page to page.
    panel.getByRole('button', { current: 'page' }).focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(ports.readers.requested.at(-1)).toBe('go 2501');
  });

  test('of many pages finds one by its number: it shows in the list at once, and Enter goes there', async () => {
    const { inside, ports } = await read('cbz');
    expect(inside.queryByLabelText('Go to page', { selector: '[type="search"]' })).toBeNull();
    act(() => ports.readers.options?.onMoved({ ...fakePlace(3), location: '2500', page: 2500, pages: 5000 }));
    fireEvent.click(inside.getByLabelText('Pages'));
    const field = inside.getByLabelText('Go to page', { selector: '[type="search"]' });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: '5001' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(inside.getByLabelText('Page 2500')).toBeTruthy();
    fireEvent.change(field, { target: { value: '4000' } });
    expect(await inside.findByLabelText('Page 4000')).toBeTruthy();
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(ports.readers.requested.at(-1)).toBe('go 4000'));
    expect(inside.queryByLabelText('Page 4000')).toBeNull();
  });

  test('has a slider for pages', async () => {
    const { inside, ports } = await read('cbz');
    const line = inside.getByRole('slider', { name: 'Go to page' });
    expect([line.getAttribute('max'), line.getAttribute('aria-valuetext')]).toEqual(['5', 'Page 1 of 5']);
    fireEvent.change(line, { target: { value: '3' } });
    await inside.findByText('Page 3 of 5');
    expect(ports.readers.requested).toEqual(['go 3']);
  });

  test('has size, layout and direction settings', async () => {
    const { inside, ports } = await read('cbz');
    const settings = await openSettings(inside);
    expect(settings.queryByRole('slider', { name: 'Font size' })).toBeNull();
    await userEvent.click(settings.getByRole('radio', { name: 'Right to left' }));
    expect(inside.getByText('Page 1 of 5').closest('footer')?.dir).toBe('rtl');
    // Words keep their order.
    expect(inside.getByText('Page 1 of 5').closest<HTMLElement>('[dir]')?.dir).toBe('ltr');
    await userEvent.click(settings.getByRole('radio', { name: 'Strip' }));
    expect(settings.getByRole('radio', { name: 'Whole page' })).toHaveProperty('disabled', true);
    expect(settings.getByRole('radio', { name: 'Width' })).toHaveProperty('checked', true);
    await waitFor(() => expect(ports.readers.requested.length).toBeGreaterThan(0));
  });

  test('names both pages in view', async () => {
    const { inside, ports } = await read('cbz');
    act(() => ports.readers.options?.onMoved({ ...fakePlace(3), opening: [2, 3] }));
    await inside.findByText('Page 2–3 of 5');
    expect(inside.getByRole('slider', { name: 'Go to page' }).getAttribute('aria-valuetext')).toBe('Page 2–3 of 5');
  });

  test('zooms by a key', async () => {
    const { inside } = await read('cbz');
    fireEvent.keyDown(inside.getByRole('button', { name: 'Next page' }), { key: '+' });
    expect((await openSettings(inside)).getByText('125%')).toBeTruthy();
  });
});

test('a pdf has title, contents and search, and can be turned', async () => {
  const { inside } = await read('pdf');
  expect(inside.getByRole('heading', { level: 2, name: title })).toBeTruthy();
  await userEvent.click(inside.getByRole('button', { name: 'Table of contents' }));
  expect(inside.getByRole('searchbox')).toBeTruthy();
  const pages = within(inside.getByRole('grid', { name: 'Pages' }));
  expect(pages.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toHaveLength(5);
  expect(pages.getByRole('button', { current: 'page' }).getAttribute('aria-label')).toBe('Page 1');
  await userEvent.click(inside.getByRole('button', { name: 'Two' }));
  await inside.findByText('Page 3 of 5');
  const settings = await openSettings(inside);
  const toLeft = settings.getByRole<HTMLInputElement>('radio', { name: 'Right to left' });
  expect(toLeft.checked).toBe(false);
  await userEvent.click(toLeft);
  expect(toLeft.checked).toBe(true);
  await userEvent.click(settings.getByRole('button', { name: 'Rotate 90°' }));
});
