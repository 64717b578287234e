import type { Message } from '../../machines/app/message.ts';
import type { Translate } from './error-text.ts';

/** Words a message of a machine. That its key is in the catalogue is checked by tests/views/app/catalogue.test.ts. */
export function messageText(t: Translate, message: Message): string {
  if ('text' in message) return message.text;
  const translate = t as (key: string, values?: Readonly<Record<string, string | number>>) => string;
  return translate(message.key, message.values);
}
