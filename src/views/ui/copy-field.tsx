import { useId } from 'react';
import { Check, Copy } from 'lucide-react';
import { Field, controlClass } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface CopyFieldProps extends FieldTexts {
  value: string;
  copyLabel: string;
  copiedLabel: string;
  /** True for 2 s after a copy; the owner keeps the time. */
  copied: boolean;
  onCopy: (value: string) => void;
}

export function CopyField({ value, copyLabel, copiedLabel, copied, onCopy, ...texts }: CopyFieldProps) {
  const id = useId();
  return (
    <Field id={id} {...texts}>
      <div className="relative">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className={`${controlClass} pe-11`}
        />
        <span className="absolute inset-y-0 end-0 grid w-11 place-items-center">
          <IconButton
            size="sm"
            label={copied ? copiedLabel : copyLabel}
            icon={copied ? <Check size={18} className="text-success" /> : <Copy size={18} />}
            onClick={() => onCopy(value)}
          />
        </span>
        <span role="status">
          <VisuallyHidden>{copied ? copiedLabel : ''}</VisuallyHidden>
        </span>
      </div>
    </Field>
  );
}
