import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { AppLink } from './links.tsx';
import { cx } from './cx.ts';
import { focusBeside } from './roving.ts';

const shape = 'inline-flex min-h-8 max-w-full items-center gap-1 px-3 text-sm text-ink-2 touch:min-h-11';
const outlined = 'rounded-full border border-line';
const filled = 'rounded-sm border border-transparent bg-surface-2 hover:bg-surface-3';

export function ChipLink({
  to,
  children,
  onPrefetch,
  look = 'outlined',
}: {
  to: string;
  children: ReactNode;
  onPrefetch?: (() => void) | undefined;
  look?: 'outlined' | 'filled' | undefined;
}) {
  return (
    <AppLink
      to={to}
      onPrefetch={onPrefetch}
      className={cx(
        shape,
        look === 'filled' ? filled : outlined,
        'no-underline transition-colors hover:border-line-strong hover:text-ink',
      )}
    >
      <bdi className="truncate">{children}</bdi>
    </AppLink>
  );
}

export interface ChipProps {
  children: string;
  removeLabel?: string | undefined;
  onRemove?: (() => void) | undefined;
}

export function Chip({ children, removeLabel, onRemove }: ChipProps) {
  return (
    <span className={cx(shape, outlined, onRemove && 'pe-1')}>
      <bdi className="truncate">{children}</bdi>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={(event) => {
            const button = event.currentTarget;
            onRemove();
            focusBeside(button);
          }}
          className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-surface-2 hover:text-ink touch:size-9"
        >
          <X size={14} />
        </button>
      )}
    </span>
  );
}
