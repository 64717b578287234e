import { Check } from 'lucide-react';
import { cx } from './cx.ts';

export interface Selecting {
  readonly label: string;
  readonly selected: boolean;
  readonly active: boolean;
  readonly onToggle: (extend: boolean) => void;
}

interface SelectTickProps extends Selecting {
  className: string;
  unset: string;
}

export function SelectTick({ label, selected, active, onToggle, className, unset }: SelectTickProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={selected}
      aria-label={label}
      tabIndex={active ? -1 : undefined}
      onClick={(event) => onToggle(event.shiftKey)}
      className={cx(
        'grid place-items-center rounded-full border-2',
        className,
        selected ? 'border-accent bg-accent text-accent-ink' : unset,
      )}
    >
      <Check size={16} strokeWidth={3} />
    </button>
  );
}
