import { createContext, type CSSProperties, useContext, useRef } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { isRightToLeft } from './roving.ts';
import { placeOnTop, wayBack } from './use-trigger.ts';
import { rem } from './rem.ts';

/** Colours that dialogs over a part of the client share with it. Empty: the client's own. */
export const OwnTheme = createContext<CSSProperties>({});

export type DismissReason = 'escape' | 'outside' | 'closeButton';

export interface DialogProps {
  open: boolean;
  title: string;
  titleHidden?: boolean | undefined;
  /** Nothing in it takes the focus: its body does, so that keys can scroll it. */
  textOnly?: boolean | undefined;
  closeLabel: string;
  /** The owner decides and sets `open`. */
  onDismiss: (reason: DismissReason) => void;
  onClosed?: (() => void) | undefined;
  /** A press outside does nothing; Escape and the close button still call `onDismiss`. */
  persistent?: boolean | undefined;
  /** CSS pixels where the window has room; 500 by default. */
  width?: number | undefined;
  maxHeight?: number | undefined;
  /** The same height for all content, so that its tabs stay under the pointer. */
  steady?: boolean | undefined;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** What gets the focus at the end, in place of the opener. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  beginsAtCurrent?: boolean | undefined;
  hasTrigger?: boolean | undefined;
  step?:
    | {
        previousLabel: string;
        nextLabel: string;
        hasPrevious: boolean;
        hasNext: boolean;
        onStep: (direction: 1 | -1) => void;
      }
    | undefined;
  receives?: Pick<ComponentProps<'div'>, 'onPaste' | 'onDragOver' | 'onDragLeave' | 'onDrop'> | undefined;
  header?: ReactNode;
  footer?: ReactNode;
  footerPlain?: boolean | undefined;
  children: ReactNode;
}

/** A modal dialog; on phones a sheet. Imports Base UI: load it lazily. */
export function Dialog({
  open,
  title,
  titleHidden,
  textOnly = false,
  closeLabel,
  onDismiss,
  onClosed,
  persistent = false,
  width = 500,
  maxHeight,
  steady = false,
  initialFocus,
  finalFocus,
  beginsAtCurrent = false,
  hasTrigger = false,
  step,
  receives,
  header,
  footer,
  footerPlain = false,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    const reason = next ? undefined : REASONS[details.reason];
    if (reason) onDismiss(reason);
  };
  const opener = useRef(document.activeElement);
  const theme = useContext(OwnTheme);
  const most = maxHeight === undefined ? undefined : `min(${rem(maxHeight)}, calc(100dvh - 2rem))`;
  const begin = () => {
    // A menu that closed with this returns its focus first.
    queueMicrotask(() => {
      const { activeElement } = document;
      if (popup.current?.contains(activeElement) !== true) opener.current = openerOf(activeElement);
    });
    const current = beginsAtCurrent ? popup.current?.querySelector<HTMLElement>('[aria-current]') : null;
    return current ?? (initialFocus ?? popup).current;
  };
  const end = () => endAt(finalFocus?.current ?? opener.current, popup.current);
  const stepByKey = (event: KeyboardEvent) => {
    if (!step || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') || usesArrows(event)) return;
    const forward = (event.key === 'ArrowRight') !== isRightToLeft(event.currentTarget);
    if (forward ? step.hasNext : step.hasPrevious) step.onStep(forward ? 1 : -1);
  };
  return (
    <Base.Root
      open={open}
      onOpenChange={change}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
      disablePointerDismissal={persistent}
    >
      <Base.Portal>
        <Base.Backdrop className="overlay-fade fixed inset-0 z-60 bg-scrim" />
        <Base.Viewport
          {...receives}
          className="fixed inset-0 z-60 grid place-items-center overflow-hidden p-4 phone:place-items-end phone:p-0"
        >
          <Base.Popup
            ref={popup}
            data-dialog=""
            finalFocus={hasTrigger ? false : end}
            initialFocus={begin}
            onKeyDown={stepByKey}
            onKeyDownCapture={pressShortcut}
            className={cx(
              'overlay-scale flex max-h-[calc(100dvh-2rem)] min-h-50 w-full min-w-[min(380px,100%)] flex-col overflow-hidden rounded-lg border border-line bg-surface-1 text-ink shadow-overlay outline-none',
              'phone:max-h-[92dvh] phone:max-w-none! phone:rounded-b-none phone:border-x-0 phone:border-b-0 phone:pb-[env(safe-area-inset-bottom)]',
              steady && 'phone:h-[92dvh]! phone:max-h-[92dvh]!',
            )}
            data-theme={theme.colorScheme}
            style={{
              ...theme,
              maxWidth: rem(width),
              ...(most !== undefined && { maxHeight: most, ...(steady && { height: most }) }),
            }}
          >
            <div
              className={
                titleHidden ? 'absolute end-2 top-2 z-2' : 'flex min-h-14 shrink-0 items-center gap-2 ps-5 pe-2'
              }
            >
              <Base.Title className={titleHidden ? 'sr-only' : 'my-2 min-w-0 flex-1 clamp-2 text-lg font-semibold'}>
                {title}
              </Base.Title>
              {header}
              {step && (
                <>
                  <IconButton
                    label={step.previousLabel}
                    icon={<ChevronLeft size={20} className="rtl:-scale-x-100" />}
                    disabled={!step.hasPrevious}
                    onClick={() => step.onStep(-1)}
                  />
                  <IconButton
                    label={step.nextLabel}
                    icon={<ChevronRight size={20} className="rtl:-scale-x-100" />}
                    disabled={!step.hasNext}
                    onClick={() => step.onStep(1)}
                  />
                </>
              )}
              <Base.Close render={<IconButton label={closeLabel} icon={<X size={20} />} />} />
            </div>
            <div
              data-scroller=""
              {...(textOnly ? { tabIndex: 0 } : {})}
              className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5', titleHidden && 'pt-5')}
            >
              {children}
            </div>
            {footer && (
              <div
                className={cx(
                  'flex shrink-0 flex-wrap items-center justify-end gap-2 px-5',
                  footerPlain ? 'pb-5' : 'border-t border-line py-3',
                )}
              >
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Presses the button of the dialog whose `shortcut` this is, also while a text has the focus. */
function pressShortcut(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent, currentTarget } = event;
  const name = key === 's' ? 'S' : key;
  if (!(ctrlKey || metaKey) || altKey || shiftKey || nativeEvent.isComposing || !/^(S|Enter)$/.test(name)) return;
  const button = currentTarget.querySelector<HTMLElement>(`[aria-keyshortcuts~="Control+${name}"]`);
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  button.click();
}

/** Whether the focused control uses arrow keys, or another part has handled this one. */
function usesArrows(event: KeyboardEvent): boolean {
  return (
    event.defaultPrevented ||
    (event.target instanceof Element &&
      event.target.closest(
        'input, textarea, select, [contenteditable], [role="tablist"], [role="combobox"], [role="menu"]',
      ) !== null)
  );
}

/** The button of a menu whose close left the focus on no control. */
function openerOf(focused: Element | null): Element | null {
  const isPlace = focused === null || focused === document.body || focused.matches(PLACE);
  return isPlace ? (wayBack() ?? focused) : focused;
}

/** For `finalFocus`: the opener, else the dialog below or the page, where Base UI would focus the first control. */
function endAt(opener: Element | null, popup: HTMLElement | null): HTMLElement | false {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body && popup?.contains(activeElement) !== true) return false;
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== body;
  const to = isThere ? opener : placeOnTop(popup);
  if (to === null || !to.matches(PLACE)) return to ?? false;
  const place = to.id === 'content' ? to.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') : null;
  queueMicrotask(() => (place ?? to).focus({ preventScroll: true }));
  return false;
}

const PLACE = '[data-dialog], #content';

const REASONS: Partial<Record<Base.Root.ChangeEventDetails['reason'], DismissReason>> = {
  'escape-key': 'escape',
  'outside-press': 'outside',
  'close-press': 'closeButton',
};
