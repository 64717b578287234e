import type { Message } from '../../machines/app/message.ts';
import type { Translate } from './error-text.ts';

type Values = Readonly<Record<string, string | number>>;

/** Words a message of a machine. That its key is in the catalogue is checked by tests/views/app/catalogue.test.ts. */
export function messageText(t: Translate, message: Message): string {
  if ('text' in message) return message.text;
  return translate(t, message.key, message.values);
}

/** The same for a place that shows HTML: values are text (a title with `<` in it stays whole), the wording may have tags. */
export function messageHtml(t: Translate, message: Message): string {
  if ('text' in message) return message.text;
  const values = Object.entries(message.values ?? {}).map(([key, value]) => [key, typeof value === 'string' ? escapeHtml(value) : value]);
  return translate(t, message.key, Object.fromEntries(values));
}

/** Keys of machines are plain strings, so the typed translator cannot check them. */
function translate(t: Translate, key: string, values: Values | undefined): string {
  return (t as (key: string, values?: Values) => string)(key, values);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
