/** An unused key press; `key` as in KeyboardEvent. */
export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
}

type KeyListener = (press: KeyPress) => boolean;

/** Keys pressed anywhere, unless the focused control uses them. */
export interface Hotkeys {
  /** A listener that returns true takes the key. `isFirst`: called before earlier listeners. Returns unsubscribe. */
  subscribe(listener: KeyListener, options?: { readonly isFirst?: boolean }): () => void;
}

/** These take all keys, for typing or choosing (pitfall 40). */
const TYPED_IN =
  'input:not(:is([type="checkbox"], [type="radio"], [type="range"])), select, textarea, [contenteditable]:not([contenteditable="false"]), [role="combobox"], [role="menu"], [role="listbox"]';
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];
/** Other controls take only keys that act on them. */
const OWN_KEYS: readonly (readonly [controls: string, keys: readonly string[]])[] = [
  ['button, summary, input[type="checkbox"]', [' ', 'Enter']],
  ['input[type="range"], [role="slider"]', [...ARROWS, 'PageUp', 'PageDown']],
  ['input[type="radio"], [role="tablist"]', [...ARROWS, ' ']],
  // A collapsed button does not use Escape: right after Play by keyboard it closes the player.
  ['button[aria-expanded="true"]', ['Escape']],
];
/** After a pointer press these take no keys until the keyboard moves the focus. */
const PRESSED = 'button, input[type="range"]';
/** Open layers take all keys, unless marked. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const OPEN_TO_HOTKEYS = '[data-hotkeys="on"]';

/** Fields, open layers and some controls keep their keys. Listens for the life of the page. */
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
    // A button acts on keyup of Space, in some browsers even after preventDefault.
    if (event.key === ' ' && event.target instanceof HTMLElement && event.target.matches('button')) event.target.blur();
  });
  return {
    subscribe(listener, { isFirst = false } = {}) {
      listeners.splice(isFirst ? 0 : listeners.length, 0, listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };
}

/** Whether the focus came from a pointer press. Escape and letters keep that, for a button with a closed menu. */
function watchPointer(doc: Document): () => boolean {
  let isLastInput = false;
  let isFocus = false;
  const onPointer = () => {
    isLastInput = true;
    isFocus = true;
  };
  // Autofill sends key events without `key`.
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
