import { useLayoutEffect, useRef } from 'react';
import { SanitizedHtml } from './sanitized-html.tsx';

interface TimedHtmlProps {
  html: string;
  refine: (sanitized: string) => string;
  onTime: (time: number) => void;
}

export function TimedHtml({ html, refine, onTime }: TimedHtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  const notify = useRef(onTime);
  useLayoutEffect(() => {
    notify.current = onTime;
  });
  useLayoutEffect(() => {
    const element = box.current;
    const press = ({ target }: Event) => {
      const time = target && timeMarkAt(target);
      if (time !== null) notify.current(time);
    };
    element?.addEventListener('click', press);
    return () => element?.removeEventListener('click', press);
  }, []);
  return (
    <div ref={box}>
      <SanitizedHtml html={html} refine={refine} />
    </div>
  );
}

const MARK = /(?<![\d:.])(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)(?![\d:])/g;

/** Makes times up to `last` (s) in sanitised HTML buttons with `data-time` (s). Times in links stay text. */
export function withTimeMarks(html: string, last: number, labelOf: (time: string) => string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text instanceof Text && !text.parentElement?.closest('a')) found.push(text);
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

/** Seconds; null without a pressed button. */
export function timeMarkAt(target: EventTarget): number | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>('[data-time]') : null;
  return mark ? Number(mark.dataset['time']) : null;
}
