/** Signs between two words that are passed over. */
const MOST_SIGNS = 8;

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** How lines of a text run: as its style says. */
export interface Lines {
  readonly direction: string;
  readonly writingMode: string;
}

type Way = readonly [direction: 'forward' | 'backward', unit: 'word' | 'line'];

/** Where an arrow leads in a text: along its lines from word to word, across them from line to line. */
export function wayOf(arrow: Arrow, { direction, writingMode }: Lines): Way {
  const isVertical = /^(?:vertical|sideways)/.test(writingMode);
  const isAlong = isVertical === (arrow === 'ArrowUp' || arrow === 'ArrowDown');
  const isOn = arrow === 'ArrowRight' || arrow === 'ArrowDown';
  // Words run against the arrows in text from right to left, lines where the first one stands at the right.
  const isReversed = isAlong ? direction === 'rtl' : writingMode.endsWith('-rl');
  return [isOn === isReversed ? 'backward' : 'forward', isAlong ? 'word' : 'line'];
}

/** Selects the word that is next on this way; a sign is none. */
export function moveWord(selection: Selection, [direction, unit]: Way): void {
  if (unit === 'line') {
    if (direction === 'backward') selection.collapseToStart();
    else selection.collapseToEnd();
    selection.modify('move', direction, 'line');
    toWordAfter(selection);
    return toItsEnd(selection);
  }
  if (direction === 'forward') return selectNext(selection);
  for (let signs = 0; signs < MOST_SIGNS; signs++) {
    selection.collapseToStart();
    selection.modify('move', 'backward', 'word');
    toItsEnd(selection);
    if (isWord(selection)) return;
  }
}

/** More or less of what is selected. */
export function extendSelection(selection: Selection, [direction, unit]: Way): void {
  selection.modify('extend', direction, unit);
}

/** Selects the word at a place, or the one after it. */
export function selectWordAt(selection: Selection, { startContainer, startOffset }: Range): void {
  selection.collapse(startContainer, startOffset);
  toItsEnd(selection);
  if (!isWord(selection)) return selectNext(selection);
  // A space that the page begins with is no part of it.
  if (!/^\s/.test(selection.toString())) return;
  selection.collapseToEnd();
  selection.modify('move', 'backward', 'word');
  toItsEnd(selection);
}

function selectNext(selection: Selection) {
  for (let signs = 0; signs < MOST_SIGNS; signs++) {
    selection.collapseToEnd();
    toWordAfter(selection);
    toItsEnd(selection);
    if (isWord(selection)) return;
  }
}

const toItsEnd = (selection: Selection) => selection.modify('extend', 'forward', 'word');

/** To the beginning of the word that is there, or of the one after it. */
function toWordAfter(selection: Selection) {
  selection.modify('move', 'forward', 'word');
  selection.modify('move', 'backward', 'word');
}

const isWord = (selection: Selection) => /[\p{L}\p{N}]/u.test(selection.toString());
