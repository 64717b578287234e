import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Popover as Base } from '@base-ui/react/popover';
import { pressedOn } from './pressed-on.ts';

/** Why a popover wants to close. */
export type PopoverReason = 'escape' | 'outside' | 'other';

export interface PopoverProps {
  open: boolean;
  /** It wants to close: the owner decides. */
  onDismiss: (reason: PopoverReason) => void;
  /** What it hangs on; a press there is not 'outside', and the focus returns there. */
  anchor: HTMLElement | null;
  /** Its name for screen readers. */
  label: string;
  /** Width in CSS pixels; as wide as its content when absent. */
  width?: number | undefined;
  side?: 'top' | 'bottom' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /** The focus stays where it is (a search box with its results below). */
  keepsFocus?: boolean | undefined;
  children: ReactNode;
}

/**
 * A small panel beside a control, without blocking the page: search results, tasks, speed, volume. The focus goes to
 * what is current in it (`aria-current`), else to its first control. Imports Base UI: load it lazily.
 */
export function Popover({ open, onDismiss, anchor, label, width, side = 'bottom', align = 'end', keepsFocus = false, children }: PopoverProps) {
  const popup = useRef<HTMLDivElement>(null);
  const begin = () => popup.current?.querySelector<HTMLElement>('[aria-current]') ?? true;
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    if (next || pressedOn(anchor, details.event)) return;
    onDismiss(details.reason === 'escape-key' ? 'escape' : details.reason === 'outside-press' || details.reason === 'focus-out' ? 'outside' : 'other');
  };
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} align={align} sideOffset={6} collisionPadding={8} className="z-65 outline-none">
          <Base.Popup
            ref={popup}
            aria-label={label}
            initialFocus={keepsFocus ? false : begin}
            finalFocus={keepsFocus ? false : { current: anchor }}
            className="overlay-pop max-h-(--available-height) max-w-(--available-width) overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface-1 text-ink shadow-overlay outline-none"
            style={{ width }}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

