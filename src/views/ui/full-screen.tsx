import { useLayoutEffect, useRef } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { OwnTheme } from './dialog.tsx';

const NONE: CSSProperties = {};

export interface FullScreenProps {
  title: string;
  onEscape: () => void;
  initialFocus: RefObject<HTMLElement | null>;
  onKeyDown?: ((event: KeyboardEvent<HTMLDivElement>) => void) | undefined;
  style?: CSSProperties | undefined;
  children: ReactNode;
}

/** A dialog as large as the window. Imports Base UI: load it lazily. */
export function FullScreen({ title, onEscape, initialFocus, onKeyDown, style, children }: FullScreenProps) {
  // The link of a card stays when its buttons go with the focus.
  const card = useRef(document.activeElement?.closest(CARD) ?? null);
  // The page of a book forgets its focus while it is covered.
  const inFrame = useRef(focusedInFrame());
  useLayoutEffect(() => () => giveFocusTo(card.current, inFrame.current), []);
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

const CARD = '[role="gridcell"], li';

function focusedInFrame(): HTMLElement | SVGElement | null {
  const { activeElement: frame } = document;
  const focused = frame instanceof HTMLIFrameElement ? frame.contentDocument?.activeElement : null;
  return focused && 'focus' in focused ? (focused as HTMLElement | SVGElement) : null;
}

/** What had the focus in the page of a book; of an opener that was removed its card, or without one the page. */
function giveFocusTo(card: Element | null, inFrame: HTMLElement | SVGElement | null): void {
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement instanceof HTMLIFrameElement) return inFrame?.focus({ preventScroll: true });
    if (activeElement !== body) return undefined;
    const link = card?.isConnected ? card.querySelector<HTMLElement>('a[href], button') : null;
    return (link ?? document.getElementById('content'))?.focus();
  });
}
