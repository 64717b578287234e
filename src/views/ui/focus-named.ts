import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A field comes before the buttons beside it. */
const FIELD = 'input:not([aria-hidden="true"]), select, textarea';
const FOCUSABLE = `${FIELD}, button, a[href], [tabindex="0"]`;

/**
 * Puts the focus on the control that `data-setting` names, within the element of this `ref`, as soon as it is there: on
 * the first of `names` that is. It does so once for each list of names, and not any more once somebody has pressed
 * something. null: on none.
 */
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
      // An open dialog keeps the focus, and gives it back when it goes.
      if (!control || document.querySelector('[role="dialog"]') !== null) return;
      stop.abort();
      // A dialog that has gone gives the focus back in the next frame.
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
