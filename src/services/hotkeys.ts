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

/** All keys are theirs: what is pressed is typed in them, or chooses one of their entries (pitfall 40). */
const TYPED_IN =
  'input:not(:is([type="checkbox"], [type="radio"], [type="range"])), select, textarea, [contenteditable]:not([contenteditable="false"]), [role="combobox"], [role="menu"], [role="listbox"]';
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];
/** Other controls have only the keys that do something with them: all others work there as anywhere (PLR-103). */
const OWN_KEYS: readonly (readonly [controls: string, keys: readonly string[]])[] = [
  ['button, summary, input[type="checkbox"]', [' ', 'Enter']],
  ['input[type="range"], [role="slider"]', [...ARROWS, 'PageUp', 'PageDown']],
  ['input[type="radio"], [role="tablist"]', [...ARROWS, ' ']],
  // A button that shows nothing has no use for Escape: right after Play by keyboard it closes the player.
  ['button[aria-expanded="true"]', ['Escape']],
];
/** Of these, what a pointer has pressed is done with: no key is meant for it before the keyboard goes there. */
const PRESSED = 'button, input[type="range"]';
/** Open layers that keep the keys to themselves; one that wants them says so. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const OPEN_TO_HOTKEYS = '[data-hotkeys="on"]';

/**
 * Keys of the whole page. Fields and layers above the page have their own, other controls some. Listens for as long as
 * the page lives.
 */
export function createHotkeys(doc: Document = document): Hotkeys {
  const isFocusOfPointer = watchPointer(doc);
  const hasOwnKey = (target: Element, key: string) => {
    if (target.closest(TYPED_IN) !== null) return true;
    if (target.matches(PRESSED) && isFocusOfPointer()) return false;
    return OWN_KEYS.some(([controls, keys]) => keys.includes(key) && target.closest(controls) !== null);
  };
  const isFree = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.target instanceof Element && hasOwnKey(event.target, event.key)) return false;
    return ![...doc.querySelectorAll(LAYERS)].some((layer) => !layer.closest(OPEN_TO_HOTKEYS));
  };
  const listeners: KeyListener[] = [];
  doc.addEventListener('keydown', (event) => {
    if (listeners.length === 0 || !isFree(event)) return;
    const press = { key: event.key, shift: event.shiftKey };
    if (![...listeners].some((listener) => listener(press))) return;
    event.preventDefault();
    // A button acts when Space comes up again, in some browsers even then.
    if (event.key === ' ' && event.target instanceof HTMLElement && event.target.matches('button')) event.target.blur();
  });
  return {
    subscribe(listener, { isFirst = false } = {}) {
      listeners.splice(isFirst ? 0 : listeners.length, 0, listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };
}

/**
 * Whether the focus is where a pointer pressed, or went on from there without a key that moves or chooses. Escape and
 * letters do neither: a button whose menu Escape has closed is still the pointer's.
 */
function watchPointer(doc: Document): () => boolean {
  let isLastInput = false;
  let isFocus = false;
  const onPointer = () => {
    isLastInput = true;
    isFocus = true;
  };
  // Without a key when a browser fills in a form.
  const onKey = ({ key = '' }: { key?: string }) => {
    if (key.length > 1 && key !== 'Escape') isLastInput = false;
  };
  const onFocus = () => {
    isFocus = isLastInput;
  };
  doc.addEventListener('pointerdown', onPointer, true);
  doc.addEventListener('keydown', onKey, true);
  doc.addEventListener('focusin', onFocus, true);
  return () => isFocus;
}
