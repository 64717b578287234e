import { useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { cx } from './cx.ts';

export interface LetterStripProps {
  label: string;
  letters: readonly string[];
  /** Where one is; null: not known. */
  current: string | null;
  /** What is said then. */
  unknown: string;
  /** Shown dimmed; arrow keys pass over them. */
  empty: readonly string[];
  onChoose: (letter: string) => void;
  onTouch: (letter: string) => void;
}

/**
 * One control: press a letter, drag, use the arrow keys or type. Hidden without room.
 * Its end is left to scrollbars that lie over the page.
 */
export function LetterStrip({ label, letters, current, unknown, empty, onChoose, onTouch }: LetterStripProps) {
  const [held, setHeld] = useState<string | null>(null);
  const at = current === null ? -1 : letters.indexOf(current);
  const letterAt = ({ clientY, currentTarget }: PointerEvent<HTMLElement>): string | undefined => {
    const { top, height } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientY - top) / height) * letters.length);
    return letters[Math.max(0, Math.min(index, letters.length - 1))];
  };
  const hold = (event: PointerEvent<HTMLElement>) => {
    const letter = letterAt(event);
    if (event.button !== 0 || letter === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld(letter);
    onChoose(letter);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const letter = letterAt(event);
    if (held === null || letter === undefined || letter === held) return;
    setHeld(letter);
    onTouch(letter);
  };
  const release = () => setHeld(null);
  const press = (event: KeyboardEvent) => {
    const letter = letterAfterKey(event, letters, at, empty);
    if (letter === null) return;
    event.preventDefault();
    onChoose(letter);
  };
  return (
    <div className="sticky top-0 z-5 h-0 [@container(height<26rem)]:hidden">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={letters.length - 1}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={current ?? unknown}
        onKeyDown={press}
        onPointerDown={hold}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        className="absolute top-1 -end-(--page-inset) flex h-[calc(100cqh-0.5rem)] max-h-[44rem] w-[calc(var(--page-inset)+0.5rem)] cursor-pointer touch-none flex-col rounded-sm py-1 pe-5 text-center text-[0.6875rem] leading-none font-medium text-ink-2 outline-none select-none hover:text-ink focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus phone:w-11 phone:pe-0 touch:w-11 touch:pe-0"
      >
        {letters.map((letter) => (
          <span
            key={letter}
            aria-hidden="true"
            aria-current={letter === current || undefined}
            className={cx(
              'grid min-h-0 flex-1 place-items-center rounded-sm',
              letter === current && 'bg-accent-soft font-bold text-accent-text',
              empty.includes(letter) && 'opacity-35',
            )}
          >
            {letter}
          </span>
        ))}
        {held !== null && (
          <span
            aria-hidden="true"
            className="absolute end-full top-1/2 me-3 grid size-16 -translate-y-1/2 place-items-center rounded-lg bg-surface-2 text-3xl font-semibold text-ink shadow-overlay"
          >
            {held}
          </span>
        )}
      </div>
    </div>
  );
}

/** null for other keys. A digit is a `#`. */
function letterAfterKey(
  { key, ctrlKey, altKey, metaKey }: KeyboardEvent,
  letters: readonly string[],
  at: number,
  empty: readonly string[],
): string | null {
  if (ctrlKey || altKey || metaKey) return null;
  const filled = letters.filter((letter) => !empty.includes(letter));
  const after = filled.find((letter) => letters.indexOf(letter) > at) ?? filled.at(-1);
  const before = filled.findLast((letter) => letters.indexOf(letter) < at) ?? filled[0];
  const steps: Record<string, string | undefined> = {
    ArrowDown: after,
    ArrowRight: after,
    ArrowUp: before,
    ArrowLeft: before,
    Home: filled[0],
    End: filled.at(-1),
  };
  const step = steps[key];
  if (step !== undefined) return step;
  if (/^[0-9#]$/.test(key)) return '#';
  return letters.find((letter) => letter === key.toUpperCase()) ?? null;
}
