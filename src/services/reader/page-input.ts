import type { OpenOptions } from './engine.ts';
import { listenForPinch } from './pinch.ts';
import { offerPictures } from './pictures.ts';
import { listenForPresses } from './presses.ts';
import { letScroll } from './scrolling.ts';

interface Input extends Pick<OpenOptions, 'surface' | 'onPressed'> {
  /** The scroller; null: the text is in pages. */
  readonly box: () => Element | null;
  readonly signal: AbortSignal;
}

const leftOf = (element: Element | null) => element?.getBoundingClientRect().left ?? 0;

/** Hands on the presses, pinches and scrolling in a page. `frame`: its element. */
export function listenToPage(
  page: Document,
  frame: Element | null,
  { surface, onPressed, box, isFixed, signal }: Input & { readonly isFixed: boolean },
): void {
  offerPictures(page, surface.dataset['picture'] ?? '');
  letScroll(page, { box, onPulled: (delta, at) => onPressed({ kind: 'wheel', delta, at }), signal });
  const end = listenForPresses(page, surface, () => leftOf(surface) - leftOf(frame), onPressed);
  signal.addEventListener('abort', end);
  if (isFixed) return;
  listenForPinch(page, signal, ({ factor }, isOver) => onPressed({ kind: 'pinch', factor, isOver }));
}

/** The same beside the pages. */
export function listenToMargins({ surface, onPressed, box, signal }: Input): void {
  letScroll(surface, { box, signal });
  signal.addEventListener(
    'abort',
    listenForPresses(surface, surface, () => leftOf(surface), onPressed),
  );
}
