const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of an HTML fragment: tags away, common entities resolved. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<\/?[a-z!][^>]*>/gi, '')
    .replace(
      /&(#?\w+);/g,
      (
        whole, name: string,
      ) => ENTITIES[name.toLowerCase()] ?? (name.startsWith('#') ? String.fromCodePoint(Math.min(Number(name.slice(1)) || 32, 0x10ffff)) : whole),
    )
    .trim();
}

const ALLOWED = new Set(['p', 'ol', 'ul', 'li', 'a', 'strong', 'em', 'del', 'br', 'b', 'i']);

/**
 * Descriptions as the server keeps them after an edit: only simple tags, `href` of web and mail links, nothing else.
 * Scripts and styles go with their content.
 */
export function sanitiseHtml(html: string): string {
  const safe = html.replace(/<(script|style|iframe|object|textarea|noscript)\b[\s\S]*?(<\/\1\s*>|$)/gi, '').replace(/<!--[\s\S]*?(-->|$)/g, '');
  return safe.replace(/<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)(>|$)/gi, (_whole, slash: string, name: string, attributes: string) => {
    const tag = name.toLowerCase();
    if (!ALLOWED.has(tag)) return '';
    if (tag === 'br') return '<br />';
    if (slash || tag !== 'a') return `<${slash}${tag}>`;
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes);
    const target = (href?.[1] ?? href?.[2] ?? href?.[3] ?? '').trim();
    if (!/^(https?:|mailto:)/i.test(target)) return '<a>';
    const opensNew = /\btarget\s*=\s*["']?_blank\b/i.test(attributes);
    return `<a href="${target.replaceAll('"', '&quot;')}"${opensNew ? ' target="_blank"' : ''}>`;
  });
}
