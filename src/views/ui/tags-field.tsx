import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, Plus, X } from 'lucide-react';
import { cx } from './cx.ts';
import { Field, controlClass, describedBy } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { listOptionClass } from './popup.ts';
import { OfferList, isKnown, offersFor } from './offer-list.tsx';
import { dragChip, movedByKey, withMoved } from './order-chips.ts';

export interface TagsFieldProps extends FieldTexts {
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Held by the owner, also when the field is left; cleared with onText('') after a choice. */
  text: string;
  onText: (text: string) => void;
  suggestions: readonly string[];
  removeLabel: (value: string) => string;
  createLabel?: ((text: string) => string) | undefined;
  /** The new values that were typed at once. */
  partsOf?: ((typed: string) => readonly string[]) | undefined;
  emptyLabel: string;
  /** Values can be moved, by a pointer and with Alt and the arrow keys. */
  order?: OrderTexts | undefined;
  disabled?: boolean | undefined;
}

export interface OrderTexts {
  readonly hint: string;
  readonly moved: (value: string, place: number, count: number) => string;
}

/** Several values (genres, tags, narrators), chosen or typed. Imports Base UI: load it lazily. */
export function TagsField({
  values,
  onChange,
  text,
  onText,
  suggestions,
  removeLabel,
  createLabel,
  partsOf = (typed) => [typed],
  emptyLabel,
  order,
  disabled,
  ...texts
}: TagsFieldProps) {
  const id = useId();
  const [reached, setReached] = useState(-1);
  const offers = useOffers(text, suggestions, createLabel !== undefined);
  const isNew = (word: string) => createLabel !== undefined && !isKnown(word, suggestions) && !values.includes(word);
  return (
    <Base.Root
      multiple
      autoHighlight
      virtualized
      modal={false}
      disabled={disabled}
      items={offers}
      filter={null}
      value={[...values]}
      inputValue={text}
      // Base UI empties it with Escape and when the list closes: typed text stays the owner's.
      onInputValueChange={(next, { reason }) => {
        if (reason !== 'input-clear' && reason !== 'escape-key') onText(next);
      }}
      onValueChange={(next: string[], details) => {
        // Base UI would remove all values: Escape is for the dialog around the field.
        if (details.reason === 'escape-key') {
          details.allowPropagation();
          details.cancel();
          return;
        }
        onChange([...new Set(next.flatMap((word) => (isNew(word) ? partsOf(word) : word)))]);
        onText('');
      }}
      onItemHighlighted={(_word, { reason, index }) => {
        setReached(reason === 'keyboard' ? index : -1);
      }}
    >
      <Field id={id} {...texts}>
        <Base.InputGroup
          className={`${controlClass} has-focus-visible:outline-2 has-focus-visible:outline-focus has-[input:disabled]:opacity-60`}
          aria-invalid={Boolean(texts.error) || undefined}
        >
          <Base.Chips className="flex flex-wrap items-center gap-1">
            <Chips values={values} onChange={onChange} removeLabel={removeLabel} order={disabled ? undefined : order} />
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
      <OfferList offers={offers} reached={reached} emptyLabel={emptyLabel}>
        {(word, place) => (
          <Base.Item key={word} value={word} {...place} className={cx(listOptionClass, 'whitespace-nowrap')}>
            {isNew(word) && <Plus size={16} className="text-ink-3" />}
            <bdi className="min-w-0 flex-1 truncate">{isNew(word) ? createLabel?.(word) : word}</bdi>
            <Base.ItemIndicator>
              <Check size={16} className="text-accent-text" />
            </Base.ItemIndicator>
          </Base.Item>
        )}
      </OfferList>
    </Base.Root>
  );
}

/** A stable array for the same text and values: the list keeps its scroll position. */
function useOffers(text: string, suggestions: readonly string[], canCreate: boolean): readonly string[] {
  const last = useRef<{ text: string; suggestions: readonly string[]; offers: readonly string[] } | null>(null);
  if (last.current?.text !== text || last.current.suggestions !== suggestions)
    last.current = { text, suggestions, offers: offersFor(text, suggestions, canCreate) };
  return last.current.offers;
}

type ChipsProps = Pick<TagsFieldProps, 'values' | 'onChange' | 'removeLabel' | 'order'>;

function Chips({ values, onChange, removeLabel, order }: ChipsProps) {
  const hint = useId();
  const box = useRef<HTMLSpanElement>(null);
  const focused = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const now = useRef(values);
  useLayoutEffect(() => {
    now.current = values;
    if (focused.current === null) return;
    // An element that moves in the document loses the focus.
    const chips = box.current?.parentElement?.querySelectorAll<HTMLElement>('[data-chip]') ?? [];
    [...chips].find(({ dataset }) => dataset['chip'] === focused.current)?.focus();
    focused.current = null;
  }, [values]);
  const notify = (value: string, all: readonly string[]) =>
    setSaid(order?.moved(value, all.indexOf(value) + 1, all.length) ?? '');
  const drag = (value: string) => {
    const before = values;
    return {
      onOver(over: string) {
        setDragged(value);
        const [from, to] = [now.current.indexOf(value), now.current.indexOf(over)];
        if (from !== -1 && to !== -1 && from !== to) onChange(withMoved(now.current, from, to));
      },
      onEnd(isGivenUp: boolean) {
        setDragged(null);
        if (isGivenUp) onChange([...before]);
        else notify(value, now.current);
      },
    };
  };
  return (
    <>
      {values.map((value, index) => (
        <Base.Chip
          key={value}
          aria-label={value}
          aria-describedby={order && values.length > 1 ? hint : undefined}
          data-chip={value}
          onKeyDown={(event) => {
            if (!order || !event.altKey || !event.key.startsWith('Arrow')) return;
            event.preventDefault();
            event.stopPropagation();
            event.preventBaseUIHandler();
            const target = movedByKey(event, index, values.length);
            if (target === null) return;
            const moved = withMoved(values, index, target);
            focused.current = value;
            onChange(moved);
            notify(value, moved);
          }}
          onPointerDown={order && values.length > 1 ? (event) => dragChip(event, drag(value)) : undefined}
          className={cx(
            'inline-flex min-h-7 max-w-full items-center gap-0.5 rounded-full bg-surface-3 ps-2.5 text-sm touch:min-h-9',
            order && values.length > 1 && 'cursor-grab touch-none select-none',
            dragged === value && 'cursor-grabbing opacity-60',
          )}
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
      {order && (
        <span ref={box} className="sr-only">
          <span id={hint} hidden>
            {order.hint}
          </span>
          <span role="status">{said}</span>
        </span>
      )}
    </>
  );
}
