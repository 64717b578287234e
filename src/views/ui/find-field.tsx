import { Search } from 'lucide-react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface FindFieldProps extends Pick<
  TextFieldProps,
  'label' | 'value' | 'onChange' | 'onKeyDown' | 'inputMode' | 'className' | 'ref'
> {
  placeholder?: string | undefined;
}

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
