import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Profiler, StrictMode, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../support/store.ts';
import { ContainedImage } from '../../../src/views/ui/contained-image.tsx';
import { createGridStore } from '../../../src/views/ui/grid-store.ts';
import { createScrollSpeed } from '../../../src/views/ui/scroll-speed.ts';
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

  it('notifies its listeners once per new row, not per pixel', () => {
    const { grid } = store();
    const listener = vi.fn();
    grid.subscribe(listener);
    for (let offset = 0; offset <= 193 * 10; offset += 1) grid.scrolledTo(100 + offset);
    expect(listener.mock.calls.length).toBeLessThanOrEqual(22);
  });

  it("counts from the grid's start in its scroller", () => {
    const { grid, rows } = store();
    grid.scrolledTo(100 + 193 * 10);
    expect(rows()).toEqual([9, 10, 11, 12, 13]);
  });

  it('keeps the focused row mounted until the focus leaves', () => {
    const { grid, rows } = store();
    grid.activate(8, true);
    grid.scrolledTo(100 + 193 * 50);
    const held = rows();
    grid.release();
    expect([held, rows()]).toEqual([
      [49, 50, 51, 52, 53, 1],
      [49, 50, 51, 52, 53],
    ]);
  });

  it('keeps the slot of the held row for as long as it is held', () => {
    const { grid } = store();
    grid.activate(8, true);
    const slot = () => grid.read().slots.find(({ row }) => row === 1)?.slot;
    const before = slot();
    for (const row of [5, 20, 100, 3, 60]) grid.scrolledTo(100 + 193 * row);
    expect(slot()).toBe(before);
  });

  it('moves the tab stop back when the list becomes shorter', () => {
    const { grid } = store();
    grid.activate(900, false);
    grid.setShape({ count: 10, width: 1000, minCellWidth: 120, gap: 16, cellHeight });
    expect(grid.read().active).toBe(9);
  });
});

describe('a guess of the view', () => {
  const rowsDrawn = (container: HTMLElement) =>
    [...container.querySelectorAll('[role="row"]')].map((row) => Number(row.getAttribute('aria-rowindex')));
  function drawList(firstView: number | undefined, viewHeight: number) {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(viewHeight);
    const renderCell = vi.fn(({ index }: { index: number }) => <button type="button">{index}</button>);
    const grid = {
      label: 'Chapters',
      count: 100,
      minCellWidth: 10_000,
      gap: 0,
      ratio: 0,
      textRem: 2.75,
      overscan: 1,
      centre: 50,
      onWindow: () => undefined,
      renderCell,
      firstView,
    };
    const { container } = render(
      <div data-scroller="">
        <VirtualGrid {...grid} />
      </div>,
    );
    return { rows: rowsDrawn(container), rendered: renderCell.mock.calls.length };
  }
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('that is right renders each row once, the same rows as measuring does', () => {
    const measured = drawList(undefined, 440);
    expect(measured.rows).toEqual([45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57]);
    expect(drawList(440, 440)).toEqual({ rows: measured.rows, rendered: measured.rows.length });
  });

  it('that is wrong is corrected before paint', () => {
    const rows = drawList(undefined, 220).rows;
    expect(drawList(440, 220).rows.toSorted((one, other) => one - other)).toEqual(rows);
  });
});

describe('the speed of scrolling', () => {
  /** The pace after each of these moves: pixels from the start, ms since the start. */
  function paces(...moves: readonly (readonly [offset: number, at: number])[]): string[] {
    const speed = createScrollSpeed();
    return moves.map(([offset, at]) => {
      speed.moved(offset, at);
      return speed.pace(800);
    });
  }

  it.each([
    [
      'a jump after a pause',
      [
        [0, 0],
        [50_000, 5000],
      ],
      ['looking', 'looking'],
    ],
    [
      'reading speed',
      [
        [0, 0],
        [40, 16],
        [80, 32],
      ],
      ['looking', 'looking', 'looking'],
    ],
    [
      'just below six views a second',
      [
        [0, 0],
        [479, 100],
      ],
      ['looking', 'looking'],
    ],
    [
      'just above',
      [
        [0, 0],
        [481, 100],
      ],
      ['looking', 'skimming'],
    ],
    [
      'just below thirty',
      [
        [0, 0],
        [2399, 100],
      ],
      ['looking', 'skimming'],
    ],
    [
      'a drag of the scrollbar',
      [
        [0, 0],
        [900, 16],
        [1800, 32],
        [1810, 48],
      ],
      ['looking', 'flying', 'flying', 'looking'],
    ],
    [
      'a fling that slows down',
      [
        [0, 0],
        [160, 16],
        [220, 32],
      ],
      ['looking', 'skimming', 'looking'],
    ],
    [
      'a fling of which a busy page draws few steps',
      [
        [0, 0],
        [9000, 300],
        [18_000, 600],
      ],
      ['looking', 'flying', 'flying'],
    ],
    [
      'a drag upwards',
      [
        [9000, 0],
        [4000, 16],
      ],
      ['looking', 'flying'],
    ],
  ] as const)('%s', (_name, moves, expected) => {
    expect(paces(...moves)).toEqual(expected);
  });

  it('is none after a rest', () => {
    const speed = createScrollSpeed();
    speed.moved(0, 0);
    speed.moved(5000, 16);
    speed.rested();
    expect(speed.pace(800)).toBe('looking');
  });
});

describe('the grid on a page', () => {
  const { getBoundingClientRect: ownRect } = Element.prototype;
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
    // Not a spy: a value set for one element would apply to all.
    Element.prototype.getBoundingClientRect = function begin(this: Element) {
      const scroller = this.closest('[data-scroller]');
      return DOMRect.fromRect({ y: scroller === this ? 0 : -(scroller?.scrollTop ?? 0) });
    };
  });
  afterEach(() => {
    Element.prototype.getBoundingClientRect = ownRect;
    vi.restoreAllMocks();
  });

  function grid(props: Partial<VirtualGridProps> = {}) {
    const onWindow = vi.fn();
    const renderCell: VirtualGridProps['renderCell'] = ({ index, tabIndex, width }) => (
      <a href={`/${index}`} tabIndex={tabIndex} data-width={width}>{`Item ${index}`}</a>
    );
    const drawn = (changed: Partial<VirtualGridProps>) => (
      <StrictMode>
        <main data-scroller="" data-testid="scroller">
          <VirtualGrid
            label="Library"
            count={10_000}
            minCellWidth={120}
            ratio={1}
            textRem={3}
            renderCell={renderCell}
            onWindow={onWindow}
            {...props}
            {...changed}
          />
        </main>
      </StrictMode>
    );
    const { rerender } = render(drawn({}));
    const change = (changed: Partial<VirtualGridProps>) => rerender(drawn(changed));
    const scroller = screen.getByTestId('scroller');
    const scrollTo = (offset: number) =>
      act(() => {
        scroller.scrollTop = offset;
        fireEvent.scroll(scroller);
      });
    return { onWindow, scroller, scrollTo, change };
  }
  function Drawn(props: Partial<VirtualGridProps>) {
    return (
      <main data-scroller="">
        <VirtualGrid
          label="Come back to"
          count={10_000}
          minCellWidth={120}
          ratio={1}
          textRem={3}
          renderCell={({ index, tabIndex }) => <a href={`/${index}`} tabIndex={tabIndex}>{`Item ${index}`}</a>}
          onWindow={() => undefined}
          {...props}
        />
      </main>
    );
  }
  const mounted = () => screen.getAllByRole('link').map((link) => Number(link.textContent?.slice(5)));

  it('finds its start while a dialog around it still grows', () => {
    const { scroller, scrollTo, change } = grid();
    const scale = 0.94;
    vi.spyOn(scroller, 'offsetHeight', 'get').mockReturnValue(400);
    vi.spyOn(scroller, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ y: 50, height: 400 * scale }));
    const begin = () => DOMRect.fromRect({ y: 50 + (100 - scroller.scrollTop) * scale });
    vi.spyOn(screen.getByRole('grid'), 'getBoundingClientRect').mockImplementation(begin);
    scrollTo(30_000);
    change({ count: 9999 });
    const grown = mounted();
    vi.mocked(scroller.getBoundingClientRect).mockReturnValue(DOMRect.fromRect({ y: 50, height: 400 }));
    vi.mocked(screen.getByRole('grid').getBoundingClientRect).mockImplementation(() =>
      DOMRect.fromRect({ y: 150 - scroller.scrollTop }),
    );
    change({ count: 9998 });
    expect(grown).toEqual(mounted());
  });

  it('leaves the focus on its element, and on the same control, when others come or go before it', () => {
    /** Each has a link, and all but x a button. */
    const of = (...ids: readonly string[]): Partial<VirtualGridProps> => ({
      count: ids.length,
      ids,
      renderCell: ({ index, tabIndex }) => (
        <>
          <a href={`/${ids[index]}`} tabIndex={tabIndex}>{`Open ${ids[index]}`}</a>
          {ids[index] !== 'x' && <button type="button" tabIndex={tabIndex}>{`Remove ${ids[index]}`}</button>}
        </>
      ),
    });
    const { change } = grid(of('a', 'b', 'c'));
    act(() => screen.getByRole('button', { name: 'Remove b' }).focus());
    change(of('x', 'a', 'b', 'c'));
    expect(document.activeElement?.textContent).toBe('Remove b');
    change(of('c', 'b'));
    expect([document.activeElement?.textContent, (document.activeElement as HTMLElement).tabIndex]).toEqual([
      'Remove b',
      0,
    ]);
    change(of('c', 'd'));
    expect(document.activeElement?.textContent, 'what stands there now').toBe('Remove d');
    change(of('d', 'c'));
    expect(document.activeElement?.textContent).toBe('Remove d');
  });

  it('holds its view while entries come and go above it, not at its top', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    const seven = Array.from({ length: 7 }, (_, index) => `new${index}`);
    const of = (ids: readonly string[]): Partial<VirtualGridProps> => ({ count: ids.length, ids });
    const { change, scrollTo, scroller } = grid(of(names));
    change(of([...seven, ...names]));
    expect(scroller.scrollTop).toBe(0);
    scrollTo(193 * 10 + 50);
    change(of([...seven.map((name) => `${name}er`), ...seven, ...names]));
    expect(scroller.scrollTop).toBe(193 * 11 + 50);
    change(of(names));
    expect(scroller.scrollTop).toBe(193 * 9 + 50);
  });

  it('gives no focus to what moves while it is elsewhere', () => {
    const { change } = grid({ follow: null });
    change({ follow: { index: 5 } });
    expect(document.activeElement).toBe(document.body);
    expect(screen.getByRole('link', { name: 'Item 5' }).tabIndex).toBe(0);
  });

  it('follows the focused element to a place that is not rendered yet', () => {
    const { change } = grid();
    act(() => screen.getByRole('link', { name: 'Item 3' }).focus());
    change({ follow: { index: 900 } });
    expect(document.activeElement?.textContent).toBe('Item 900');
  });

  it('mounts the rows in view and one more, of any number', () => {
    const { onWindow } = grid();
    expect([
      mounted().at(0),
      mounted().at(-1),
      screen.getByRole('grid', { name: 'Library' }).getAttribute('aria-rowcount'),
      onWindow.mock.lastCall,
    ]).toEqual([0, 27, '1429', [{ first: 0, last: 27, offset: 0 }]]);
  });

  it('numbers its rows and cells for screen readers', () => {
    const { scrollTo } = grid();
    scrollTo(193 * 100);
    const indexes = screen
      .getAllByRole('row')
      .map((row) => Number(row.getAttribute('aria-rowindex')))
      .sort((a, b) => a - b);
    const cells = screen
      .getAllByRole('gridcell')
      .slice(0, 7)
      .map((cell) => cell.getAttribute('aria-colindex'));
    expect([indexes, cells]).toEqual([
      [100, 101, 102, 103, 104],
      ['1', '2', '3', '4', '5', '6', '7'],
    ]);
  });

  it('reports its window when other rows come, and reuses the elements', () => {
    const { onWindow, scrollTo } = grid();
    scrollTo(193 * 50);
    expect(onWindow.mock.lastCall).toEqual([{ first: 343, last: 377, offset: 193 * 50 }]);
    const elements = new Set(screen.getAllByRole('row'));
    scrollTo(193 * 60);
    expect([screen.getAllByRole('row').every((row) => elements.has(row)), mounted().length]).toEqual([true, 35]);
  });

  it('reports the row at the top: the first that is in view by half', async () => {
    const onTop = vi.fn();
    const { scrollTo } = grid({ onTop });
    expect(onTop.mock.lastCall).toEqual([{ first: 0, last: 6 }]);
    scrollTo(90);
    expect(onTop).toHaveBeenCalledTimes(1);
    scrollTo(97);
    expect(onTop.mock.lastCall).toEqual([{ first: 7, last: 13 }]);
    scrollTo(193 * 1428);
    await vi.waitFor(() => expect(onTop.mock.lastCall).toEqual([{ first: 9996, last: 9999 }]));
    expect(onTop).toHaveBeenCalledTimes(3);
  });

  it('reports nothing of rows that fly past: only where it stops', async () => {
    const { onWindow, scrollTo } = grid();
    for (let row = 100; row <= 1000; row += 100) scrollTo(193 * row);
    expect(mounted().slice(0, 2)).toEqual([6993, 6994]);
    await vi.waitFor(() =>
      expect(onWindow.mock.calls.map(([move]) => (move as { first: number }).first)).toEqual([0, 693, 6993]),
    );
  });

  it('reports its window while titles are readable, and requests pictures when they can be viewed', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const picture: VirtualGridProps['renderCell'] = ({ index }) => (
      <ContainedImage
        key={index}
        src={`/${index}.webp`}
        alt={`Cover ${index}`}
        width={100}
        height={100}
        isOdd={() => false}
        fallback={null}
      />
    );
    const { onWindow, scrollTo } = grid({ renderCell: picture });
    const covers = () => screen.queryAllByRole('img').length;
    const shown = [covers()];
    // Ten views of 400 px in a second: each row is reported, no new cover is requested.
    for (let step = 0; step <= 20; step += 1) {
      now = step * 100;
      scrollTo(step * 400);
    }
    shown.push(covers());
    expect([shown, onWindow.mock.calls.length]).toEqual([[28, 0], 21]);
    await vi.waitFor(() => expect(covers()).toBe(35));
    // Loaded covers stay when it goes on.
    now += 100;
    scrollTo(20 * 400 + 10);
    now += 10;
    scrollTo(20 * 400 + 80);
    expect(covers()).toBe(35);
  });

  it('starts at its last position, and reports no other', () => {
    const { scroller, onWindow } = grid({ initialOffset: 193 * 20 });
    expect([scroller.scrollTop, onWindow.mock.calls]).toEqual([
      193 * 20,
      [[{ first: 133, last: 167, offset: 193 * 20 }]],
    ]);
  });

  it('renders only the rows in view at the last position, then the rows around them', async () => {
    const renderCell = vi.fn(({ index, tabIndex }: { index: number; tabIndex: number }) => (
      <a href={`/${index}`} tabIndex={tabIndex}>{`Item ${index}`}</a>
    ));
    grid({ initialOffset: 193 * 20, initialFocus: 150, renderCell });
    const rendered = renderCell.mock.calls.map(([{ index }]) => index);
    // Each of the 21 once, and once more in strict mode.
    expect([Math.min(...rendered), Math.max(...rendered), rendered.length]).toEqual([140, 160, 42]);
    await vi.waitFor(() => expect([mounted().at(0), mounted().at(-1)]).toEqual([133, 167]));
    expect(document.activeElement?.textContent).toBe('Item 150');
  });

  it('renders once the rows in view on return, using the last measurement of a grid of this name', async () => {
    const first = render(<Drawn initialOffset={0} />);
    first.unmount();
    const commits = vi.fn();
    render(
      <Profiler id="grid" onRender={commits}>
        <Drawn initialOffset={193 * 20} initialFocus={150} />
      </Profiler>,
    );
    expect([commits.mock.calls.length, mounted().at(0), mounted().at(-1), document.activeElement?.textContent]).toEqual(
      [1, 140, 160, 'Item 150'],
    );
    await vi.waitFor(() => expect([mounted().at(0), mounted().at(-1)]).toEqual([133, 167]));
    expect(commits).toHaveBeenCalledTimes(2);
  });

  it('reports where scrolling came to rest, once', async () => {
    const onRest = vi.fn();
    const { scrollTo } = grid({ onRest });
    scrollTo(100);
    scrollTo(200);
    await vi.waitFor(() => expect(onRest.mock.calls).toEqual([[200]]));
  });

  it.each([
    ['a pointer', () => fireEvent.pointerDown(document.body)],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Enter' })],
  ])('reports its offset before scrolling rests, when %s is pressed, and once', (_name, press) => {
    const onRest = vi.fn();
    const { scrollTo } = grid({ onRest });
    press();
    scrollTo(200);
    press();
    press();
    expect(onRest.mock.calls).toEqual([[200]]);
  });

  it('reports the range of Shift and the arrow keys, and a request for all', async () => {
    const [onExtend, onSelectAll] = [vi.fn(), vi.fn()];
    grid({ onExtend, onSelectAll });
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowLeft}x{/Shift}{Control>}a{/Control}');
    expect([onExtend.mock.calls, onSelectAll.mock.calls.length, document.activeElement?.textContent]).toEqual([
      [
        [1, 2],
        [2, 1],
      ],
      1,
      'Item 1',
    ]);
  });

  it('moves one focus by arrow keys, over rows that were not rendered', async () => {
    const { scroller } = grid();
    await userEvent.tab();
    const stops: unknown[] = [document.activeElement?.textContent];
    for (const key of ['{ArrowRight}', '{ArrowDown}', '{PageDown}', '{End}', '{Home}']) {
      await userEvent.keyboard(key);
      stops.push(document.activeElement?.textContent);
    }
    expect([stops, scroller.scrollTop]).toEqual([['Item 0', 'Item 1', 'Item 8', 'Item 22', 'Item 9999', 'Item 0'], 0]);
  });

  it('keeps the focus on its cell after scrolling far away', async () => {
    const { scrollTo } = grid();
    await userEvent.tab();
    scrollTo(193 * 700);
    expect([
      document.activeElement?.textContent,
      screen.getAllByRole('link').filter((link) => link.tabIndex === 0).length,
    ]).toEqual(['Item 0', 1]);
  });

  it('goes to a given cell, which is then the tab stop, and stays in place on later scrolling', () => {
    const { scroller, scrollTo, change, onWindow } = grid();
    const goTo = { index: 7 * 50 + 3 };
    change({ goTo });
    expect([scroller.scrollTop, screen.getAllByRole('link').find((link) => link.tabIndex === 0)?.textContent]).toEqual([
      193 * 50,
      'Item 353',
    ]);
    expect(onWindow.mock.lastCall?.[0]).toMatchObject({ offset: 193 * 50 });
    scrollTo(193 * 10);
    change({ goTo, label: 'Books' });
    expect(scroller.scrollTop).toBe(193 * 10);
    change({ goTo: { ...goTo } });
    expect(scroller.scrollTop).toBe(193 * 50);
    change({ goTo: { index: 2 } });
    expect(scroller.scrollTop).toBe(0);
  });

  it('follows its last row to the end as rows come, as far as the list reaches by then', () => {
    const { scroller, change } = grid({ count: 7 * 100, centre: 7 * 100 - 1 });
    let top = scroller.scrollTop;
    const reach = () => Number.parseFloat(screen.getByRole('grid').style.height || '0') - 400;
    vi.spyOn(scroller, 'scrollTop', 'get').mockImplementation(() => top);
    vi.spyOn(scroller, 'scrollTop', 'set').mockImplementation((wanted) => {
      top = Math.max(0, Math.min(wanted, reach()));
    });
    const ends = [200, 250].map((rows) => {
      change({ count: 7 * rows, centre: 7 * rows - 1 });
      return top === reach();
    });
    expect([ends, mounted().at(-1)]).toEqual([[true, true], 7 * 250 - 1]);
  });

  it('keeps the first cell in view there when cells change size', () => {
    const { scroller, scrollTo, change } = grid();
    scrollTo(193 * 50);
    expect(mounted()).toContain(350);
    // One column of lines 64 px high.
    change({ minCellWidth: 10_000, gap: 0, ratio: 0, textRem: 4 });
    expect(scroller.scrollTop).toBe(350 * 64);
    change({});
    expect(scroller.scrollTop).toBe(193 * 50);
  });

  it('returns the focus to its last cell', () => {
    grid({ initialOffset: 193 * 20, initialFocus: 150 });
    expect([
      document.activeElement?.textContent,
      screen.getAllByRole('link').filter((link) => link.tabIndex === 0).length,
    ]).toEqual(['Item 150', 1]);
  });

  it('reports the focused cell', async () => {
    const onFocusMove = vi.fn();
    grid({ onFocusMove });
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(onFocusMove.mock.calls.flat()).toEqual([0, 7]);
  });

  it('shows nothing for an empty list, and reports no window', () => {
    const { onWindow } = grid({ count: 0 });
    expect([screen.queryAllByRole('gridcell'), onWindow.mock.calls]).toEqual([[], []]);
  });

  it('a key that leads to an empty cell focuses the cell, and its content once loaded', async () => {
    const ready = createStore(false);
    function Late({ index, tabIndex }: { index: number; tabIndex: number }) {
      const isReady = useSyncExternalStore(ready.subscribe, ready.read);
      return isReady || index === 0 ? <a href={`/${index}`} tabIndex={tabIndex}>{`Item ${index}`}</a> : <div />;
    }
    grid({ renderCell: (place) => <Late {...place} /> });
    await userEvent.tab();
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.getAttribute('data-cell')).toBe('9999');
    act(() => ready.write(true));
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Item 9999'));
  });
});
