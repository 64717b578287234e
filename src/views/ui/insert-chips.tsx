import { useLayoutEffect, useRef } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface InsertChipsProps {
  label: string;
  values: readonly string[];
}

const isText = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');

/** Buttons that insert text at the caret of the last focused field of the form; never in one with `data-no-insert`. */
export function InsertChips({ label, values }: InsertChipsProps) {
  const group = useRef<HTMLDivElement>(null);
  const last = useRef<TextControl | null>(null);
  useLayoutEffect(() => {
    const form = group.current?.closest('form');
    const remember = ({ target }: Event) => {
      if (isText(target) && target.dataset['noInsert'] === undefined) last.current = target;
    };
    form?.addEventListener('focusin', remember);
    return () => form?.removeEventListener('focusin', remember);
  }, []);
  const insert = (value: string) => {
    const fields = [...(group.current?.closest('form')?.querySelectorAll('input, textarea') ?? [])];
    const field = last.current ?? fields.filter(isText).at(-1);
    if (!field) return;
    field.focus();
    field.setRangeText(value, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div ref={group} role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {values.map((value) => (
        <button
          key={value}
          type="button"
          className="min-h-7 rounded-full border border-line-strong px-2.5 font-mono text-xs text-ink-2 hover:border-ink-3 hover:text-ink touch:min-h-11"
          onClick={() => insert(value)}
        >
          {value}
        </button>
      ))}
    </div>
  );
}
