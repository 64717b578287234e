const known = new Map<string, string>();
/** So many texts are kept: what a list shows, and some more. */
const MOST = 200;

/** The words of HTML from outside in one line, without any markup. Nothing in it runs or is loaded. */
export function htmlToText(html: string): string {
  const found = known.get(html);
  if (found !== undefined) return found;
  const { body } = new DOMParser().parseFromString(html.replace(/<(?:br|\/p|\/li|\/h\d|\/div)[^>]*>/gi, '$& '), 'text/html');
  for (const element of body.querySelectorAll('script, style')) element.remove();
  const text = (body.textContent ?? '').replace(/\s+/g, ' ').trim();
  if (known.size >= MOST) known.clear();
  known.set(html, text);
  return text;
}
