import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Popover as Base } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { useIsPhone } from './media-query.ts';
import {
  panelOffset,
  pressedOn,
  backdrop,
  sheetPopup,
  sheetPositioner,
  sheetHeadClass,
  useTakesAllPresses,
  type SheetHead,
} from './popup.ts';
import { rem } from './rem.ts';

export type PopoverReason = 'escape' | 'outside' | 'other';

export interface PopoverProps {
  open: boolean;
  onDismiss: (reason: PopoverReason) => void;
  /** The button that opens it: a press there is not 'outside'. It returns the focus (`useTrigger`). */
  anchor: HTMLElement | null;
  label: string;
  /** CSS pixels; as wide as its content when absent. */
  width?: number | undefined;
  side?: 'top' | 'bottom' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /** The focus stays where it is (a search box with its results below). */
  keepsFocus?: boolean | undefined;
  /** On phones a sheet with this head. */
  sheet?: SheetHead | undefined;
  children: ReactNode;
}

/** A panel beside a control; modal only under a finger. Imports Base UI: load it lazily. */
export function Popover({
  open,
  onDismiss,
  anchor,
  label,
  width,
  side = 'bottom',
  align = 'end',
  keepsFocus = false,
  sheet,
  children,
}: PopoverProps) {
  const popup = useRef<HTMLDivElement>(null);
  const isSheet = sheet !== undefined;
  const isPhone = useIsPhone();
  const isModal = useTakesAllPresses(isSheet) && !keepsFocus;
  const begin = () =>
    popup.current?.querySelector<HTMLElement>('[aria-current]') ?? (isSheet && isPhone ? popup.current : true);
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    if (next || pressedOn(anchor, details.event)) return;
    onDismiss(
      details.reason === 'escape-key'
        ? 'escape'
        : details.reason === 'outside-press' || details.reason === 'focus-out'
          ? 'outside'
          : 'other',
    );
  };
  return (
    <Base.Root open={open} modal={isModal} onOpenChange={change}>
      <Base.Portal>
        {isModal && <Base.Backdrop className={backdrop(isSheet)} />}
        <Base.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={panelOffset(anchor, 6)}
          collisionPadding={8}
          className={sheetPositioner(isSheet)}
        >
          <Base.Popup
            ref={popup}
            aria-label={label}
            initialFocus={keepsFocus ? false : begin}
            finalFocus={false}
            className={sheetPopup(isSheet, popupClass)}
            style={{ width: width === undefined ? width : rem(width) }}
          >
            {sheet && isPhone && (
              <div className={`${sheetHeadClass} top-0`}>
                <p aria-hidden="true" className="min-w-0 flex-1 truncate">
                  {sheet.title}
                </p>
                <Base.Close render={<IconButton label={sheet.closeLabel} icon={<X size={20} />} />} />
              </div>
            )}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const popupClass =
  'max-h-(--available-height) max-w-(--available-width) overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface-1 text-ink shadow-overlay outline-none';
