import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useSyncExternalStore } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppBar, Toolbar } from '../../../src/views/ui/app-bar.tsx';
import { AppFrame } from '../../../src/views/ui/app-frame.tsx';
import { Chip } from '../../../src/views/ui/chip.tsx';
import { Disclosure } from '../../../src/views/ui/disclosure.tsx';
import { createStore } from '../../support/store.ts';
import { EmptyState, FailedState, OfflineState } from '../../../src/views/ui/empty-state.tsx';
import { PlayerBarFrame, MiniPlayerFrame } from '../../../src/views/playback/player/bar-frame.tsx';
import { ProgressLine } from '../../../src/views/ui/progress-line.tsx';
import { BottomBar, NavLink, Rail } from '../../../src/views/ui/rail.tsx';
import { Spinner } from '../../../src/views/ui/waiting.tsx';
import { Table } from '../../../src/views/ui/table.tsx';
import { Tabs } from '../../../src/views/ui/tabs.tsx';
import { Toast, ToastRegion, type ToastKind } from '../../../src/views/ui/toast.tsx';

describe('the frame of a page', () => {
  const frame = () =>
    render(
      <MemoryRouter>
        <AppFrame
          skipLabel="Skip to content"
          bar={<AppBar start="Earmark" />}
          rail={
            <Rail label="Library" foot="v1">
              <NavLink to="/" label="Home" icon={<svg />} active />
              <NavLink to="/issues" label="Issues" icon={<svg />} active={false} badge={3} />
            </Rail>
          }
          toolbar={<Toolbar label="View" start="12 books" />}
          player={
            <>
              <PlayerBarFrame label="Player" start="" transport="" timeline="" end="" />
              <MiniPlayerFrame label="Mini player" start="" end="" progress={null} />
            </>
          }
          bottomBar={
            <BottomBar label="Places">
              <NavLink to="/" label="Home" icon={<svg />} active />
            </BottomBar>
          }
        >
          <h1>Page</h1>
        </AppFrame>
      </MemoryRouter>,
    );

  it('has one landmark for each of its parts', () => {
    frame();
    const names = (role: string) => screen.getAllByRole(role).map((element) => element.getAttribute('aria-label'));
    expect({
      banner: names('banner'),
      main: screen.getByRole('main').id,
      navigation: names('navigation'),
      region: names('region'),
    }).toEqual({
      banner: [null],
      main: 'content',
      navigation: ['Library', 'Places'],
      region: ['View', 'Player', 'Mini player'],
    });
  });

  it('lets the keyboard skip to the content', async () => {
    frame();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('marks the current page, and shows counts on the others', () => {
    frame();
    expect(
      screen
        .getAllByRole('link')
        .slice(1)
        .map((link) => [link.textContent?.trim(), link.getAttribute('aria-current')]),
    ).toEqual([
      ['Home', 'page'],
      ['3 Issues', null],
      ['Home', 'page'],
    ]);
  });
});

describe('toasts', () => {
  it('are alerts for errors, and read in a pause otherwise', () => {
    const toasts = (kinds: readonly ToastKind[]) =>
      kinds.map((kind) => <Toast key={kind} kind={kind} title={kind} closeLabel="Close" onClose={vi.fn()} />);
    render(
      <ToastRegion label="Notifications" calm={toasts(['info', 'success'])} urgent={toasts(['warning', 'error'])} />,
    );
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect([
      [...region.querySelectorAll('[aria-live="polite"] > *')].map((toast) => toast.textContent),
      screen.getAllByRole('alert').map((toast) => [toast.textContent, toast.closest('[aria-live]')]),
    ]).toEqual([
      ['info', 'success'],
      [
        ['warning', null],
        ['error', null],
      ],
    ]);
  });

  it('call back for their action, for closing, and while they are held', async () => {
    const calls = { onPress: vi.fn(), onClose: vi.fn(), onHold: vi.fn() };
    render(
      <>
        <Toast
          kind="info"
          title="Removed"
          text="One book"
          action={{ label: 'Undo', onPress: calls.onPress }}
          closeLabel="Close"
          onClose={calls.onClose}
          onHold={calls.onHold}
        />
        <button type="button">Elsewhere</button>
      </>,
    );
    await userEvent.tab();
    await userEvent.keyboard('{Enter}{Tab}{Enter}{Tab}');
    expect([
      calls.onPress.mock.calls.length,
      calls.onClose.mock.calls.length,
      calls.onHold.mock.calls.at(0),
      calls.onHold.mock.calls.at(-1),
    ]).toEqual([1, 1, [true], [false]]);
  });
});

describe('states of a page', () => {
  it('show a message, and help with one button', async () => {
    const onRetry = vi.fn();
    render(
      <>
        <EmptyState message="No books yet." action={<button type="button">Scan</button>} />
        <FailedState message="Could not load." retryLabel="Try again" onRetry={onRetry} />
        <OfflineState message="No connection." retryLabel="Try now" onRetry={onRetry} />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
    expect([
      screen.getAllByRole('alert').map((alert) => alert.querySelector('p')?.textContent),
      onRetry.mock.calls.length,
    ]).toEqual([['Could not load.', 'No connection.'], 2]);
  });
});

describe('progress', () => {
  it('is announced as a share, in words if given, and not at all while unknown', () => {
    render(
      <>
        <ProgressLine label="Upload" value={0.426} valueText="3 of 7 files" />
        <ProgressLine label="Scan" value={null} />
        <ProgressLine label="Download" value={1.5} />
        <ProgressLine value={0.5} />
      </>,
    );
    expect(
      screen
        .getAllByRole('progressbar')
        .map((bar) => ['aria-label', 'aria-valuenow', 'aria-valuetext'].map((name) => bar.getAttribute(name))),
    ).toEqual([
      ['Upload', '42', '3 of 7 files'],
      ['Scan', null, null],
      ['Download', '100', null],
    ]);
  });

  it('of unknown length asks to wait when it has words (WID-008)', () => {
    render(
      <>
        <Spinner label="Please wait…" />
        <Spinner />
      </>,
    );
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual(['Please wait…']);
  });
});

describe('tabs', () => {
  const tabs = [
    { id: 'details', label: 'Details' },
    { id: 'cover', label: 'Cover' },
    { id: 'match', label: 'Match' },
  ] as const;

  it('are one tab stop with a named panel', async () => {
    render(
      <Tabs label="Edit" tabs={tabs} active="cover" onChange={vi.fn()}>
        <input aria-label="Address" />
      </Tabs>,
    );
    await userEvent.tab();
    expect([
      document.activeElement?.textContent,
      screen.getByRole('tablist', { name: 'Edit' }).childElementCount,
      screen.getByRole('tabpanel', { name: 'Cover' }).childElementCount,
      screen.getByRole('tab', { selected: true }).textContent,
    ]).toEqual(['Cover', 3, 1, 'Cover']);
  });

  it('change by press, arrows, Home and End', async () => {
    const onChange = vi.fn();
    render(
      <Tabs label="Edit" tabs={tabs} active="cover" onChange={onChange}>
        x
      </Tabs>,
    );
    await userEvent.click(screen.getByRole('tab', { name: 'Match' }));
    screen.getByRole('tab', { name: 'Cover' }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Home}{End}');
    expect(onChange.mock.calls.flat()).toEqual(['match', 'match', 'details', 'details', 'match']);
  });
});

describe('a part that folds away', () => {
  it('mounts its content only while it is open', async () => {
    const onToggle = vi.fn();
    const part = (open: boolean) => (
      <Disclosure heading="Chapters" note={12} open={open} onToggle={onToggle}>
        Content
      </Disclosure>
    );
    const { rerender } = render(part(false));
    const closed = screen.queryByText('Content');
    await userEvent.click(screen.getByRole('button', { name: 'Chapters 12', expanded: false }));
    rerender(part(true));
    const button = screen.getByRole('button', { expanded: true });
    expect([
      closed,
      onToggle.mock.calls.length,
      document.getElementById(button.getAttribute('aria-controls') ?? '')?.textContent,
    ]).toEqual([null, 1, 'Content']);
  });
});

describe('the focus in a part removed by its own button', () => {
  function retry(around: (part: ReactNode) => ReactNode) {
    const store = createStore(true);
    function Owner() {
      const hasFailed = useSyncExternalStore(store.subscribe, store.read);
      return around(
        hasFailed && <FailedState message="Failed" retryLabel="Try again" onRetry={() => store.write(false)} />,
      );
    }
    render(<Owner />);
    return userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  }

  it('moves to the page around it', async () => {
    await retry((part) => <main tabIndex={-1}>{part}</main>);
    expect(screen.queryByText('Failed')).toBe(null);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('stays in the dialog around it', async () => {
    await retry((part) => (
      <main tabIndex={-1}>
        <div role="dialog" tabIndex={-1}>
          {part}
        </div>
      </main>
    ));
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  });

  it('moves to the page from a part beside it', async () => {
    await retry((part) => (
      <>
        <main id="content" tabIndex={-1} />
        {part}
      </>
    ));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});

describe('a table', () => {
  const rows = [
    { id: 'a', title: 'One', start: '0:00' },
    { id: 'b', title: 'Two', start: '5:00' },
  ];
  const table = (onSort = vi.fn()) => {
    render(
      <Table
        label="Chapters"
        rows={rows}
        keyOf={(row) => row.id}
        currentKey="b"
        sort={{ id: 'title', descending: true }}
        onSort={onSort}
        columns={[
          { id: 'title', header: 'Title', sortable: true, isRowHeader: true, cell: (row) => row.title },
          { id: 'start', header: 'Start', sortable: true, numeric: true, cell: (row) => row.start },
          { id: 'play', header: 'Play', headerHidden: true, cell: () => '▶' },
        ]}
      />,
    );
    return onSort;
  };

  it('names its columns and rows, and exposes its sorting', () => {
    table();
    expect([
      screen.getAllByRole('columnheader').map((cell) => [cell.textContent, cell.getAttribute('aria-sort')]),
      screen.getAllByRole('rowheader').map((cell) => cell.textContent),
      screen.getAllByRole('row').map((row) => row.getAttribute('aria-current')),
    ]).toEqual([
      [
        ['Title', 'descending'],
        ['Start', null],
        ['Play', null],
      ],
      ['One', 'Two'],
      [null, null, 'true'],
    ]);
  });

  it('requests sorting by a press on a header', async () => {
    const onSort = table();
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    expect(onSort.mock.calls).toEqual([['start']]);
  });
});

describe('a table of many rows', () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({ id: `r${index}` }));

  /** Sets what is near the view. */
  const open = () => {
    const observed: { target: Element; report: (isIntersecting: boolean) => void }[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #notify: IntersectionObserverCallback;
        constructor(notify: IntersectionObserverCallback) {
          this.#notify = notify;
        }
        observe(target: Element) {
          const report = (isIntersecting: boolean) =>
            act(() => this.#notify([{ isIntersecting, target } as IntersectionObserverEntry], this as never));
          observed.push({ target, report });
        }
        unobserve() {}
      },
    );
    const { unmount } = render(
      <div data-scroller="">
        <Table
          label="Users"
          rows={rows}
          windowedRem={3}
          keyOf={({ id }) => id}
          columns={[
            { id: 'name', header: 'Name', isRowHeader: true, cell: ({ id }) => <button type="button">{id}</button> },
            { id: 'type', header: 'Type', cell: () => 'User' },
          ]}
        />
      </div>,
    );
    onTestFinished(() => {
      unmount();
      vi.unstubAllGlobals();
    });
    return observed.map(({ report }) => report);
  };
  const shown = () => screen.getAllByRole('row').map((row) => Number(row.getAttribute('aria-rowindex')));
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

  it('renders those near the view, counts all and keeps the room of the others', () => {
    const [first, , third] = open();
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('51');
    expect(shown()).toEqual(from(1, 21));
    const room = () =>
      [...document.querySelectorAll<HTMLElement>('tr[aria-hidden]')].map(({ style }) => style.blockSize);
    expect(room()).toEqual(['30rem', '30rem', '30rem']);
    third?.(true);
    expect([shown(), room()]).toEqual([from(1, 31), ['30rem', '30rem']]);
    first?.(false);
    expect([shown(), room()]).toEqual([
      [1, ...from(12, 31)],
      ['0px', '30rem', '30rem'],
    ]);
  });

  it('keeps the focused row', () => {
    const [first] = open();
    screen.getByRole('button', { name: 'r3' }).focus();
    first?.(false);
    expect([document.activeElement?.textContent, shown().includes(5)]).toEqual(['r3', true]);
  });
});

describe('a chip', () => {
  it('is removed by its own button', async () => {
    const onRemove = vi.fn();
    render(
      <Chip removeLabel="Remove Horror" onRemove={onRemove}>
        Horror
      </Chip>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove Horror' }));
    expect(onRemove).toHaveBeenCalledOnce();
  });
});
