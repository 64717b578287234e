import type { MarkColour } from '../../schemas/marks.ts';
import type { OpenOptions, PageMark, TextSelection } from './engine.ts';
import { highlightName, MARK_COLOURS } from './mark-style.ts';

/** How long a selection rests before it is told, in ms: it is being made until then. */
const REST_MS = 200;

/** A chapter on the surface, and how its places have names. */
export interface MarkedChapter {
  readonly document: Document;
  /** The name of a range in it, and where the range begins. */
  readonly describe: (range: Range) => Pick<TextSelection, 'target' | 'share' | 'chapter'>;
  /** The range of a name; null: it is not in this chapter. */
  readonly find: (target: string) => Range | null;
}

/** Highlights and selection of the chapters that are shown. Nothing is changed in them: names of places stay right. */
export interface TextMarks {
  /** A chapter has come; it is forgotten when its frame has gone. */
  add(chapter: MarkedChapter): void;
  mark(marks: readonly PageMark[]): void;
  deselect(): void;
  /** Selects the word at a place. */
  selectWord(range: Range): void;
}

interface Shown extends MarkedChapter {
  ranges: readonly { readonly id: string; readonly colour: MarkColour; readonly range: Range }[];
  /** Whether the keyboard has begun the selection: arrows move it then. */
  isByKey: boolean;
}

type Options = Pick<OpenOptions, 'surface' | 'onSelected' | 'onMarkPressed'>;

/** @param signal ends it */
export function createTextMarks({ surface, onSelected, onMarkPressed }: Options, signal: AbortSignal): TextMarks {
  const shown = new Set<Shown>();
  let marks: readonly PageMark[] = [];
  let told = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(resting));

  const isLow = (doc: Document, { top, bottom }: DOMRect) => {
    const frame = doc.defaultView?.frameElement?.getBoundingClientRect().top ?? 0;
    const view = surface.getBoundingClientRect();
    return (top + bottom) / 2 + frame > view.top + view.height / 2;
  };

  function tell(selection: TextSelection | null) {
    if (selection === null && !told) return;
    told = selection !== null;
    onSelected?.(selection);
  }

  function look(chapter: Shown) {
    clearTimeout(resting);
    const range = selectedIn(chapter.document);
    if (!range) {
      chapter.isByKey = false;
      if (![...shown].some(({ document }) => selectedIn(document))) tell(null);
      return;
    }
    resting = setTimeout(() => {
      if (!shown.has(chapter) || !selectedIn(chapter.document)) return;
      const text = textOf(range);
      const place = text === '' ? null : chapter.describe(range);
      if (place) tell({ ...place, text, isLow: isLow(chapter.document, range.getBoundingClientRect()) });
    }, REST_MS);
  }

  function draw(chapter: Shown) {
    const view = chapter.document.defaultView as (Window & typeof globalThis) | null;
    chapter.ranges = marks.flatMap(({ id, target, text, colour }) => {
      const range = text === '' ? null : found(chapter, target);
      // Another file may have come under the same name: other words are not marked.
      return range && textOf(range) === text ? [{ id, colour, range }] : [];
    });
    // A browser without the registry lists its marks, and draws none.
    const registry = view?.CSS?.highlights;
    if (!view || !registry) return;
    for (const colour of MARK_COLOURS) {
      const ranges = chapter.ranges.filter((one) => one.colour === colour).map(({ range }) => range);
      registry.set(highlightName(colour), new view.Highlight(...ranges));
    }
  }

  function press(chapter: Shown, event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0 || selectedIn(chapter.document)) return;
    const { clientX: x, clientY: y } = event;
    const hit = chapter.ranges.findLast(({ range }) =>
      [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom),
    );
    if (!hit || (event.target as Partial<Element> | null)?.closest?.('a[href]')) return;
    event.preventDefault();
    onMarkPressed?.(hit.id, isLow(chapter.document, hit.range.getBoundingClientRect()));
  }

  function deselect() {
    for (const { document } of shown) document.getSelection()?.removeAllRanges();
  }

  /** What keys do to a selection: with Shift they extend it, without they move one that a key has begun. */
  function key(chapter: Shown, event: KeyboardEvent) {
    const { key: name, shiftKey, ctrlKey, altKey, metaKey } = event;
    const selection = chapter.document.getSelection();
    if (!selection || !selectedIn(chapter.document) || ctrlKey || altKey || metaKey) return;
    const isArrow = /^Arrow(?:Left|Right|Up|Down)$/.test(name);
    if (name !== 'Escape' && !(isArrow && (shiftKey || chapter.isByKey))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (name === 'Escape') deselect();
    else if (shiftKey) selection.modify('extend', ...WAYS[name as Arrow]);
    else moveWord(chapter, selection, name as Arrow);
  }

  /** Selects the word that is next in this direction; a sign is none. */
  function moveWord(chapter: Shown, selection: Selection, arrow: Arrow) {
    const { body } = chapter.document;
    const isReversed = chapter.document.defaultView?.getComputedStyle(body).direction === 'rtl';
    const isBack = arrow === 'ArrowUp' || arrow === (isReversed ? 'ArrowRight' : 'ArrowLeft');
    if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
      if (isBack) selection.collapseToStart();
      else selection.collapseToEnd();
      selection.modify('move', ...WAYS[arrow]);
      toWordAfter(selection);
      return selectWordAt(chapter, selection);
    }
    if (!isBack) return selectNext(chapter, selection);
    for (let signs = 0; signs < MOST_SIGNS; signs++) {
      selection.collapseToStart();
      selection.modify('move', 'backward', 'word');
      selectWordAt(chapter, selection);
      if (isWord(selection)) return;
    }
  }

  function selectNext(chapter: Shown, selection: Selection) {
    for (let signs = 0; signs < MOST_SIGNS; signs++) {
      selection.collapseToEnd();
      toWordAfter(selection);
      selectWordAt(chapter, selection);
      if (isWord(selection)) return;
    }
  }

  function selectWordAt(chapter: Shown, selection: Selection) {
    selection.modify('extend', 'forward', 'word');
    chapter.isByKey = true;
  }

  /** Chapters that have left the surface are forgotten, and what was selected in them. */
  function prune() {
    for (const chapter of shown) if (!chapter.document.defaultView) shown.delete(chapter);
    if (![...shown].some(({ document }) => selectedIn(document))) tell(null);
  }

  return {
    add(chapter) {
      prune();
      const { document: doc } = chapter;
      const one: Shown = { ...chapter, ranges: [], isByKey: false };
      shown.add(one);
      doc.addEventListener('selectionchange', () => look(one), { signal });
      doc.addEventListener('click', (event) => press(one, event), { capture: true, signal });
      doc.addEventListener('keydown', (event) => key(one, event), { capture: true, signal });
      draw(one);
    },
    mark(next) {
      marks = next;
      for (const chapter of shown) draw(chapter);
    },
    deselect,
    selectWord(range) {
      const doc = range.startContainer.ownerDocument;
      const chapter = [...shown].find(({ document }) => document === doc);
      const selection = doc?.getSelection();
      if (!chapter || !selection) return;
      doc?.defaultView?.focus();
      selection.collapse(range.startContainer, range.startOffset);
      selectWordAt(chapter, selection);
      if (!isWord(selection)) selectNext(chapter, selection);
    },
  };
}

/** To the beginning of the word that is there, or of the one after it. */
function toWordAfter(selection: Selection) {
  selection.modify('move', 'forward', 'word');
  selection.modify('move', 'backward', 'word');
}

const isWord = (selection: Selection) => /[\p{L}\p{N}]/u.test(selection.toString());

/** Signs between two words that are passed over. */
const MOST_SIGNS = 8;

type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const WAYS: Readonly<Record<Arrow, readonly [direction: string, unit: string]>> = {
  ArrowLeft: ['left', 'word'],
  ArrowRight: ['right', 'word'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
};

function found({ find }: MarkedChapter, target: string): Range | null {
  try {
    return find(target);
  } catch {
    return null;
  }
}

/** What is selected in a document; null: nothing. */
function selectedIn(doc: Document): Range | null {
  const selection = doc.getSelection();
  return selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
}

const BLOCKS = [
  'address, article, aside, blockquote, body, caption, dd, div, dl, dt, figcaption, figure, footer, h1, h2, h3',
  'h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, td, th, tr, ul',
].join();

/** The words of a range, as one reads them: line breaks of the file are no part of them, those between blocks are. */
export function textOf(range: Range): string {
  const { commonAncestorContainer: root, startContainer, startOffset, endContainer, endOffset } = range;
  const doc = root.ownerDocument ?? document;
  const walker = doc.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let [text, block] = ['', null as Element | null];
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

/** How far into a document's text a range begins, 0..1. */
export function shareIn(doc: Document, range: Range): number {
  const before = doc.createRange();
  before.setStart(doc.body, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString().length / Math.max(doc.body.textContent.length, 1);
}
