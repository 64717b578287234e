import { useRef } from 'react';
import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FullScreen } from '../../../src/views/ui/full-screen.tsx';

function Reading() {
  const first = useRef<HTMLDivElement>(null);
  return (
    <FullScreen title="Reading" initialFocus={first} onEscape={() => undefined}>
      <div ref={first} tabIndex={-1} data-testid="first" />
    </FullScreen>
  );
}

const page = (isOpen: boolean) => (
  <>
    <main id="content" tabIndex={-1}>
      <button type="button">Read</button>
    </main>
    {isOpen && <Reading />}
  </>
);

describe('FullScreen', () => {
  it('returns the focus to the button that opened it', async () => {
    const { rerender } = render(page(false));
    const opener = screen.getByRole('button', { name: 'Read' });
    opener.focus();
    rerender(page(true));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('first')));
    rerender(page(false));
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('moves the focus to the content of the page when nothing had it before, as after a reload', async () => {
    const { rerender } = render(page(true));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('first')));
    rerender(page(false));
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });
});
