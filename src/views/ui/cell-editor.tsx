import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { cx } from './cx.ts';

interface CellEditorProps {
  label: string;
  hint?: string | undefined;
  text: string;
  isLong?: boolean | undefined;
  onText: (text: string) => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => boolean;
  onLeave: () => void;
}

/** The field in a cell. It takes the focus, and returns it to the cell. */
export function CellEditor({ label, hint, text, isLong = false, onText, onKey, onLeave }: CellEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  const hintId = useId();
  useLayoutEffect(() => {
    const element = field.current;
    const cell = element?.closest<HTMLElement>('[role="gridcell"]');
    isDone.current = false;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
    return () => {
      if (isDone.current) cell?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : hintId}
        data-tip={hint}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onText(isLong ? target.value : target.value.replaceAll(/[\n\r]+/g, ' '))}
        onBlur={() => {
          if (!isDone.current) onLeave();
        }}
        onKeyDown={(event) => {
          // While typing, undo belongs to the field.
          event.stopPropagation();
          if (event.nativeEvent.isComposing || (isLong && event.key === 'Enter' && event.shiftKey)) return;
          isDone.current = event.key === 'Escape' || event.key === 'Enter' || event.key === 'Tab';
          if (onKey(event)) event.preventDefault();
          else isDone.current = false;
        }}
        className={cx(
          'absolute inset-x-0 top-0 z-30 resize-none overflow-hidden bg-surface-1 px-2 text-ink outline-2 -outline-offset-2 outline-focus touch:text-[1rem]',
          isLong ? 'h-32 overflow-auto py-2' : 'h-full py-[0.55rem] leading-tight whitespace-nowrap',
        )}
      />
      {hint !== undefined && (
        <span id={hintId} className="sr-only">
          {hint}
        </span>
      )}
    </>
  );
}
