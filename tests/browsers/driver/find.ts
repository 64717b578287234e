/** What an element is found by: all of it holds. A text is the whole name or text, an expression a part of it. */
export interface Wanted {
  /** Its role, as assistive technology has it. */
  readonly role?: string;
  readonly name?: string | Pattern;
  /** The text of the smallest element that has it. */
  readonly text?: string | Pattern;
  readonly css?: string;
  /** One of several, counted from 0; -1: the last one. */
  readonly at?: number;
}

/** A regular expression on its way into the page. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** What is seen of elements that were found: of the first one, and how many there are. */
export interface Sight {
  readonly count: number;
  readonly text: string;
  readonly name: string;
  readonly value: string;
  readonly isChecked: boolean;
  readonly isEnabled: boolean;
  readonly hasFocus: boolean;
  /** Of the window, also where it is in a frame. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Whether a press in its middle meets it. */
  readonly isOnTop: boolean;
}

export const NOTHING: Sight = {
  count: 0,
  text: '',
  name: '',
  value: '',
  isChecked: false,
  isEnabled: false,
  hasFocus: false,
  box: { x: 0, y: 0, width: 0, height: 0 },
  isOnTop: false,
};

/** Does something with the first element that is found. */
export type Deed = 'look' | 'reveal' | 'focus' | 'select';

/**
 * Runs in the page: finds the visible elements that are wanted, each list of wants within what the one before has found
 * (in the frames of it too), and sees what they are. Everything that it uses is within it.
 */
export function find(path: readonly Wanted[], deed: Deed): Sight | null {
  const IMPLICIT: Record<string, string> = {
    button: 'button, summary, input[type=button], input[type=submit]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4, h5, h6',
    textbox: 'textarea, input:not([type]), input[type=text], input[type=email], input[type=url], input[type=password]',
    searchbox: 'input[type=search]',
    spinbutton: 'input[type=number]',
    slider: 'input[type=range]',
    checkbox: 'input[type=checkbox]',
    radio: 'input[type=radio]',
    combobox: 'select',
    dialog: 'dialog',
    region: 'section[aria-label], section[aria-labelledby]',
    navigation: 'nav',
    main: 'main',
    banner: 'body header',
    contentinfo: 'footer',
    complementary: 'aside',
    status: 'output',
    row: 'tr',
    cell: 'td',
    table: 'table',
    listitem: 'li',
    list: 'ul, ol',
    img: 'img',
    option: 'option',
    group: 'fieldset',
  };
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
  const fits = (text: string, wanted: string | Pattern) =>
    typeof wanted === 'string' ? flat(text) === wanted : new RegExp(wanted.source, wanted.flags).test(flat(text));
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const isHidden = (element: Element) => element.closest('[aria-hidden=true], [inert]') !== null;
  /** Its visible text; for a name without what is hidden from assistive technology, and by the names of its parts. */
  const textIn = (node: Node, isName = true): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
    if (node.nodeType !== Node.ELEMENT_NODE) return '';
    const element = node as HTMLElement;
    const { display, visibility } = getComputedStyle(element);
    if (display === 'none' || visibility === 'hidden') return '';
    if (isName && element.getAttribute('aria-hidden') === 'true') return '';
    const label = element.getAttribute('aria-label') ?? element.getAttribute('alt');
    if (isName && label !== null) return label;
    const inside = [...element.childNodes].map((child) => textIn(child, isName)).join('');
    return /inline|contents/.test(display) ? inside : ` ${inside} `;
  };
  const nameOf = (element: Element): string => {
    const doc = element.ownerDocument;
    const by = element.getAttribute('aria-labelledby');
    if (by !== null) {
      const parts = by.split(/\s+/).map((id) => doc.getElementById(id));
      return parts.map((part) => (part === null ? '' : (part.textContent ?? ''))).join(' ');
    }
    const label = element.getAttribute('aria-label') ?? element.getAttribute('alt');
    if (label !== null) return label;
    const { labels } = element as HTMLInputElement;
    if (labels && labels.length > 0) return [...labels].map((one) => textIn(one)).join(' ');
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName))
      return element.getAttribute('placeholder') ?? element.getAttribute('title') ?? '';
    return textIn(element) || (element.getAttribute('title') ?? '');
  };
  const hasRole = (element: Element, role: string) => {
    const explicit = element.getAttribute('role');
    return explicit === null ? element.matches(IMPLICIT[role] ?? 'nothing-else') : explicit.split(' ')[0] === role;
  };
  const allIn = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => {
      const inside = element.tagName === 'IFRAME' && isSeen(element) && (element as HTMLIFrameElement).contentDocument;
      return inside ? [element, ...allIn(inside)] : [element];
    });
  const within = (root: ParentNode, { role, name, text, css, at }: Wanted): Element[] => {
    let found = allIn(root).filter(
      (element) =>
        (css === undefined || element.matches(css)) &&
        (role === undefined || hasRole(element, role)) &&
        isSeen(element) &&
        (role === undefined || !isHidden(element)) &&
        (name === undefined || fits(nameOf(element), name)) &&
        (text === undefined || fits(textIn(element, false), text)),
    );
    if (text !== undefined) found = found.filter((one) => !found.some((other) => other !== one && one.contains(other)));
    return at === undefined ? found : found.slice(at < 0 ? found.length + at : at).slice(0, 1);
  };
  let found: Element[] = [];
  let roots: ParentNode[] = [document];
  for (const wanted of path) {
    found = [...new Set(roots.flatMap((root) => within(root, wanted)))];
    roots = found;
  }
  const [first] = found;
  if (!first) return null;
  const element = first as HTMLInputElement;
  if (deed === 'focus' || deed === 'select') element.focus();
  if (deed === 'select') element.select();
  const frame = first.ownerDocument.defaultView?.frameElement?.getBoundingClientRect();
  const [dx, dy] = [frame?.x ?? 0, frame?.y ?? 0];
  const boxOf = () => {
    const { x, y, width, height } = first.getBoundingClientRect();
    return { x: x + dx, y: y + dy, width, height };
  };
  const hitAt = (box: ReturnType<typeof boxOf>) => {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    let hit = document.elementFromPoint(x, y);
    if (hit && hit.tagName === 'IFRAME') hit = first.ownerDocument.elementFromPoint(x - dx, y - dy);
    // A card's link is spread over it by a layer of its own; a hidden input is pressed by its label.
    return (
      hit !== null &&
      (first.contains(hit) || hit.contains(first) || [...(element.labels ?? [])].some((l) => l.contains(hit)))
    );
  };
  if (deed === 'reveal' && !hitAt(boxOf())) first.scrollIntoView({ block: 'nearest' });
  if (deed === 'reveal' && !hitAt(boxOf())) first.scrollIntoView({ block: 'center' });
  const box = boxOf();
  const checked = first.getAttribute('aria-checked') ?? first.getAttribute('aria-selected');
  return {
    count: found.length,
    text: flat(textIn(first, false)),
    name: flat(nameOf(first)),
    value: element.value ?? first.getAttribute('aria-valuenow') ?? '',
    isChecked: checked === null ? element.checked === true : checked === 'true',
    isEnabled: !first.matches(':disabled, [aria-disabled=true]'),
    hasFocus: first.ownerDocument.activeElement === first,
    box,
    isOnTop: hitAt(box),
  };
}
