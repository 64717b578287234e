import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { AppLink } from './app-link.tsx';
import { cx } from './cx.ts';

const shape = 'inline-flex min-h-8 max-w-full items-center gap-1 rounded-full border border-line px-3 text-sm text-ink-2 touch:min-h-11';

/** A word that leads to a list: genre, tag, narrator. */
export function ChipLink({ to, children, onWarm }: { to: string; children: ReactNode; onWarm?: (() => void) | undefined }) {
  return <AppLink to={to} onWarm={onWarm} className={cx(shape, 'no-underline transition-colors hover:border-line-strong hover:text-ink')}><bdi className="truncate">{children}</bdi></AppLink>;
}

export interface ChipProps {
  children: string;
  /** With a label, a button at the end takes the chip away. */
  removeLabel?: string | undefined;
  onRemove?: (() => void) | undefined;
}

/** A chosen value in a field or filter. */
export function Chip({ children, removeLabel, onRemove }: ChipProps) {
  return (
    <span className={cx(shape, onRemove && 'pe-1')}>
      <bdi className="truncate">{children}</bdi>
      {onRemove && (
        <button type="button" aria-label={removeLabel} onClick={onRemove} className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-surface-2 hover:text-ink touch:size-9">
          <X size={14} />
        </button>
      )}
    </span>
  );
}
