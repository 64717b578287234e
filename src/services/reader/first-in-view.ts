export const isText = (node: Node): node is Text => node.nodeType === 3 || node.nodeType === 4;
/** An element of a frame is no `Element` of this window. */
export const isElement = (target: EventTarget | null): target is Element => target !== null && 'closest' in target;

/**
 * The first text or picture in view; null for an empty document. `isBefore`: whether a rectangle begins before the
 * view.
 */
export function firstInView(
  doc: Document,
  nodes: readonly (Text | Element)[],
  isBefore: (rect: DOMRect) => boolean,
): Range | null {
  const first = firstOf(nodes.length, (index) => {
    const rect = lastRectOf(nodes[index]);
    return rect !== null && !isBefore(rect);
  });
  const node = nodes[first] ?? nodes.at(-1);
  if (!node) return null;
  const range = doc.createRange();
  if (!isText(node)) range.setStart(node, 0);
  else {
    const { length } = node.data;
    const from = firstOf(length, (at) => !isBefore(rectFrom(node, at) ?? new DOMRect()));
    // A space where the line before ends is drawn nowhere.
    const spaces = Math.max(node.data.slice(from).search(/\S/), 0);
    range.setStart(node, Math.min(from + spaces, length - 1));
  }
  range.collapse(true);
  return range;
}

export function shownNodes(doc: Document): readonly (Text | Element)[] {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const nodes: (Text | Element)[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isText(node)) {
      if (node.data.trim() !== '' && lastRectOf(node)) nodes.push(node);
    } else if (isElement(node) && /^(?:img|svg|video|image)$/i.test(node.localName)) nodes.push(node);
  }
  return nodes;
}

export function rectFrom(text: Text, offset: number): DOMRect | null {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  range.setStart(text, Math.min(offset, text.data.length));
  return (
    [...range.getClientRects()].find(({ height }) => height > 0) ?? text.parentElement?.getClientRects()[0] ?? null
  );
}

function lastRectOf(node: Text | Element | undefined): DOMRect | null {
  if (!node) return null;
  if (!isText(node)) return node.getBoundingClientRect();
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].at(-1) ?? null;
}

/** Binary search for the first number where it holds; `end` if it never does. */
export function firstOf(end: number, holds: (number: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
