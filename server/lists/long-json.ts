import { createPace } from '../breathe.ts';

/**
 * JSON of an object with a long list under a name. Entries are written one by one, so that they don't block the loop;
 * undefined ones are left out.
 */
export async function longJson<Entry>(
  name: string,
  entries: readonly Entry[],
  write: (entry: Entry) => string | undefined | Promise<string>,
  fields: object = {},
): Promise<string> {
  const texts: string[] = [];
  const pace = createPace();
  for (const entry of entries) {
    await pace();
    const text = await write(entry);
    if (text !== undefined) texts.push(text);
  }
  const rest = JSON.stringify(fields).slice(1);
  return `{"${name}":[${texts.join()}]${rest === '}' ? '' : ','}${rest}`;
}
