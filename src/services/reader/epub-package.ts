import { addressOf, nameOf } from './epub-names.ts';
import { isShown } from './epub-part.ts';

interface Item {
  readonly id: string;
  readonly name: string | null;
  readonly type: string;
  readonly fallback: string;
}

/**
 * Changes what a book says about itself, as far as epubjs would fail with it: names have one form, chapters are of
 * types that can be shown, where there is such a fallback.
 *
 * @param address of the file
 * @returns the types of its files by their names
 */
export function mendPackage(doc: Document, address: string): ReadonlyMap<string, string> {
  const items = new Map<string, Item>();
  for (const element of doc.querySelectorAll('manifest item')) {
    const name = nameOf(element.getAttribute('href') ?? '', address);
    if (name !== null) element.setAttribute('href', addressOf(name));
    const read = (key: string) => element.getAttribute(key)?.trim() ?? '';
    items.set(read('id'), { id: read('id'), name, type: read('media-type').toLowerCase(), fallback: read('fallback') });
  }
  const entries = [...doc.querySelectorAll('spine itemref')];
  for (const entry of entries) {
    const item = shownOf(items, entry.getAttribute('idref')?.trim() ?? '');
    if (item) entry.setAttribute('idref', item.id);
    else entry.remove();
  }
  // Without a first chapter it would not open.
  if (entries.every((entry) => entry.getAttribute('linear') === 'no'))
    for (const entry of entries) entry.removeAttribute('linear');
  for (const meta of doc.querySelectorAll('metadata meta[property]')) meta.textContent = meta.textContent.trim();
  const root = doc.querySelector('package') ?? doc.documentElement;
  if (!doc.querySelector('metadata')) root.prepend(doc.createElement('metadata'));
  return new Map([...items.values()].flatMap(({ name, type }) => (name === null ? [] : [[name, type]])));
}

/** The item, or the first of its fallbacks that can be shown. */
function shownOf(items: ReadonlyMap<string, Item>, id: string): Item | undefined {
  const first = items.get(id);
  const tried = new Set<Item>();
  for (let item = first; item && !tried.has(item); item = items.get(item.fallback)) {
    if (isShown(item.type)) return item;
    tried.add(item);
  }
  return first;
}
