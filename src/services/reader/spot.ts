import type { Spot } from './engine.ts';

/** Below the last of the words, or above the first where they end low. */
export function spotOf(surface: HTMLElement, ranges: readonly Range[]): Spot {
  const doc = ranges[0]?.startContainer.ownerDocument;
  const frame = doc === surface.ownerDocument ? null : doc?.defaultView?.frameElement?.getBoundingClientRect();
  const view = surface.getBoundingClientRect();
  const [left, top] = [(frame?.left ?? 0) - view.left, (frame?.top ?? 0) - view.top];
  const lines = ranges.flatMap((range) => [...range.getClientRects()]).filter(({ width }) => width > 0);
  const last = lines.at(-1) ?? new DOMRect();
  const isLow = last.bottom + top > view.height / 2;
  const line = isLow ? (lines[0] ?? last) : last;
  const within = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most));
  return {
    x: within((line.left + line.right) / 2 + left, view.width) - Math.round(view.width / 2),
    y: within((isLow ? line.top : line.bottom) + top, view.height),
    isLow,
  };
}
