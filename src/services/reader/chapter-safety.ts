/** No script, network, frame or form. Where the frame must allow scripts (`needsScripts`), only this forbids them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  'img-src blob: data:',
  "style-src 'unsafe-inline' blob:",
  'font-src blob: data:',
  'media-src blob: data:',
].join('; ');

/** Markup of a document of a book, with the policy before all content. */
export function guarded(markup: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  return markup.replace(/^(?:\s*<!doctype[^>]*>)?/i, (start) => start + meta);
}

const XHTML = 'http://www.w3.org/1999/xhtml';
const ACTIVE = 'script, template, iframe, frame, frameset, object, embed, applet, portal, meta[http-equiv], base';
const LOADED = ['src', 'srcset', 'poster', 'data', 'background'];
const OUTSIDE = /^\s*(?:https?:|ftp:|\/\/)/i;
const RUNNABLE = /^(?:javascript|vbscript|data):/i;
/** Browsers drop these from addresses: 'java\tscript:' runs. */
const HIDING = /[\p{Cc} ]/gu;

export function disarmChapter(doc: Document): void {
  dropHidden(doc);
  for (const element of doc.querySelectorAll(ACTIVE)) element.remove();
  for (const link of doc.querySelectorAll('link')) if (!isStylesheetOfBook(link)) link.remove();
  for (const element of doc.querySelectorAll('*')) disarm(element);
  // The reader's style goes there.
  if (!doc.querySelector('head')) doc.documentElement.prepend(doc.createElementNS(XHTML, 'head'));
}

/** What is hidden in xml may become a part of the page in html, where it ends with the first '>'. */
function dropHidden(doc: Document): void {
  const { SHOW_CDATA_SECTION, SHOW_COMMENT, SHOW_PROCESSING_INSTRUCTION } = NodeFilter;
  const walker = doc.createTreeWalker(
    doc.documentElement,
    SHOW_CDATA_SECTION | SHOW_COMMENT | SHOW_PROCESSING_INSTRUCTION,
  );
  const hidden: CharacterData[] = [];
  while (walker.nextNode()) hidden.push(walker.currentNode as CharacterData);
  for (const node of hidden) node.replaceWith(node.nodeType === node.CDATA_SECTION_NODE ? node.data : '');
  doc.documentElement.normalize();
}

function disarm(element: Element): void {
  const isLink = /^(?:a|area)$/i.test(element.localName);
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) ?? '';
    const localName = name.slice(name.indexOf(':') + 1);
    const isAddress = localName === 'href' || LOADED.includes(localName);
    if (
      /^on/i.test(localName) ||
      localName === 'ping' ||
      localName === 'target' ||
      // A picture that loads later would move the text.
      localName === 'loading' ||
      (isAddress && isRunnable(element, value)) ||
      (isAddress && !isLink && OUTSIDE.test(value)) ||
      (isLink && localName === 'href' && value.trim().startsWith('//'))
    )
      element.removeAttribute(name);
  }
}

function isRunnable(element: Element, value: string): boolean {
  const address = value.replace(HIDING, '');
  if (!RUNNABLE.test(address)) return false;
  return !(
    /^(?:img|image|source|audio|video)$/i.test(element.localName) && /^data:(?:image|audio|video)\//i.test(address)
  );
}

function isStylesheetOfBook(link: Element): boolean {
  return /\bstylesheet\b/i.test(link.getAttribute('rel') ?? '') && !OUTSIDE.test(link.getAttribute('href') ?? '');
}
