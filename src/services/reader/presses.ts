import { isElement } from './first-in-view.ts';
import type { Press } from './engine.ts';
import { pictureAt } from './pictures.ts';

export const KEYS: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  ' ',
  'Escape',
  'a',
  'b',
  'h',
]);

/**
 * Reports `keys` and presses in a frame or on the surface, in a frame also those on pictures. The returned function
 * stops it. `leftOf`: where the surface begins in coordinates of the events, in CSS pixels.
 */
export function listenForPresses(
  target: Document | HTMLElement,
  surface: HTMLElement,
  leftOf: () => number,
  report: (press: Press) => void,
  keys: ReadonlySet<string> = KEYS,
): () => void {
  const end = new AbortController();
  // Each frame's clock has its own origin.
  const doc = target instanceof HTMLElement ? target.ownerDocument : target;
  const lag = (doc.defaultView?.performance.timeOrigin ?? performance.timeOrigin) - performance.timeOrigin;
  let touch: { x: number; y: number; at: number } | null = null;
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ) => target.addEventListener(name, listener as EventListener, { ...options, signal: end.signal });
  const pictureOf = (event: Event) => (target instanceof HTMLElement ? null : pictureAt(event.target, surface));
  let isEnding = false;
  on('pointerdown', () => void (isEnding = isSelecting(target)));
  on('keydown', (event) => {
    if (event.key === 'Enter' && !event.defaultPrevented && isSelecting(target) && linkOf(event.target) === null) {
      event.preventDefault();
      return report({ kind: 'key', key: 'Enter', shift: event.shiftKey });
    }
    const picture = event.key === 'Enter' && !event.defaultPrevented ? pictureOf(event) : null;
    if (picture) {
      event.preventDefault();
      return report({ kind: 'picture', x: 0.5, ...picture });
    }
    // With Shift they select where the browser has a caret.
    if (event.shiftKey && event.key.startsWith('Arrow')) return;
    const isBack = event.altKey && event.key === 'ArrowLeft';
    if (!keys.has(event.key) || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (event.altKey && !isBack) return;
    event.preventDefault();
    report({ kind: 'key', key: isBack ? 'BrowserBack' : event.key, shift: event.shiftKey });
  });
  on('click', (event) => {
    const link = linkOf(event.target);
    if (link) {
      event.preventDefault();
      if (/^(?:https?|mailto):/i.test(link)) report({ kind: 'link', url: link });
      return;
    }
    if (event.defaultPrevented || event.button !== 0 || isSelecting(target) || isEnding) return;
    const x = (event.clientX - leftOf()) / surface.clientWidth;
    const picture = pictureOf(event);
    report(picture ? { kind: 'picture', x, ...picture } : { kind: 'tap', x });
  });
  on(
    'wheel',
    (event) => {
      if (event.ctrlKey || event.defaultPrevented) return;
      event.preventDefault();
      report({ kind: 'wheel', delta: event.deltaY || event.deltaX, at: event.timeStamp + lag });
    },
    { passive: false },
  );
  on(
    'touchstart',
    ({ touches, timeStamp }) => {
      const [first] = touches;
      touch = touches.length === 1 && first ? { x: first.screenX, y: first.screenY, at: timeStamp } : null;
    },
    { passive: true },
  );
  on('touchend', ({ changedTouches: [last], timeStamp }) => {
    if (!touch || !last || isSelecting(target)) return;
    const { x, y, at } = touch;
    touch = null;
    const [dx, dy] = [last.screenX - x, last.screenY - y];
    if (dx !== 0 || dy !== 0) report({ kind: 'swipe', dx, dy, duration: timeStamp - at, at: at + lag });
  });
  return () => end.abort();
}

function linkOf(target: EventTarget | null): string | null {
  const link = isElement(target) ? target.closest('a[href], area[href]') : null;
  return link?.getAttribute('href') ?? null;
}

function isSelecting(target: Document | HTMLElement): boolean {
  const doc = target instanceof HTMLElement ? target.ownerDocument : target;
  return doc.getSelection()?.isCollapsed === false;
}
