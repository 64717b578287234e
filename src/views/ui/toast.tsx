import type { ReactNode } from 'react';
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

export interface ToastProps {
  kind: ToastKind;
  title: string;
  /** More words under the title. */
  text?: ReactNode;
  action?: { label: string; onPress: () => void } | undefined;
  closeLabel: string;
  onClose: () => void;
  /** Pointer or focus is on the toast (true) or has left it (false): its time stands still meanwhile. */
  onHold?: ((held: boolean) => void) | undefined;
}

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleX } as const;
const TONES: Record<ToastKind, string> = { info: 'text-ink-2', success: 'text-success', warning: 'text-warning', error: 'text-danger' };

/** One notice. Errors and warnings are alerts, the others a status. */
export function Toast({ kind, title, text, action, closeLabel, onClose, onHold }: ToastProps) {
  const Icon = ICONS[kind];
  return (
    <div
      role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
      onPointerEnter={() => onHold?.(true)}
      onPointerLeave={() => onHold?.(false)}
      onFocus={() => onHold?.(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onHold?.(false);
      }}
      className="toast-in pointer-events-auto flex w-full items-start gap-3 rounded-lg border border-line bg-surface-1 py-2.5 ps-3.5 pe-2 shadow-overlay"
    >
      <Icon size={20} className={`mt-1.5 shrink-0 touch:mt-3 ${TONES[kind]}`} />
      <div className="min-w-0 flex-1 py-1 touch:py-3">
        <p className="text-sm font-medium text-ink">{title}</p>
        {text && <div className="mt-0.5 text-sm text-ink-2">{text}</div>}
        {action && <button type="button" onClick={action.onPress} className="-ms-2 mt-1 min-h-8 rounded-sm px-2 text-sm font-semibold text-accent-text hover:bg-surface-2 touch:min-h-11">{action.label}</button>}
      </div>
      <IconButton size="sm" label={closeLabel} icon={<X size={16} />} onClick={onClose} />
    </div>
  );
}

/**
 * Where toasts appear: a live region that is always on the page, above the player and above dialogs.
 * `label` names it for screen readers ('Notifications').
 */
export function ToastRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} aria-live="polite" aria-relevant="additions" className="pointer-events-none fixed end-4 bottom-[calc(var(--dock-height,0px)+1rem)] z-70 w-[min(24rem,calc(100vw-2rem))]">
      <div className="flex flex-col gap-2">{children}</div>
    </section>
  );
}
