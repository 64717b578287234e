/** Target of a mark: `page:from-to`, in letters from 0, `to` not included; further pages are joined by `+`. */
const TARGET = /^\d+:\d+-\d+(?:\+\d+:\d+-\d+)*$/;

interface Stretch {
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

function stretchesOf(target: string): readonly Stretch[] {
  if (!TARGET.test(target)) return [];
  return target.split('+').map((part) => {
    const [page = 0, from = 0, to = 0] = part.split(/[:-]/).map(Number);
    return { page, from, to };
  });
}

export const pageOfStretch = (target: string): number | null => stretchesOf(target)[0]?.page ?? null;

export const joinStretches = (targets: readonly string[]): string => targets.join('+');

/** Valid in every size and rotation. */
export function stretchOf(page: number, text: HTMLElement, range: Range): string {
  const before = text.ownerDocument.createRange();
  before.setStart(text, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  return `${page}:${from}-${from + range.toString().length}`;
}

/** null: it is not on this page, or the page has less text. */
export function rangeOfStretch(page: number, text: HTMLElement, target: string): Range | null {
  const stretch = stretchesOf(target).find((one) => one.page === page);
  if (!stretch) return null;
  const { from, to } = stretch;
  const range = text.ownerDocument.createRange();
  const texts = text.ownerDocument.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let [at, hasStart] = [0, false];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (!hasStart && from < at + length) {
      range.setStart(node, from - at);
      hasStart = true;
    }
    if (hasStart && to <= at + length) {
      range.setEnd(node, to - at);
      return range;
    }
    at += length;
  }
  return null;
}

/** 0..1. */
export function shareOfText(text: HTMLElement, target: string): number {
  return Math.min((stretchesOf(target)[0]?.from ?? 0) / Math.max(text.textContent.length, 1), 1);
}

export function firstWords(surface: HTMLElement): Range | null {
  const view = surface.getBoundingClientRect();
  const range = surface.ownerDocument.createRange();
  for (const text of surface.querySelectorAll('.pdf-text')) {
    const texts = surface.ownerDocument.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.nodeValue?.trim()) continue;
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (bottom <= view.top || top >= view.bottom || right <= view.left || left >= view.right) continue;
      range.collapse(true);
      return range;
    }
  }
  return null;
}
