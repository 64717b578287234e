import { useId, useState } from 'react';
import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { Field, controlClass, describedBy } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { listOptionClass } from './popup.ts';
import { OfferList, valuesWith } from './offer-list.tsx';

export interface SuggestFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly string[];
  readOnly?: boolean | undefined;
  disabled?: boolean | undefined;
}

const NONE: readonly string[] = [];

/** One line of text with completion (publisher, language). Imports Base UI. */
export function SuggestField({ value, onChange, suggestions, readOnly, disabled, ...texts }: SuggestFieldProps) {
  const id = useId();
  const [reached, setReached] = useState(-1);
  const [isOpen, setIsOpen] = useState(false);
  const found = valuesWith(value, suggestions);
  const offers = found.length === 1 && found[0] === value ? NONE : found;
  return (
    <Base.Root
      virtualized
      modal={false}
      openOnInputClick
      open={isOpen && offers.length > 0}
      onOpenChange={(open) => setIsOpen(open)}
      readOnly={readOnly}
      disabled={disabled}
      items={offers}
      filter={null}
      value={value}
      // Base UI would empty it with Escape.
      onValueChange={(next, { reason }) => {
        if (reason !== 'escape-key') onChange(next);
      }}
      onItemHighlighted={(_word, { reason, index }) => {
        setReached(reason === 'keyboard' ? index : -1);
      }}
    >
      <Field id={id} {...texts}>
        <Base.Input
          id={id}
          dir="auto"
          aria-label={texts.label}
          aria-describedby={describedBy(id, texts)}
          aria-invalid={Boolean(texts.error) || undefined}
          className={controlClass}
        />
      </Field>
      <OfferList offers={offers} reached={reached} emptyLabel="">
        {(word, place) => (
          <Base.Item key={word} value={word} {...place} className={`${listOptionClass} whitespace-nowrap`}>
            <bdi className="min-w-0 flex-1 truncate">{word}</bdi>
          </Base.Item>
        )}
      </OfferList>
    </Base.Root>
  );
}
