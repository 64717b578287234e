/**
 * What jsdom leaves out and views ask for. Observers never report by themselves: a test that needs a size
 * or a crossing goes through the kit component's callback, or is an end-to-end test.
 */
export function installMissing(target: Window & typeof globalThis): void {
  target.matchMedia ??= (query) => Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
  target.ResizeObserver ??= SilentObserver;
  target.IntersectionObserver ??= SilentObserver;
  target.Element.prototype.scrollIntoView ??= () => undefined;
  target.Element.prototype.scrollTo = () => undefined;
  target.scrollTo = () => undefined;
  target.Element.prototype.getAnimations ??= () => [];
  target.Element.prototype.setPointerCapture ??= () => undefined;
  target.Element.prototype.releasePointerCapture ??= () => undefined;
  target.Element.prototype.hasPointerCapture ??= () => false;
}

class SilentObserver implements ResizeObserver, IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '0px';
  readonly scrollMargin = '0px';
  readonly thresholds = [0];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
