const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for HTML. */
export const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => NAMES[character] ?? '');
