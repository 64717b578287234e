/** `12:34` or `1:02:03`, and nothing that is part of something longer. */
const MARK = /(?<![\d:.])(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)(?![\d:])/g;

/**
 * Makes the times in sanitised HTML buttons with `data-time`, in seconds (CON-104). Times in links stay as they are.
 * @param last times after this are none of it, in seconds
 * @param labelOf the name of a button, by its text
 */
export function withTimeMarks(html: string, last: number, labelOf: (time: string) => string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (!text.parentElement?.closest('a')) found.push(text);
  }
  for (const text of found) {
    const parts: (string | Node)[] = [];
    let end = 0;
    for (const match of text.data.matchAll(MARK)) {
      const [mark, hours = '0', minutes = '0', seconds = '0'] = match;
      const time = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
      if (time > last) continue;
      const button = body.ownerDocument.createElement('button');
      button.type = 'button';
      button.dataset['time'] = String(time);
      button.setAttribute('aria-label', labelOf(mark));
      button.textContent = mark;
      parts.push(text.data.slice(end, match.index), button);
      end = match.index + mark.length;
    }
    if (parts.length > 0) text.replaceWith(...parts, text.data.slice(end));
  }
  return body.innerHTML;
}

/** The time of the button that was pressed, in seconds; null for what is none. */
export function timeMarkAt(target: EventTarget): number | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>('[data-time]') : null;
  return mark ? Number(mark.dataset['time']) : null;
}
