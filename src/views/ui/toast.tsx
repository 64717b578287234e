import type { ReactNode } from 'react';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { KeyHint } from './tooltip-layer.tsx';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

interface ToastProps {
  kind: ToastKind;
  title: string;
  text?: ReactNode;
  action?: { label: string; shortcut?: string | undefined; onPress: () => void } | undefined;
  closeLabel: string;
  onClose: () => void;
  onHold?: ((held: boolean) => void) | undefined;
}

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleX } as const;
const TONES: Record<ToastKind, string> = {
  info: 'text-ink-2',
  success: 'text-success',
  warning: 'text-warning',
  error: 'text-danger',
};

const isUrgent = (kind: ToastKind) => kind === 'error' || kind === 'warning';

/** Errors and warnings interrupt screen readers, others wait for a pause. */
export function Toast({ kind, title, text, action, closeLabel, onClose, onHold }: ToastProps) {
  const Icon = ICONS[kind];
  return (
    <div
      role={isUrgent(kind) ? 'alert' : undefined}
      data-toast=""
      onPointerEnter={() => onHold?.(true)}
      onPointerLeave={(event) => {
        if (!event.currentTarget.contains(document.activeElement)) onHold?.(false);
      }}
      onFocus={() => onHold?.(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover'))
          onHold?.(false);
      }}
      className="toast-in pointer-events-auto flex w-full items-start gap-3 rounded-lg border border-line bg-surface-1 py-2.5 ps-3.5 pe-2 shadow-overlay"
    >
      <Icon size={20} className={`mt-1.5 shrink-0 touch:mt-3 ${TONES[kind]}`} />
      <div className="min-w-0 flex-1 py-1 touch:py-3">
        <p className="text-sm font-medium text-ink">{title}</p>
        {text && <div className="mt-0.5 text-sm text-ink-2">{text}</div>}
        {action && (
          <div className="-ms-2 mt-1 flex items-center gap-1">
            <button
              type="button"
              onClick={action.onPress}
              className="min-h-8 rounded-sm px-2 text-sm font-semibold text-accent-text hover:bg-surface-2 touch:min-h-11"
            >
              {action.label}
            </button>
            {action.shortcut && (
              <KeyHint className="rounded-sm border border-line px-1 text-ink-2">{action.shortcut}</KeyHint>
            )}
          </div>
        )}
      </div>
      <IconButton size="sm" label={closeLabel} icon={<X size={16} />} onClick={onClose} />
    </div>
  );
}

/** Always mounted. F8 focuses the newest toast, Escape closes the focused one. */
export function ToastRegion({ label, calm, urgent }: { label: string; calm: ReactNode; urgent: ReactNode }) {
  return (
    <section
      ref={keepToastFocus}
      aria-label={label}
      className={cx(
        'pointer-events-none fixed end-4 bottom-[calc(var(--dock-height,0px)+1rem)] z-70 w-[min(24rem,calc(100vw-2rem))]',
        'in-[:root:has([data-foot])]:bottom-[calc(var(--dock-height,0px)+6rem)]',
        'in-[:root:has([data-dock=sheet])]:top-[calc(env(safe-area-inset-top)+3.5rem)] in-[:root:has([data-dock=sheet])]:bottom-auto',
        'in-[:root:has([data-dialog][data-open])]:start-4 in-[:root:has([data-dialog][data-open])]:end-auto',
        'in-[:root:has([data-dialog][data-open])]:phone:top-[calc(env(safe-area-inset-top)+0.5rem)] in-[:root:has([data-dialog][data-open])]:phone:bottom-auto',
      )}
    >
      <div className="flex flex-col gap-2">
        <div aria-live="polite" aria-relevant="additions" className="contents">
          {calm}
        </div>
        {urgent}
      </div>
    </section>
  );
}

export const TOAST_KEY = 'F8';

/** As `ref` of the region: when a focused toast goes, the newest with an action gets the focus, else its origin. */
function keepToastFocus(region: HTMLElement): () => void {
  let origin: Element | null = null;
  let focused: Element | null = null;
  const all = () => [...region.querySelectorAll<HTMLElement>('[data-toast]')];
  /** The last button closes it. */
  const buttonOf = (toast: HTMLElement | undefined) => toast?.querySelector('button') ?? null;

  const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
    focused = target instanceof Element ? target : null;
    if (!(relatedTarget instanceof Node && region.contains(relatedTarget)) && relatedTarget instanceof Element)
      origin = relatedTarget;
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && !region.contains(relatedTarget)) focused = null;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === TOAST_KEY) {
      const button = buttonOf(all().at(-1));
      if (!button) return;
      event.preventDefault();
      button.focus();
    } else if (event.key === 'Escape' && focused?.isConnected) {
      const toast = focused.closest('[data-toast]');
      event.stopPropagation();
      [...(toast?.querySelectorAll('button') ?? [])].at(-1)?.click();
    }
  };
  const onRemoved = new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) return;
    const offering = all().filter((toast) => toast.querySelectorAll('button').length > 1);
    const next = buttonOf(offering.at(-1)) ?? (origin?.isConnected ? origin : document.querySelector('main'));
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });

  region.addEventListener('focusin', onFocusIn);
  region.addEventListener('focusout', onFocusOut);
  document.addEventListener('keydown', onKey, { capture: true });
  onRemoved.observe(region, { childList: true, subtree: true });
  return () => {
    region.removeEventListener('focusin', onFocusIn);
    region.removeEventListener('focusout', onFocusOut);
    document.removeEventListener('keydown', onKey, { capture: true });
    onRemoved.disconnect();
  };
}
