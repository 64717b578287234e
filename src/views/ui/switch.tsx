import { useId } from 'react';
import type { ReactNode } from 'react';
import { LabelWithHelp } from './label-with-help.tsx';

export interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  help?: ReactNode;
  disabled?: boolean | undefined;
}

export function Switch({ label, checked, onChange, help, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 py-1.5">
      <LabelWithHelp id={id} label={label} help={help} disabled={disabled} />
      <span className="relative inline-flex h-6 w-10 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          aria-describedby={help ? `${id}-help` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="peer absolute inset-0 appearance-none rounded-full border border-line-strong bg-surface-3 transition-[background-color] before:absolute before:-inset-2.5 checked:border-accent checked:bg-accent disabled:opacity-50"
        />
        <span className="pointer-events-none absolute start-1 top-1 size-4 rounded-full bg-ink-2 transition-transform peer-checked:translate-x-4 peer-checked:bg-accent-ink rtl:peer-checked:-translate-x-4 forced-colors:bg-[CanvasText]" />
      </span>
    </div>
  );
}
