import { useId } from 'react';
import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, Plus, X } from 'lucide-react';
import { Field, controlClass, describedBy } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { listOptionClass } from './list-option-class.ts';

export interface TagsFieldProps extends FieldTexts {
  /** Chosen values, in order. */
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** The typed text, held by the owner, also when the field is left; cleared with onText('') after a choice. */
  text: string;
  onText: (text: string) => void;
  /** Known values; those that contain the typed text are offered. */
  suggestions: readonly string[];
  /** Name of the button that removes a value: 'Remove Horror'. */
  removeLabel: (value: string) => string;
  /** Text of the option that adds the typed value: 'Add "Horror"'; only known values can be chosen when absent. */
  createLabel?: ((text: string) => string) | undefined;
  /** Shown when nothing matches. */
  emptyLabel: string;
  disabled?: boolean | undefined;
}

const OFFERED = 50;

/** The options for a text: known values that contain it, and the text itself if it is new and may be added. */
export function offersFor(text: string, suggestions: readonly string[], canCreate: boolean): string[] {
  const wanted = text.trim();
  const lower = wanted.toLocaleLowerCase();
  const found = suggestions.filter((word) => word.toLocaleLowerCase().includes(lower)).slice(0, OFFERED);
  const isNew = canCreate && wanted !== '' && !suggestions.some((word) => word.toLocaleLowerCase() === lower);
  return isNew ? [...found, wanted] : found;
}

/**
 * Several values (genres, tags, narrators), chosen from known ones or typed. Backspace and arrow keys reach the chips.
 * Imports Base UI: load it lazily.
 */
export function TagsField({
  values,
  onChange,
  text,
  onText,
  suggestions,
  removeLabel,
  createLabel,
  emptyLabel,
  disabled,
  ...texts
}: TagsFieldProps) {
  const id = useId();
  const known = new Set(suggestions);
  return (
    <Base.Root
      multiple
      autoHighlight
      modal={false}
      disabled={disabled}
      items={offersFor(text, suggestions, createLabel !== undefined)}
      filter={null}
      value={[...values]}
      inputValue={text}
      // Base UI empties it when the list closes: what is typed stays the owner's.
      onInputValueChange={(next, { reason }) => {
        if (reason !== 'input-clear') onText(next);
      }}
      onValueChange={(next: string[]) => {
        onChange(next);
        onText('');
      }}
    >
      <Field id={id} {...texts}>
        <Base.InputGroup
          className={`${controlClass} has-focus-visible:outline-2 has-focus-visible:outline-focus has-[input:disabled]:opacity-60`}
          aria-invalid={Boolean(texts.error) || undefined}
        >
          <Base.Chips className="flex flex-wrap items-center gap-1">
            {values.map((value) => (
              <Base.Chip
                key={value}
                aria-label={value}
                className="inline-flex min-h-7 max-w-full items-center gap-0.5 rounded-full bg-surface-3 ps-2.5 text-sm touch:min-h-9"
              >
                <bdi className="truncate">{value}</bdi>
                <Base.ChipRemove
                  aria-label={removeLabel(value)}
                  className="grid size-7 place-items-center rounded-full text-ink-2 hover:text-ink touch:size-9"
                >
                  <X size={14} />
                </Base.ChipRemove>
              </Base.Chip>
            ))}
            <Base.Input
              id={id}
              dir="auto"
              // The label is hidden from screen readers while the list is open.
              aria-label={texts.label}
              aria-describedby={describedBy(id, texts)}
              className="min-h-7 min-w-24 flex-1 bg-transparent outline-none"
            />
          </Base.Chips>
        </Base.InputGroup>
      </Field>
      <Base.Portal>
        <Base.Positioner sideOffset={4} collisionPadding={8} className="z-65 outline-none">
          <Base.Popup className="overlay-pop max-h-56 w-(--anchor-width) overflow-y-auto overscroll-contain rounded-md border border-line bg-surface-1 p-1 text-ink shadow-overlay outline-none">
            <Base.Empty className="px-2.5 py-2 text-sm text-ink-2 empty:hidden">{emptyLabel}</Base.Empty>
            <Base.List>
              {(word: string) => (
                <Base.Item key={word} value={word} className={listOptionClass}>
                  {createLabel && !known.has(word) && !values.includes(word) && (
                    <Plus size={16} className="text-ink-3" />
                  )}
                  <bdi className="min-w-0 flex-1 truncate">
                    {createLabel && !known.has(word) && !values.includes(word) ? createLabel(word) : word}
                  </bdi>
                  <Base.ItemIndicator>
                    <Check size={16} className="text-accent-text" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
