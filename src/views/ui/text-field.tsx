import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { cx } from './cx.ts';
import { Field, controlClass, describedBy } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { IconButton } from './icon-button.tsx';

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'password' | 'email' | 'url' | 'search' | 'number' | 'date' | 'time' | undefined;
  /** For passwords. The owner holds `shown`. */
  reveal?: { shown: boolean; onToggle: () => void; showLabel: string; hideLabel: string } | undefined;
  quiet?: boolean | undefined;
  startIcon?: ReactNode;
  endSlot?: ReactNode;
}

export function TextField({
  label,
  labelHidden,
  help,
  error,
  hint,
  value,
  onChange,
  type = 'text',
  reveal,
  quiet = false,
  startIcon,
  endSlot,
  className,
  ...rest
}: TextFieldProps) {
  const autoId = useId();
  const id = rest.id ?? autoId;
  return (
    <Field id={id} label={label} labelHidden={labelHidden} help={help} error={error} hint={hint} className={className}>
      <div className="relative">
        {startIcon && (
          <span className="pointer-events-none absolute inset-y-0 start-0 grid w-10 place-items-center text-ink-3">
            {startIcon}
          </span>
        )}
        <input
          {...rest}
          id={id}
          type={reveal?.shown ? 'text' : type}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={describedBy(id, { help, error })}
          className={cx(
            controlClass,
            quiet && 'border-transparent bg-surface-2',
            startIcon != null && 'ps-10',
            (reveal || endSlot != null) && 'pe-11',
          )}
        />
        {(reveal || endSlot != null) && (
          <span className="absolute inset-y-0 end-0 grid w-11 place-items-center">
            {reveal ? (
              <IconButton
                size="sm"
                label={reveal.shown ? reveal.hideLabel : reveal.showLabel}
                icon={reveal.shown ? <EyeOff size={18} /> : <Eye size={18} />}
                onClick={reveal.onToggle}
              />
            ) : (
              endSlot
            )}
          </span>
        )}
      </div>
    </Field>
  );
}
