/** A stretch of a page's text as the target of a mark: `page:from-to`, letters counted from 0, `to` not included. */
const TARGET = /^(\d+):(\d+)-(\d+)$/;

/** The page of such a target; null: it is another one. */
export function pageOfStretch(target: string): number | null {
  const page = TARGET.exec(target)?.[1];
  return page === undefined ? null : Number(page);
}

/** The name of a range in the text of a page. It holds in every size and rotation. */
export function stretchOf(page: number, text: HTMLElement, range: Range): string {
  const before = text.ownerDocument.createRange();
  before.setStart(text, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const from = before.toString().length;
  return `${page}:${from}-${from + range.toString().length}`;
}

/** The range of a name in the text of a page; null: it is not of this page, or the page has less text. */
export function rangeOfStretch(page: number, text: HTMLElement, target: string): Range | null {
  const [, of, from, to] = TARGET.exec(target) ?? [];
  if (Number(of) !== page) return null;
  const range = text.ownerDocument.createRange();
  const texts = text.ownerDocument.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let [at, hasStart] = [0, false];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (!hasStart && Number(from) < at + length) {
      range.setStart(node, Number(from) - at);
      hasStart = true;
    }
    if (hasStart && Number(to) <= at + length) {
      range.setEnd(node, Number(to) - at);
      return range;
    }
    at += length;
  }
  return null;
}

/** How far into the text of a page a range begins, 0..1. */
export function shareOfText(text: HTMLElement, target: string): number {
  return Math.min(Number(TARGET.exec(target)?.[2] ?? 0) / Math.max(text.textContent.length, 1), 1);
}

/** Where the first words in view begin; null: there are none. */
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
