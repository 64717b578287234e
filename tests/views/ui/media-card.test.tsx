import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { MediaCard } from '../../../src/views/ui/media-card.tsx';
import { ShelfRow } from '../../../src/views/ui/shelf-row.tsx';

function card(selection: { selected: boolean; active: boolean } = { selected: false, active: false }, open = false) {
  const calls = { onPlay: vi.fn(), onOpen: vi.fn(), onHide: vi.fn(), onToggle: vi.fn(), onWarm: vi.fn() };
  const { container } = render(
    <MemoryRouter>
      <MediaCard
        to="/item/1"
        title="Dracula"
        subtitle="Bram Stoker"
        cover={<div />}
        onWarm={calls.onWarm}
        play={{ label: 'Play Dracula', onPlay: calls.onPlay }}
        select={{ label: 'Select Dracula', ...selection, onToggle: calls.onToggle }}
        more={{ label: 'More for Dracula', open, onOpenChange: calls.onOpen, entries: () => [{ kind: 'action', id: 'hide', label: 'Hide', onSelect: calls.onHide }] }}
      />
    </MemoryRouter>,
  );
  return { ...calls, container };
}

const names = () => [...screen.queryAllByRole('button'), ...screen.queryAllByRole('checkbox')].map((button) => button.getAttribute('aria-label') ?? button.textContent);

describe('a card', () => {
  it('is a link to its thing, and light while nobody is near', () => {
    const { container } = card();
    expect([screen.getByRole('link', { name: 'Dracula' }).getAttribute('href'), names(), container.querySelectorAll('*').length]).toEqual(['/item/1', [], 5]);
  });

  it('shows the same actions under the mouse and with the focus', async () => {
    const { container } = card();
    await userEvent.hover(container.querySelector('a') ?? container);
    const hovered = names();
    await userEvent.unhover(container.querySelector('a') ?? container);
    const left = names();
    await userEvent.tab();
    expect([hovered, left, names()]).toEqual([['More for Dracula', 'Play Dracula', 'Select Dracula'], [], ['More for Dracula', 'Play Dracula', 'Select Dracula']]);
  });

  it('reaches each action by keyboard', async () => {
    const { onPlay, onOpen, onToggle, onWarm } = card();
    await userEvent.tab();
    await userEvent.keyboard('{Tab}{Enter}{Tab}{Enter}{Tab} ');
    expect([onPlay, onOpen, onToggle, onWarm].map((call) => call.mock.calls.length)).toEqual([1, 1, 1, 1]);
  });

  it('asks to open its menu, and shows it while it is open', async () => {
    const { onOpen } = card();
    act(() => screen.getByRole('link').focus());
    await userEvent.click(screen.getByRole('button', { name: 'More for Dracula' }));
    expect(onOpen.mock.calls).toEqual([[true]]);
  });

  it('does what an entry of its menu says', async () => {
    const { onHide } = card({ selected: false, active: false }, true);
    act(() => screen.getByRole('link').focus());
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide' }));
    expect(onHide).toHaveBeenCalledTimes(1);
  });

  it('is picked as a whole while things are being picked, as a range with Shift', async () => {
    const { onToggle } = card({ selected: true, active: true });
    const whole = screen.getByRole('button', { name: 'Dracula', pressed: true });
    await userEvent.click(whole);
    fireEvent.click(whole, { shiftKey: true });
    expect([screen.queryByRole('link'), onToggle.mock.calls]).toEqual([null, [[false], [true]]]);
  });
});

describe('a shelf', () => {
  const shelf = (direction: 'ltr' | 'rtl' = 'ltr') => render(
    <MemoryRouter>
      <div style={{ direction }}>
        <ShelfRow heading="Recently added" to="/latest" items={['a', 'b', 'c']} keyOf={(item) => item} itemWidth={120} previousLabel="Back" nextLabel="Forward" renderItem={(item, { tabIndex }) => <a href={`/${item}`} tabIndex={tabIndex}>{item}</a>} />
      </div>
    </MemoryRouter>,
  );
  const focused = () => document.activeElement?.textContent;

  it('is a named region with a heading that leads to the whole list', () => {
    shelf();
    expect([screen.getByRole('region', { name: 'Recently added' }).tagName, screen.getByRole('heading', { level: 2 }).textContent, screen.getByRole('link', { name: 'Recently added' }).getAttribute('href'), screen.getAllByRole('listitem').length]).toEqual(['SECTION', 'Recently added', '/latest', 3]);
  });

  it('is one tab stop, and arrow keys, Home and End move in it', async () => {
    shelf();
    await userEvent.tab();
    const stops = [];
    for (const key of ['{Tab}', '{ArrowRight}', '{ArrowRight}', '{ArrowRight}', '{Home}', '{End}', '{ArrowLeft}']) {
      await userEvent.keyboard(key);
      stops.push(focused());
    }
    expect([stops, screen.getAllByRole('listitem').map((item) => item.firstElementChild?.getAttribute('tabindex'))]).toEqual([['a', 'b', 'c', 'c', 'a', 'c', 'b'], ['-1', '0', '-1']]);
  });

  it('moves the other way where one reads from right to left', async () => {
    shelf('rtl');
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('b');
  });
});
