import { useId } from 'react';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Field, controlClass, describedBy } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { listOptionClass } from './popup.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** Of the label. */
  lang?: string | undefined;
  subtext?: string | undefined;
  disabled?: boolean | undefined;
}

export interface SelectProps<Value extends string> extends FieldTexts {
  /** null shows the placeholder. */
  value: Value | null;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** With `onOpenChange`: the owner opens and closes the list. Absent: it does so itself. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean, reason: string) => void) | undefined;
}

/** One of many choices, in a list over the page. Typing finds an option. Imports Base UI: load it lazily. */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  placeholder,
  disabled,
  open,
  onOpenChange,
  ...texts
}: SelectProps<Value>) {
  const id = useId();
  return (
    <Base.Root
      id={id}
      items={options}
      value={value}
      modal={false}
      disabled={disabled}
      open={open}
      onOpenChange={(next, details) => onOpenChange?.(next, details.reason)}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Field id={id} {...texts}>
        <Base.Trigger
          aria-label={texts.label}
          aria-invalid={Boolean(texts.error) || undefined}
          aria-describedby={describedBy(id, texts)}
          className={`${controlClass} flex items-center justify-between gap-2 text-start`}
        >
          <Base.Value placeholder={placeholder} className="min-w-0 wrap-anywhere data-placeholder:text-ink-3" />
          <Base.Icon className="shrink-0 text-ink-3">
            <ChevronsUpDown size={16} />
          </Base.Icon>
        </Base.Trigger>
      </Field>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} collisionPadding={8} className="z-65 outline-none">
          <Base.Popup className="overlay-pop w-(--anchor-width) min-w-40 overflow-hidden rounded-md border border-line bg-surface-1 text-ink shadow-overlay outline-none">
            <Base.List className="max-h-56 scroll-py-1 overflow-y-auto overscroll-contain p-1">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  label={option.label}
                  disabled={option.disabled}
                  className={listOptionClass}
                >
                  <span className="min-w-0 flex-1">
                    <Base.ItemText lang={option.lang} className="block truncate">
                      {option.label}
                    </Base.ItemText>
                    {option.subtext && <span className="block truncate text-xs text-ink-2">{option.subtext}</span>}
                  </span>
                  <Base.ItemIndicator>
                    <Check size={16} className="text-accent-text" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
