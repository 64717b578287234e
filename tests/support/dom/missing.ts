import { act } from '@testing-library/react';

/**
 * What jsdom lacks and views need. Sizes are never reported: a test that needs one uses the kit component's callback,
 * or is an end-to-end test.
 */
export function installMissing(target: Window & typeof globalThis): void {
  target.matchMedia ??= mediaList;
  target.ResizeObserver ??= SilentResizeObserver;
  target.IntersectionObserver ??= InViewObserver;
  target.Element.prototype.scrollIntoView ??= () => undefined;
  target.Element.prototype.scrollTo = () => undefined;
  target.scrollTo = () => undefined;
  target.Element.prototype.getAnimations ??= () => [];
  target.Element.prototype.setPointerCapture ??= () => undefined;
  target.Element.prototype.releasePointerCapture ??= () => undefined;
  target.Element.prototype.hasPointerCapture ??= () => false;
}

const lists = new Map<string, MediaQueryList & { matches: boolean }>();

/** Matches nothing. The same list each time, so that a test can let it match: `changeMedia`. */
function mediaList(media: string): MediaQueryList & { matches: boolean } {
  const known = lists.get(media);
  if (known) return known;
  const list = Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
  lists.set(media, list);
  return list;
}

/** From now on a media query matches, or does not. */
export function changeMedia(media: string, matches: boolean): void {
  const list = mediaList(media);
  list.matches = matches;
  act(() => void list.dispatchEvent(new Event('change')));
}

class SilentResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Reports an element once, soon after it is observed, as a browser does. Without layout everything is in view. */
class InViewObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '0px';
  readonly scrollMargin = '0px';
  readonly thresholds = [0];
  readonly #report: IntersectionObserverCallback;
  readonly #observed = new Set<Element>();

  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }

  observe(target: Element): void {
    this.#observed.add(target);
    setTimeout(() => {
      if (this.#observed.has(target))
        act(() => this.#report([{ isIntersecting: true, target } as IntersectionObserverEntry], this));
    });
  }

  unobserve(target: Element): void {
    this.#observed.delete(target);
  }

  disconnect(): void {
    this.#observed.clear();
  }

  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
