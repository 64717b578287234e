import { useLayoutEffect, useRef } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { OwnTheme } from './own-theme.ts';

const NONE: CSSProperties = {};

export interface FullScreenProps {
  /** Its name for screen readers. */
  title: string;
  /** Escape was pressed in it. The owner decides what closes. */
  onEscape: () => void;
  /** Gets the focus first. */
  initialFocus: RefObject<HTMLElement | null>;
  onKeyDown?: ((event: KeyboardEvent<HTMLDivElement>) => void) | undefined;
  /** Colours of its own. */
  style?: CSSProperties | undefined;
  children: ReactNode;
}

/** A dialog as large as the window: focus goes in, stays in and returns. Imports Base UI: load it lazily. */
export function FullScreen({ title, onEscape, initialFocus, onKeyDown, style, children }: FullScreenProps) {
  // Of a card the link stays: its buttons go with the focus.
  const card = useRef(document.activeElement?.closest(CARD) ?? null);
  useLayoutEffect(() => () => giveFocusTo(card.current), []);
  return (
    <Base.Root
      open
      disablePointerDismissal
      onOpenChange={(isOpen, { reason }) => {
        if (!isOpen && reason === 'escape-key') onEscape();
      }}
    >
      <Base.Portal>
        <Base.Popup
          initialFocus={initialFocus}
          onKeyDown={onKeyDown}
          style={style}
          data-theme={style?.colorScheme}
          className="overlay-fade fixed inset-0 z-60 flex h-dvh flex-col overflow-hidden bg-surface-0 text-ink outline-none"
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          <OwnTheme value={style ?? NONE}>{children}</OwnTheme>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What holds a card in lists and grids. */
const CARD = '[role="gridcell"], li';

/**
 * The opener has gone: the card that it was in gets the focus. A dialog that a reload or a link has opened has nothing
 * to give the focus back to: the page (`main`) gets it.
 */
function giveFocusTo(card: Element | null): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const link = card?.isConnected ? card.querySelector<HTMLElement>('a[href], button') : null;
    (link ?? document.getElementById('content'))?.focus();
  });
}
