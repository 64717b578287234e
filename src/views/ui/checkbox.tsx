import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Check, Minus } from 'lucide-react';
import { cx } from './cx.ts';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  mixed?: boolean | undefined;
  onChange: (checked: boolean) => void;
  help?: ReactNode;
  labelHidden?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

export function Checkbox({
  label,
  checked,
  mixed = false,
  onChange,
  help,
  labelHidden = false,
  disabled,
  name,
}: CheckboxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (input.current) input.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <div className="flex min-h-8 items-start gap-2.5 py-1.5 touch:min-h-11 touch:py-3">
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          ref={input}
          id={id}
          name={name}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={help ? `${id}-help` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="peer absolute inset-0 appearance-none rounded-xs border border-line-strong bg-surface-1 transition-[background-color] before:absolute before:-inset-2 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50 forced-colors:appearance-auto"
        />
        {mixed ? (
          <Minus
            size={14}
            strokeWidth={3}
            className="pointer-events-none relative text-accent-ink forced-colors:hidden"
          />
        ) : (
          <Check
            size={14}
            strokeWidth={3}
            className="pointer-events-none relative text-accent-ink opacity-0 peer-checked:opacity-100 forced-colors:hidden"
          />
        )}
      </span>
      <LabelWithHelp id={id} label={label} help={help} hidden={labelHidden} disabled={disabled} />
    </div>
  );
}

interface SwitchProps {
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

interface LabelWithHelpProps {
  /** Of the control; the help has the id `${id}-help`. */
  id: string;
  label: ReactNode;
  help?: ReactNode;
  hidden?: boolean | undefined;
  disabled?: boolean | undefined;
}

function LabelWithHelp({ id, label, help, hidden, disabled }: LabelWithHelpProps) {
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
