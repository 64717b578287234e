/** A key that nobody on the page has use for. `key` as in KeyboardEvent. */
export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
}

/** Keys pressed anywhere on the page, except where keys mean something else. */
export interface Hotkeys {
  /** The listener says whether it took the key; then the browser does nothing with it. Returns the end of the subscription. */
  subscribe(listener: (press: KeyPress) => boolean): () => void;
}

/** Places where keys type, choose or move (PLR-103, pitfall 40). */
const OWN_KEYS = 'input, select, textarea, button, [contenteditable]:not([contenteditable="false"]), [role="slider"], [role="menu"], [role="listbox"], [role="tablist"]';
/** Open layers that keep the keys to themselves; one that wants them says so. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const OPEN_TO_HOTKEYS = '[data-hotkeys="on"]';

/** Keys of the whole page. Fields, sliders and layers above the page have their own. */
export function createHotkeys(doc: Document = document): Hotkeys {
  const isFree = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return false;
    return ![...doc.querySelectorAll(LAYERS)].some((layer) => !layer.closest(OPEN_TO_HOTKEYS));
  };
  return {
    subscribe(listener) {
      const onKey = (event: KeyboardEvent) => {
        if (isFree(event) && listener({ key: event.key, shift: event.shiftKey })) event.preventDefault();
      };
      doc.addEventListener('keydown', onKey);
      return () => doc.removeEventListener('keydown', onKey);
    },
  };
}
