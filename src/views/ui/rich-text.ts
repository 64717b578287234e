import { DOMParser as DocParser, DOMSerializer, Schema, type Node, type ResolvedPos } from 'prosemirror-model';
import { sanitizeHtml } from './sanitize.ts';

const WEB_OR_MAIL = /^(?:https?:\/\/|mailto:)\S+$/i;

/** Only what the server keeps of an edited description: it drops `u`, headings and quotes. */
export const richText = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    bulletList: { content: 'listItem+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    orderedList: { content: 'listItem+', group: 'block', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
    listItem: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    text: { group: 'inline' },
    hardBreak: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = element.getAttribute('href') ?? '';
            return WEB_OR_MAIL.test(href) && { href };
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: String(attrs['href']) }, 0],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    del: { parseDOM: [{ tag: 'del' }, { tag: 's' }], toDOM: () => ['del', 0] },
  },
});

const parser = DocParser.fromSchema(richText);
const serializer = DOMSerializer.fromSchema(richText);

/** Sanitised; lines of a text without tags stay lines. */
export function richTextOf(html: string): Node {
  const lines = /<[a-z]/i.test(html) ? html : html.trim().replaceAll(/\r?\n/g, '<br>');
  const { body } = new DOMParser().parseFromString(sanitizeHtml(lines), 'text/html');
  for (const paragraph of body.querySelectorAll('p')) {
    const [only, ...others] = paragraph.childNodes;
    if (only?.nodeName === 'BR' && others.length === 0) only.remove();
  }
  return parser.parse(body);
}

/** HTML that needs no further sanitising; empty without text. */
export function htmlOf(doc: Node): string {
  const box = document.createElement('div');
  box.append(serializer.serializeFragment(doc.content, { document }));
  for (const item of box.querySelectorAll('li')) {
    const [only, ...others] = item.children;
    if (only && others.length === 0) only.replaceWith(...only.childNodes);
  }
  const isEmpty = (element: Element | null) => element?.matches('p:empty') ?? false;
  while (isEmpty(box.firstElementChild)) box.firstElementChild?.remove();
  while (isEmpty(box.lastElementChild)) box.lastElementChild?.remove();
  for (const paragraph of box.querySelectorAll('p:empty')) paragraph.append(document.createElement('br'));
  return box.innerHTML;
}

/** Adds `https` where the scheme is missing. Null: neither web nor mail. */
export function linkAddress(text: string): string | null {
  const address = text.trim();
  const whole = WEB_OR_MAIL.test(address)
    ? address
    : /^[^\s@:/]+@[^\s@]+\.[^\s@]+$/.test(address)
      ? `mailto:${address}`
      : /^[^\s:/]+\.[^\s]+$/.test(address)
        ? `https://${address}`
        : null;
  return whole !== null && URL.canParse(whole) ? whole : null;
}

export function linkAround(place: ResolvedPos): { from: number; to: number; href: string } | null {
  const { parent } = place;
  const at = place.parent.childAfter(place.parentOffset);
  const before = place.parent.childBefore(place.parentOffset);
  const here = [at, before].find(({ node }) => node && richText.marks.link.isInSet(node.marks));
  const mark = here?.node && richText.marks.link.isInSet(here.node.marks);
  if (!here || !mark) return null;
  const start = place.start();
  let first = here.index;
  let last = here.index;
  while (first > 0 && mark.isInSet(parent.child(first - 1).marks)) first -= 1;
  while (last < parent.childCount - 1 && mark.isInSet(parent.child(last + 1).marks)) last += 1;
  let from = start;
  for (let index = 0; index < first; index += 1) from += parent.child(index).nodeSize;
  let to = from;
  for (let index = first; index <= last; index += 1) to += parent.child(index).nodeSize;
  return { from, to, href: String(mark.attrs['href']) };
}
