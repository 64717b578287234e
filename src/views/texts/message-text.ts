import type { Message, MessageValue } from '../../machines/kit/message.ts';
import { formatClock } from '../format/amounts.ts';
import type { Translate } from './error-text.ts';

type Values = Readonly<Record<string, MessageValue>>;

/** The text of a machine's message. tests/views/app/catalogue.test.ts checks that its key exists. */
export function messageText(t: Translate, message: Message): string {
  if ('text' in message) return message.text;
  return translate(t, message.key, message.values);
}

/** HTML: values are escaped (a title may have `<` in it), the text of the catalogue may have tags. */
export function messageHtml(t: Translate, message: Message): string {
  if ('text' in message) return message.text;
  const values = Object.entries(message.values ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? escapeHtml(value) : value,
  ]);
  return translate(t, message.key, Object.fromEntries(values));
}

/** The typed translator can't check keys of machines, which are plain strings. */
function translate(t: Translate, key: string, values: Values | undefined): string {
  const shown = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? formatClock(value.seconds) : value,
  ]);
  return (t as (key: string, values?: Record<string, string | number>) => string)(
    key,
    values && Object.fromEntries(shown),
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
