import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MediaCard } from '../../../src/views/ui/media-card.tsx';
import { ShelfRow } from '../../../src/views/ui/shelf-row.tsx';

function card(selection: { selected: boolean; active: boolean } = { selected: false, active: false }, open = false) {
  const calls = { onPlay: vi.fn(), onOpen: vi.fn(), onHide: vi.fn(), onToggle: vi.fn(), onPrefetch: vi.fn() };
  const { container } = render(
    <MemoryRouter>
      <MediaCard
        to="/item/1"
        title="Dracula"
        subtitle="Bram Stoker"
        cover={<div />}
        onPrefetch={calls.onPrefetch}
        play={{ label: 'Play Dracula', tip: 'Play', onPlay: calls.onPlay }}
        select={{ label: 'Select Dracula', ...selection, onToggle: calls.onToggle }}
        more={{
          label: 'More options for Dracula',
          tip: 'More',
          open,
          onOpenChange: calls.onOpen,
          entries: () => [{ kind: 'action', id: 'hide', label: 'Hide', onSelect: calls.onHide }],
        }}
      />
    </MemoryRouter>,
  );
  return { ...calls, container };
}

const names = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('checkbox')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent,
  );

describe('a card', () => {
  it('is a link to its item, without controls until it is hovered or focused', () => {
    const { container } = card();
    expect([
      screen.getByRole('link', { name: 'Dracula' }).getAttribute('href'),
      names(),
      container.querySelectorAll('*').length,
    ]).toEqual(['/item/1', [], 5]);
  });

  it('shows the same actions under the mouse and with the focus', async () => {
    const { container } = card();
    await userEvent.hover(container.querySelector('a') ?? container);
    const hovered = names();
    await userEvent.unhover(container.querySelector('a') ?? container);
    const left = names();
    await userEvent.tab();
    expect([hovered, left, names()]).toEqual([
      ['Play Dracula', 'More options for Dracula', 'Select Dracula'],
      [],
      ['Play Dracula', 'More options for Dracula', 'Select Dracula'],
    ]);
  });

  it('reaches each action by keyboard', async () => {
    const { onPlay, onOpen, onToggle, onPrefetch } = card();
    await userEvent.tab();
    await userEvent.keyboard('{Tab}{Enter}{Tab}{Enter}{Tab} ');
    expect([onPlay, onOpen, onToggle, onPrefetch].map((call) => call.mock.calls.length)).toEqual([1, 1, 1, 1]);
  });

  it('requests its menu, and shows it while open', async () => {
    const { onOpen } = card();
    act(() => screen.getByRole('link').focus());
    await userEvent.click(screen.getByRole('button', { name: 'More options for Dracula' }));
    expect(onOpen.mock.calls).toEqual([[true]]);
  });

  it('runs the action of a menu entry', async () => {
    const { onHide } = card({ selected: false, active: false }, true);
    act(() => screen.getByRole('link').focus());
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide' }));
    expect(onHide).toHaveBeenCalledTimes(1);
  });

  it('is picked by Shift+Space in any mode, by Space while picking; the focus stays', async () => {
    const { onToggle, onPrefetch } = card({ selected: true, active: true });
    await userEvent.tab();
    await userEvent.keyboard('{Shift>} {/Shift}');
    await userEvent.keyboard(' ');
    expect([onToggle.mock.calls, onPrefetch.mock.calls.length, document.activeElement?.textContent]).toEqual([
      [[false], [false]],
      1,
      'Dracula',
    ]);
  });

  it('leaves Space to the page unless picking', async () => {
    const { onToggle } = card();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(onToggle).not.toHaveBeenCalled();
  });

  describe('under a finger', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());
    const touch = { pointerType: 'touch', clientX: 10, clientY: 10 };

    it('is picked by a long press, whose click opens nothing', () => {
      const { onToggle } = card();
      const link = screen.getByRole('link');
      fireEvent.pointerDown(link, touch);
      vi.advanceTimersByTime(500);
      fireEvent.pointerUp(link, touch);
      expect([onToggle.mock.calls, fireEvent.click(link), fireEvent.contextMenu(link)]).toEqual([
        [[false]],
        false,
        true,
      ]);
    });

    it.each([
      ['a short press', (link: HTMLElement) => void fireEvent.pointerUp(link, touch)],
      ['a scroll', (link: HTMLElement) => void fireEvent.pointerMove(link, { ...touch, clientY: 40 })],
      ['what the browser takes for a scroll', (link: HTMLElement) => void fireEvent.pointerCancel(link, touch)],
    ])('is not picked by %s', (_name, end) => {
      const { onToggle } = card();
      const link = screen.getByRole('link');
      fireEvent.pointerDown(link, touch);
      end(link);
      vi.advanceTimersByTime(1000);
      expect(onToggle).not.toHaveBeenCalled();
    });

    it('is not picked by a resting mouse', () => {
      const { onToggle } = card();
      fireEvent.pointerDown(screen.getByRole('link'), { ...touch, pointerType: 'mouse' });
      vi.advanceTimersByTime(1000);
      expect(onToggle).not.toHaveBeenCalled();
    });
  });

  it('is picked as a whole while picking, as a range with Shift', async () => {
    const { onToggle } = card({ selected: true, active: true });
    const whole = screen.getByRole('button', { name: 'Dracula', pressed: true });
    await userEvent.click(whole);
    fireEvent.click(whole, { shiftKey: true });
    expect([screen.queryByRole('link'), onToggle.mock.calls]).toEqual([null, [[false], [true]]]);
  });
});

describe('a shelf', () => {
  const shelf = (direction: 'ltr' | 'rtl' = 'ltr') =>
    render(
      <MemoryRouter>
        <div style={{ direction }}>
          <ShelfRow
            heading="Recently added"
            to="/latest"
            items={['a', 'b', 'c']}
            keyOf={(item) => item}
            itemWidth={120}
            previousLabel="Back"
            nextLabel="Forward"
            renderItem={(item, { tabIndex }) => (
              <a href={`/${item}`} tabIndex={tabIndex}>
                {item}
              </a>
            )}
          />
        </div>
      </MemoryRouter>,
    );
  const focused = () => document.activeElement?.textContent;

  it('is a named region with a heading that leads to the whole list', () => {
    shelf();
    expect([
      screen.getByRole('region', { name: 'Recently added' }).tagName,
      screen.getByRole('heading', { level: 2 }).textContent,
      screen.getByRole('link', { name: 'Recently added' }).getAttribute('href'),
      screen.getAllByRole('listitem').length,
    ]).toEqual(['SECTION', 'Recently added', '/latest', 3]);
  });

  it('is one tab stop, and arrow keys, Home and End move in it', async () => {
    shelf();
    await userEvent.tab();
    const stops = [];
    for (const key of ['{Tab}', '{ArrowRight}', '{ArrowRight}', '{ArrowRight}', '{Home}', '{End}', '{ArrowLeft}']) {
      await userEvent.keyboard(key);
      stops.push(focused());
    }
    expect([
      stops,
      screen.getAllByRole('listitem').map((item) => item.firstElementChild?.getAttribute('tabindex')),
    ]).toEqual([
      ['a', 'b', 'c', 'c', 'a', 'c', 'b'],
      ['-1', '0', '-1'],
    ]);
  });

  it('moves the other way in right-to-left text', async () => {
    shelf('rtl');
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('b');
  });
});
