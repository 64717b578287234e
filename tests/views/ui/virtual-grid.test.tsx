import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGridStore } from '../../../src/views/ui/grid-store.ts';
import { VirtualGrid } from '../../../src/views/ui/virtual-grid.tsx';
import type { VirtualGridProps } from '../../../src/views/ui/virtual-grid.tsx';

const cellHeight = (width: number) => width + 48;

describe('the windowing of a grid', () => {
  function store() {
    const grid = createGridStore(1);
    grid.setShape({ count: 1000, width: 1000, minCellWidth: 120, gap: 16, cellHeight });
    grid.setFrame(400, 100);
    const rows = () => grid.read().slots.map(({ row }) => row);
    return { grid, rows };
  }

  it('tells its listeners once per row that comes, not per pixel', () => {
    const { grid } = store();
    const listener = vi.fn();
    grid.subscribe(listener);
    for (let offset = 0; offset <= 193 * 10; offset += 1) grid.scrolledTo(100 + offset);
    expect(listener.mock.calls.length).toBeLessThanOrEqual(22);
  });

  it('counts from where the grid begins in its scroller', () => {
    const { grid, rows } = store();
    grid.scrolledTo(100 + 193 * 10);
    expect(rows()).toEqual([9, 10, 11, 12, 13]);
  });

  it('keeps the row with the focus mounted until the focus leaves', () => {
    const { grid, rows } = store();
    grid.activate(8, true);
    grid.scrolledTo(100 + 193 * 50);
    const held = rows();
    grid.release();
    expect([held, rows()]).toEqual([[49, 50, 51, 52, 53, 1], [49, 50, 51, 52, 53]]);
  });

  it('keeps the slot of the held row for as long as it is held', () => {
    const { grid } = store();
    grid.activate(8, true);
    const slot = () => grid.read().slots.find(({ row }) => row === 1)?.slot;
    const before = slot();
    for (const row of [5, 20, 100, 3, 60]) grid.scrolledTo(100 + 193 * row);
    expect(slot()).toBe(before);
  });

  it('brings the tab stop back when the list becomes shorter', () => {
    const { grid } = store();
    grid.activate(900, false);
    grid.setShape({ count: 10, width: 1000, minCellWidth: 120, gap: 16, cellHeight });
    expect(grid.read().active).toBe(9);
  });
});

describe('the grid on a page', () => {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  function grid(props: Partial<VirtualGridProps> = {}) {
    const onWindow = vi.fn();
    const renderCell: VirtualGridProps['renderCell'] = ({ index, tabIndex, width }) => <a href={`/${index}`} tabIndex={tabIndex} data-width={width}>{`Item ${index}`}</a>;
    render(
      <StrictMode>
        <main data-scroller="" data-testid="scroller">
          <VirtualGrid label="Library" count={10_000} minCellWidth={120} ratio={1} textRem={3} renderCell={renderCell} onWindow={onWindow} {...props} />
        </main>
      </StrictMode>,
    );
    const scroller = screen.getByTestId('scroller');
    const scrollTo = (offset: number) => act(() => {
      scroller.scrollTop = offset;
      fireEvent.scroll(scroller);
    });
    return { onWindow, scroller, scrollTo };
  }
  const mounted = () => screen.getAllByRole('link').map((link) => Number(link.textContent?.slice(5)));

  it('mounts what is in view and a row more, of as many as there are', () => {
    const { onWindow } = grid();
    expect([mounted().at(0), mounted().at(-1), screen.getByRole('grid', { name: 'Library' }).getAttribute('aria-rowcount'), onWindow.mock.lastCall]).toEqual([0, 27, '1429', [{ first: 0, last: 27, offset: 0 }]]);
  });

  it('numbers its rows and cells for screen readers', () => {
    const { scrollTo } = grid();
    scrollTo(193 * 100);
    const indexes = screen.getAllByRole('row').map((row) => Number(row.getAttribute('aria-rowindex'))).sort((a, b) => a - b);
    const cells = screen.getAllByRole('gridcell').slice(0, 7).map((cell) => cell.getAttribute('aria-colindex'));
    expect([indexes, cells]).toEqual([[100, 101, 102, 103, 104], ['1', '2', '3', '4', '5', '6', '7']]);
  });

  it('tells its window when other rows come, and uses the same elements for them', () => {
    const { onWindow, scrollTo } = grid();
    scrollTo(193 * 50);
    const elements = new Set(screen.getAllByRole('row'));
    scrollTo(193 * 60);
    expect([onWindow.mock.lastCall, screen.getAllByRole('row').every((row) => elements.has(row)), mounted().length]).toEqual([[{ first: 413, last: 447, offset: 193 * 60 }], true, 35]);
  });

  it('starts where it was left', () => {
    const { scroller, onWindow } = grid({ initialOffset: 193 * 20 });
    expect([scroller.scrollTop, onWindow.mock.lastCall]).toEqual([193 * 20, [{ first: 133, last: 167, offset: 193 * 20 }]]);
  });

  it('tells where scrolling came to rest, once', async () => {
    const onRest = vi.fn();
    const { scrollTo } = grid({ onRest });
    scrollTo(100);
    scrollTo(200);
    await vi.waitFor(() => expect(onRest.mock.calls).toEqual([[200]]));
  });

  it('moves one focus by arrow keys, over rows that were not there', async () => {
    const { scroller } = grid();
    await userEvent.tab();
    const stops: unknown[] = [document.activeElement?.textContent];
    for (const key of ['{ArrowRight}', '{ArrowDown}', '{PageDown}', '{End}', '{Home}']) {
      await userEvent.keyboard(key);
      stops.push(document.activeElement?.textContent);
    }
    expect([stops, scroller.scrollTop]).toEqual([['Item 0', 'Item 1', 'Item 8', 'Item 22', 'Item 9999', 'Item 0'], 0]);
  });

  it('keeps the focus on its cell when one scrolls far away', async () => {
    const { scrollTo } = grid();
    await userEvent.tab();
    scrollTo(193 * 700);
    expect([document.activeElement?.textContent, screen.getAllByRole('link').filter((link) => link.tabIndex === 0).length]).toEqual(['Item 0', 1]);
  });

  it('gives the focus back to the cell that had it', () => {
    grid({ initialOffset: 193 * 20, initialFocus: 150 });
    expect([document.activeElement?.textContent, screen.getAllByRole('link').filter((link) => link.tabIndex === 0).length]).toEqual(['Item 150', 1]);
  });

  it('tells which cell has the focus', async () => {
    const onFocusMove = vi.fn();
    grid({ onFocusMove });
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(onFocusMove.mock.calls.flat()).toEqual([0, 7]);
  });

  it('shows nothing of an empty list, and tells so', () => {
    const { onWindow } = grid({ count: 0 });
    expect([screen.queryAllByRole('gridcell'), onWindow.mock.lastCall]).toEqual([[], [{ first: 0, last: -1, offset: 0 }]]);
  });
});
