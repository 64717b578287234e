const MOST_SIGNS = 8;

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export interface Lines {
  readonly direction: string;
  readonly writingMode: string;
}

type Way = readonly [direction: 'forward' | 'backward', unit: 'word' | 'line'];

export function wayOf(arrow: Arrow, { direction, writingMode }: Lines): Way {
  const isVertical = /^(?:vertical|sideways)/.test(writingMode);
  const isAlong = isVertical === (arrow === 'ArrowUp' || arrow === 'ArrowDown');
  const isOn = arrow === 'ArrowRight' || arrow === 'ArrowDown';
  // Words run against the arrows in right-to-left text, lines where the first one stands at the right.
  const isReversed = isAlong ? direction === 'rtl' : writingMode.endsWith('-rl');
  return [isOn === isReversed ? 'backward' : 'forward', isAlong ? 'word' : 'line'];
}

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

export function extendSelection(selection: Selection, [direction, unit]: Way): void {
  selection.modify('extend', direction, unit);
}

export function selectWordAt(selection: Selection, { startContainer, startOffset }: Range): void {
  selection.collapse(startContainer, startOffset);
  toItsEnd(selection);
  if (!isWord(selection)) return selectNext(selection);
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

function toWordAfter(selection: Selection) {
  selection.modify('move', 'forward', 'word');
  selection.modify('move', 'backward', 'word');
}

const isWord = (selection: Selection) => /[\p{L}\p{N}]/u.test(selection.toString());
