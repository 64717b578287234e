const BLOCKS = [
  'address, article, aside, blockquote, body, caption, dd, div, dl, dt, figcaption, figure, footer, h1, h2, h3',
  'h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, td, th, tr, ul',
].join();

/** Text of a range as read: without line breaks of the file, with those between blocks. */
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

export function shareIn(doc: Document, range: Range): number {
  const before = doc.createRange();
  before.setStart(doc.body, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString().length / Math.max(doc.body.textContent.length, 1);
}
