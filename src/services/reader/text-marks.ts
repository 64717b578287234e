import { isElement } from './first-in-view.ts';
import type { MarkColour } from '../../schemas/marks.ts';
import type { Marking, OpenOptions, PageMark, TextSelection } from './engine.ts';
import { highlightName, MARK_COLOURS, NOTED } from './mark-style.ts';
import { spotOf } from './spot.ts';
import { extendSelection, moveWord, selectWordAt, wayOf, type Arrow } from './word-keys.ts';

export const BLOCKS = [
  'address, article, aside, blockquote, body, caption, dd, div, dl, dt, figcaption, figure, footer, h1, h2, h3',
  'h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, td, th, tr, ul',
].join();

/** Text of a range as read: without line breaks of the file, with those between blocks. */
export function textOf(range: Range): string {
  const { commonAncestorContainer: root, startContainer, startOffset, endContainer, endOffset } = range;
  const doc = root.ownerDocument ?? document;
  const walker = doc.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let text = '';
  let block: Element | null = null;
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue;
    if (node.nodeName.toLowerCase() === 'br') text += ' ';
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    if (own !== block) text += ' ';
    block = own;
    const data = node.nodeValue ?? '';
    text += data.slice(node === startContainer ? startOffset : 0, node === endContainer ? endOffset : data.length);
  }
  return text.replace(/\s+/g, ' ').trim();
}

export function shareIn(doc: Document, range: Range): number {
  const before = doc.createRange();
  before.setStart(doc.body, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString().length / Math.max(doc.body.textContent.length, 1);
}

/** How long a selection must rest before it is reported, in ms. */
const REST_MS = 200;

/** Text on the surface whose ranges have names: a chapter in its frame, or a page. */
interface MarkedText {
  readonly root: HTMLElement;
  readonly describe: (range: Range) => Pick<TextSelection, 'target' | 'share' | 'chapter'>;
  /** As far as it is in this text; null: it is not. */
  readonly find: (target: string) => Range | null;
}

/** Highlights and selection of the shown texts. Does not change them: CFIs stay valid. */
export interface TextMarks extends Marking {
  /** Forgotten when its frame is removed, or by the returned function. */
  add(text: MarkedText): () => void;
  /** Looks the marks up again after elements around the words changed. */
  draw(): void;
}

interface MarkedRange {
  readonly id: string;
  readonly colour: MarkColour;
  readonly hasNote: boolean;
  readonly range: Range;
}

interface Shown extends MarkedText {
  ranges: readonly MarkedRange[];
  isByKey: boolean;
}

interface Part {
  readonly text: Shown;
  readonly range: Range;
}

interface Options extends Pick<OpenOptions, 'surface' | 'onSelected' | 'onMarkPressed'> {
  readonly firstInView: () => Range | null;
  readonly join?: (targets: readonly string[]) => string;
  readonly signal: AbortSignal;
}

export function createTextMarks({ surface, onSelected, onMarkPressed, firstInView, join, signal }: Options): TextMarks {
  const shown = new Set<Shown>();
  const listening = new WeakSet<Document>();
  let marks: readonly PageMark[] = [];
  let report = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let link: HTMLElement | null = null;
  let isFollowing = false;
  signal.addEventListener('abort', () => {
    clearTimeout(resting);
    const own = new Set([...shown].map(({ root }) => root.ownerDocument));
    shown.clear();
    for (const doc of own) paint(doc);
  });

  const textsOf = (doc: Document) => [...shown].filter(({ root }) => root.ownerDocument === doc);
  const selectedParts = (doc: Document): readonly Part[] =>
    textsOf(doc)
      .flatMap((text) => {
        const range = selectedIn(text);
        return range ? [{ text, range }] : [];
      })
      .toSorted((one, other) => one.range.compareBoundaryPoints(Range.START_TO_START, other.range));
  const selectedText = (doc: Document) => selectedParts(doc)[0]?.text;

  function notify(selection: TextSelection | null) {
    if (selection === null && !report) return;
    report = selection !== null;
    onSelected?.(selection);
  }

  function look(doc: Document) {
    clearTimeout(resting);
    const text = selectedText(doc);
    for (const one of textsOf(doc)) if (one !== text) one.isByKey = false;
    if (!text) {
      if (![...shown].some(selectedIn)) notify(null);
      return;
    }
    resting = setTimeout(() => {
      const parts = selectedParts(doc).filter(({ range }) => textOf(range) !== '');
      const own = join ? parts : parts.slice(0, 1);
      const described = own.map((part) => part.text.describe(part.range));
      const [first] = described;
      if (!first) return;
      notify({
        ...first,
        target: join?.(described.map(({ target }) => target)) ?? first.target,
        text: own.map(({ range }) => textOf(range)).join(' '),
        ...spotOf(
          surface,
          own.map(({ range }) => range),
        ),
      });
    }, REST_MS);
  }

  function find(text: Shown) {
    text.ranges = marks.flatMap((mark) => rangeOf(mark, text, join !== undefined) ?? []);
  }

  const rangesIn = (doc: Document) => textsOf(doc).flatMap(({ ranges }) => ranges);
  const paint = (doc: Document) => highlight(doc, rangesIn(doc));

  function draw() {
    for (const text of shown) find(text);
    for (const doc of new Set([...shown].map(({ root }) => root.ownerDocument))) paint(doc);
  }

  function press(doc: Document, event: MouseEvent) {
    if (isFollowing || event.defaultPrevented || event.button !== 0 || selectedText(doc)) return;
    const hit = rangesIn(doc).findLast(({ range }) => isUnder(range, event));
    if (!hit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    link = isElement(event.target) ? event.target.closest<HTMLElement>('a[href]') : null;
    onMarkPressed?.(hit.id, spotOf(surface, [hit.range]), link !== null);
  }

  function deselect() {
    for (const text of shown) if (selectedIn(text)) text.root.ownerDocument.getSelection()?.removeAllRanges();
  }

  function key(doc: Document, event: KeyboardEvent) {
    const { key: name, shiftKey, ctrlKey, altKey, metaKey } = event;
    const selection = doc.getSelection();
    const text = selectedText(doc);
    if (!selection || !text || ctrlKey || altKey || metaKey) return;
    const isArrow = /^Arrow(?:Left|Right|Up|Down)$/.test(name);
    if (name !== 'Escape' && !(isArrow && (shiftKey || text.isByKey))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (name === 'Escape') return deselect();
    const block = selection.focusNode?.parentElement ?? text.root;
    const way = wayOf(name as Arrow, (doc.defaultView ?? window).getComputedStyle(block));
    if (shiftKey) return extendSelection(selection, way);
    moveWord(selection, way);
    text.isByKey = true;
  }

  /** A frame's document is the reader's alone; pages share theirs with the controls. */
  function listen(doc: Document) {
    if (listening.has(doc)) return;
    listening.add(doc);
    const target = doc === surface.ownerDocument ? surface : doc;
    const heed = { capture: true, signal };
    doc.addEventListener('selectionchange', () => look(doc), { signal });
    target.addEventListener('click', (event) => press(doc, event as MouseEvent), heed);
    target.addEventListener('keydown', (event) => key(doc, event as KeyboardEvent), heed);
  }

  function forget(text: Shown) {
    if (!shown.delete(text)) return;
    paint(text.root.ownerDocument);
    if (![...shown].some(selectedIn)) notify(null);
  }

  return {
    add(text) {
      for (const one of shown) if (!one.root.ownerDocument.defaultView) forget(one);
      const one: Shown = { ...text, ranges: [], isByKey: false };
      shown.add(one);
      listen(text.root.ownerDocument);
      find(one);
      paint(text.root.ownerDocument);
      return () => forget(one);
    },
    mark(next) {
      marks = next;
      draw();
    },
    draw,
    deselect,
    followLink() {
      isFollowing = true;
      link?.click();
      isFollowing = false;
    },
    selectFirst() {
      const first = firstInView();
      const text = first && [...shown].find(({ root }) => root.contains(first.startContainer));
      const doc = text?.root.ownerDocument;
      const selection = doc?.getSelection();
      if (!text || !selection) return;
      if (doc === surface.ownerDocument) surface.focus({ preventScroll: true });
      else doc?.defaultView?.focus();
      selectWordAt(selection, first);
      text.isByKey = true;
    },
  };
}

/** `isPart`: a mark may go on in another text. */
function rangeOf(
  { id, target, text: words, colour, hasNote = false }: PageMark,
  text: MarkedText,
  isPart: boolean,
): MarkedRange | null {
  const range = words === '' ? null : found(text, target);
  // Another file may have the same name: other words are not marked.
  const own = range ? textOf(range) : '';
  return range && own !== '' && (own === words || (isPart && words.includes(own)))
    ? { id, colour, hasNote, range }
    : null;
}

const isUnder = (range: Range, { clientX: x, clientY: y }: MouseEvent): boolean =>
  [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);

function highlight(doc: Document, all: readonly MarkedRange[]): void {
  const view = doc.defaultView as (Window & typeof globalThis) | null;
  const registry = view?.CSS?.highlights;
  if (!view || !registry) return;
  const set = (name: string, marked: readonly MarkedRange[]) => {
    if (marked.length === 0) registry.delete(name);
    else registry.set(name, new view.Highlight(...marked.map(({ range }) => range)));
  };
  for (const colour of MARK_COLOURS)
    set(
      highlightName(colour),
      all.filter((one) => one.colour === colour),
    );
  set(
    NOTED,
    all.filter(({ hasNote }) => hasNote),
  );
}

function found({ find }: MarkedText, target: string): Range | null {
  try {
    return find(target);
  } catch {
    return null;
  }
}

function selectedIn({ root }: MarkedText): Range | null {
  const selection = root.ownerDocument.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(root)) return null;
  const own = range.cloneRange();
  if (!root.contains(range.startContainer)) own.setStart(root, 0);
  if (!root.contains(range.endContainer)) own.setEnd(root, root.childNodes.length);
  return own.collapsed ? null : own;
}
