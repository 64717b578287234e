import type { Found } from './pdf-search.ts';

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly number: number;
}

/** Marks matches in the text over a page, instead of those before. `current`: the number of the chosen one. */
export function markFound(texts: readonly HTMLElement[], found: readonly Found[], current: number | null): void {
  const wanted = stretchesOf(texts, found);
  for (const [piece, element] of texts.entries()) {
    const stretches = wanted.get(piece);
    if (!stretches && element.childElementCount === 0) continue;
    const text = element.textContent;
    const parts: (string | HTMLElement)[] = [];
    let at = 0;
    for (const { from, to, number } of stretches ?? []) {
      const mark = element.ownerDocument.createElement('mark');
      mark.textContent = text.slice(from, to);
      if (number === current) mark.ariaCurrent = 'location';
      parts.push(text.slice(at, from), mark);
      at = to;
    }
    element.replaceChildren(...parts, text.slice(at));
  }
}

function stretchesOf(texts: readonly HTMLElement[], found: readonly Found[]): ReadonlyMap<number, readonly Stretch[]> {
  const wanted = new Map<number, Stretch[]>();
  for (const [number, { start, end }] of found.entries())
    for (let piece = start.piece; piece <= end.piece; piece++) {
      const length = texts[piece]?.textContent.length ?? 0;
      const from = piece === start.piece ? start.offset : 0;
      const to = Math.min(piece === end.piece ? end.offset + 1 : length, length);
      if (from < to) wanted.set(piece, [...(wanted.get(piece) ?? []), { from, to, number }]);
    }
  return wanted;
}

export function bringIntoView(surface: HTMLElement, { left, right, top, bottom }: DOMRect): void {
  const view = surface.getBoundingClientRect();
  if (top >= view.top && bottom <= view.bottom && left >= view.left && right <= view.right) return;
  surface.scrollBy({
    left: (left + right - view.left - view.right) / 2,
    top: (top + bottom - view.top - view.bottom) / 2,
    behavior: 'instant',
  });
}
