import { Search } from 'lucide-react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface FindFieldProps extends Pick<
  TextFieldProps,
  'label' | 'value' | 'onChange' | 'onKeyDown' | 'inputMode' | 'className' | 'ref'
> {
  /** Shown while it is empty; the label when absent. */
  placeholder?: string | undefined;
}

/** A search in what is listed below it. Its label is for screen readers, and stands in it while it is empty. */
export function FindField({ label, placeholder = label, ...rest }: FindFieldProps) {
  return (
    <TextField
      {...rest}
      quiet
      type="search"
      label={label}
      labelHidden
      placeholder={placeholder}
      startIcon={<Search size={18} />}
      autoComplete="off"
    />
  );
}
