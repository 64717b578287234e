import { useLayoutEffect, useRef, type RefObject } from 'react';

const FIELD = 'input:not([aria-hidden="true"]), select, textarea';
const FOCUSABLE = `${FIELD}, button, a[href], [tabindex="0"]`;

/** Focuses the first `data-setting` control of `names` as soon as it is there, once per list, and not after a press. */
export function useFocusNamed<E extends HTMLElement>(names: string | null): RefObject<E | null> {
  const place = useRef<E>(null);
  useLayoutEffect(() => {
    const within = place.current;
    if (names === null || within === null) return;
    const stop = new AbortController();
    let frame = 0;
    const find = () => {
      const all = [...within.querySelectorAll<HTMLElement>('[data-setting]')];
      const named = names
        .split(',')
        .map((name) => all.find(({ dataset }) => dataset['setting'] === name))
        .find((element) => element !== undefined);
      const control = named?.matches(FOCUSABLE)
        ? named
        : (named?.querySelector<HTMLElement>(FIELD) ?? named?.querySelector<HTMLElement>(FOCUSABLE));
      // An open dialog keeps the focus, and returns it when it closes.
      if (!control || document.querySelector('[role="dialog"]') !== null) return;
      stop.abort();
      // A closed dialog returns the focus in the next frame.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          control.focus({ preventScroll: true });
          control.scrollIntoView({ block: 'center' });
        });
      });
    };
    const observer = new MutationObserver(find);
    stop.signal.addEventListener('abort', () => observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    for (const type of ['pointerdown', 'keydown'] as const)
      document.addEventListener(
        type,
        ({ target }) => {
          if (!(target instanceof Element) || target.closest('[role="dialog"]') === null) stop.abort();
        },
        { signal: stop.signal, capture: true },
      );
    find();
    return () => {
      stop.abort();
      cancelAnimationFrame(frame);
    };
  }, [names]);
  return place;
}
