import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface FindFieldProps extends Pick<
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

/** As `onKeyDown` of a search box: ArrowDown focuses the grid in the same `data-search` element. */
export function downToGrid(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
  const first = event.currentTarget
    .closest('[data-search]')
    ?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** As `onKeyDown` of search results: typing goes on in the search box of the same `data-search` element. */
export function typeToSearch(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, altKey, metaKey, nativeEvent } = event;
  const isTyping = key === 'Backspace' || (key.length === 1 && key !== ' ');
  if (!isTyping || ctrlKey || altKey || metaKey || nativeEvent.isComposing) return;
  event.currentTarget.closest('[data-search]')?.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
}
