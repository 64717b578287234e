const known = new Map<string, string>();
/** Texts kept: more than a list shows at once. */
const MOST = 200;

/** HTML from outside as one line of text. Nothing in it runs or loads. */
export function htmlToText(html: string): string {
  const found = known.get(html);
  if (found !== undefined) return found;
  const { body } = new DOMParser().parseFromString(
    html.replace(/<(?:br|\/p|\/li|\/h\d|\/div)[^>]*>/gi, '$& '),
    'text/html',
  );
  for (const element of body.querySelectorAll('script, style')) element.remove();
  const text = (body.textContent ?? '').replace(/\s+/g, ' ').trim();
  if (known.size >= MOST) known.clear();
  known.set(html, text);
  return text;
}
