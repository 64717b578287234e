import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface LabelWithHelpProps {
  /** Of the control; the help has the id `${id}-help`. */
  id: string;
  label: ReactNode;
  help?: ReactNode;
  hidden?: boolean | undefined;
  disabled?: boolean | undefined;
}

export function LabelWithHelp({ id, label, help, hidden, disabled }: LabelWithHelpProps) {
  return (
    <span className="flex min-w-0 flex-col">
      <label htmlFor={id} className={cx(hidden ? 'sr-only' : 'text-sm text-ink', disabled && 'opacity-60')}>
        {label}
      </label>
      {help && (
        <span id={`${id}-help`} className="text-xs text-ink-2">
          {help}
        </span>
      )}
    </span>
  );
}
