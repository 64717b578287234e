/** A key that nobody on the page has use for. `key` as in KeyboardEvent. */
export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
}

type KeyListener = (press: KeyPress) => boolean;

/** Keys pressed anywhere on the page, except where keys mean something else. */
export interface Hotkeys {
  /**
   * The listener says whether it took the key; then nobody else hears of it, and the browser does nothing with it.
   * `isFirst`: asked before those that subscribed earlier. Returns the end of the subscription.
   */
  subscribe(listener: KeyListener, options?: { readonly isFirst?: boolean }): () => void;
}

/** Places where keys type, choose or move (PLR-103, pitfall 40). */
const OWN_KEYS =
  'input, select, textarea, button, [contenteditable]:not([contenteditable="false"]), [role="slider"], [role="menu"], [role="listbox"], [role="tablist"]';
/** Of these, what a pointer has pressed is done with: no key is meant for it before the keyboard goes there. */
const PRESSED = 'button, input[type="range"]';
/** Escape means nothing to a button that shows nothing: right after Play by keyboard it closes the player. */
const WITHOUT_ESCAPE = 'button:not([aria-expanded="true"])';
/**
 * Mean nothing to what isn't typed into: search, the list of keys and the inspector open wherever the keyboard has gone
 * in a page.
 */
const PAGE_KEYS = new Set(['/', '?', 'I']);
const NOT_TYPED = 'button, input:is([type="checkbox"], [type="radio"], [type="range"])';
/** Open layers that keep the keys to themselves; one that wants them says so. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const OPEN_TO_HOTKEYS = '[data-hotkeys="on"]';

/**
 * Keys of the whole page. Fields, sliders and layers above the page have their own. Listens for as long as the page
 * lives.
 */
export function createHotkeys(doc: Document = document): Hotkeys {
  const isFocusOfPointer = watchPointer(doc);
  const hasOwnKeys = (target: Element, key: string) => {
    const owner = target.closest(OWN_KEYS);
    if (owner === null || (owner.matches(PRESSED) && isFocusOfPointer())) return false;
    if (PAGE_KEYS.has(key)) return !owner.matches(NOT_TYPED);
    return !(key === 'Escape' && owner.matches(WITHOUT_ESCAPE));
  };
  const isFree = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.target instanceof Element && hasOwnKeys(event.target, event.key)) return false;
    return ![...doc.querySelectorAll(LAYERS)].some((layer) => !layer.closest(OPEN_TO_HOTKEYS));
  };
  const listeners: KeyListener[] = [];
  doc.addEventListener('keydown', (event) => {
    if (listeners.length === 0 || !isFree(event)) return;
    const press = { key: event.key, shift: event.shiftKey };
    if (![...listeners].some((listener) => listener(press))) return;
    event.preventDefault();
    // A button acts when Space comes up again, in some browsers even then. Escape leaves the focus where it is, and who
    // closes what a key of the page opens gets it back.
    if (
      event.key !== 'Escape' &&
      !PAGE_KEYS.has(event.key) &&
      event.target instanceof HTMLElement &&
      event.target.matches(PRESSED)
    )
      event.target.blur();
  });
  return {
    subscribe(listener, { isFirst = false } = {}) {
      listeners.splice(isFirst ? 0 : listeners.length, 0, listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };
}

/** Tells whether the focus is where a pointer pressed, or went on from there without a key. */
function watchPointer(doc: Document): () => boolean {
  let isLastInput = false;
  let isFocus = false;
  const onPointer = () => {
    isLastInput = true;
    isFocus = true;
  };
  const onKey = () => {
    isLastInput = false;
  };
  const onFocus = () => {
    isFocus = isLastInput;
  };
  doc.addEventListener('pointerdown', onPointer, true);
  doc.addEventListener('keydown', onKey, true);
  doc.addEventListener('focusin', onFocus, true);
  return () => isFocus;
}
