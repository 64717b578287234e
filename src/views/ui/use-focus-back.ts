import { useRef } from 'react';

type PartRef = (part: HTMLElement | null) => (() => void) | undefined;

/** A `ref` for a part that takes the focus: afterwards it returns to where it was, or to the dialog around the part. */
export function useFocusBack(): PartRef {
  const kept = useRef<PartRef | null>(null);
  return (kept.current ??= focusBackTo(document.activeElement));
}

function focusBackTo(before: Element | null): PartRef {
  return (part) => {
    if (!part) return undefined;
    return () => {
      if (!part.contains(document.activeElement)) return;
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const to = isThere ? before : part.closest<HTMLElement>('[role="dialog"]');
      to?.focus({ preventScroll: true });
    };
  };
}
