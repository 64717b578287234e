/** Signs between two words that are passed over. */
const MOST_SIGNS = 8;

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const WAYS: Readonly<Record<Arrow, readonly [direction: string, unit: string]>> = {
  ArrowLeft: ['left', 'word'],
  ArrowRight: ['right', 'word'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
};

/** Selects the word that is next in this direction; a sign is none. `isReversed`: text runs from right to left. */
export function moveWord(selection: Selection, arrow: Arrow, isReversed: boolean): void {
  const isBack = arrow === 'ArrowUp' || arrow === (isReversed ? 'ArrowRight' : 'ArrowLeft');
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    if (isBack) selection.collapseToStart();
    else selection.collapseToEnd();
    selection.modify('move', ...WAYS[arrow]);
    toWordAfter(selection);
    return toItsEnd(selection);
  }
  if (!isBack) return selectNext(selection);
  for (let signs = 0; signs < MOST_SIGNS; signs++) {
    selection.collapseToStart();
    selection.modify('move', 'backward', 'word');
    toItsEnd(selection);
    if (isWord(selection)) return;
  }
}

/** More or less of what is selected. */
export function extendSelection(selection: Selection, arrow: Arrow): void {
  selection.modify('extend', ...WAYS[arrow]);
}

/** Selects the word at a place, or the one after it. */
export function selectWordAt(selection: Selection, { startContainer, startOffset }: Range): void {
  selection.collapse(startContainer, startOffset);
  toItsEnd(selection);
  if (!isWord(selection)) selectNext(selection);
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
