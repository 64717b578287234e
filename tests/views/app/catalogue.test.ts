import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { createTranslator } from 'use-intl';
import { describe, expect, test } from 'vitest';
import messages from '../../../src/locales/en-us.json';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { errorText } from '../../../src/views/texts/error-text.ts';
import { messageHtml, messageText } from '../../../src/views/texts/message-text.ts';

const t = createTranslator({ locale: 'en-us', messages });
const root = join(import.meta.dirname, '../../..');

/** Every `{ key: 'namespace.name' }` in the machines. */
function keysOfMachines(): string[] {
  const files = readdirSync(join(root, 'src/machines'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => [...readFileSync(join(root, 'src/machines', file), 'utf8').matchAll(/\bkey: '([a-z]\w*(?:\.\w+)+)'/gi)].map((found) => found[1] ?? ''));
}

function leaves(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, child]: [string, string | object]) =>
    typeof child === 'string' ? [[path + key, child] as [string, string]] : leaves(child, `${path}${key}.`));
}

describe('the catalogue', () => {
  test('has every text that a machine names', () => {
    const known = new Set(leaves(messages).map(([key]) => key));
    const named = keysOfMachines();
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((key) => !known.has(key))).toEqual([]);
  });

  test('compiles whole: no message breaks the build', () => {
    const broken = leaves(messages).filter(([, message]) => {
      try {
        compile(message);
        return false;
      } catch {
        return true;
      }
    });
    expect(broken).toEqual([]);
  });
});

describe('an error is worded', () => {
  const kinds: readonly [AppError, string][] = [
    [{ kind: 'network' }, 'The server could not be reached. Nothing is lost; check the connection and try again.'],
    [{ kind: 'timeout' }, 'The server took too long to answer. Try again in a moment.'],
    [{ kind: 'aborted' }, 'The request was cancelled.'],
    [{ kind: 'unauthorized', message: 'Unauthorized' }, 'The server no longer knows your sign-in. Sign in again.'],
    [{ kind: 'forbidden', message: '' }, 'Your account may not do this. An administrator of the server can change that.'],
    [{ kind: 'notFound', message: 'Not Found' }, 'The server does not have this any more. The server says: Not Found'],
    [{ kind: 'conflict', message: '' }, 'It was changed elsewhere in the meantime. Reload and try again.'],
    [{ kind: 'tooLarge', message: '' }, 'This is more than the server accepts at once. Send less.'],
    [{ kind: 'rateLimited', message: '', retryAfterSeconds: 61 }, 'Too many requests. Wait about 2 minutes and try again.'],
    [{ kind: 'rateLimited', message: '', retryAfterSeconds: null }, 'Too many requests. Wait a few minutes and try again.'],
    [{ kind: 'rejected', status: 400, message: 'Name is taken' }, 'The server did not accept this. The server says: Name is taken'],
    [{ kind: 'server', status: 502, message: '<html>Bad gateway</html>' }, 'The server had a problem of its own. Your data is untouched; try again later.'],
    [{ kind: 'contract', endpoint: 'items.one', issues: [] }, 'The server answered in a form that Earmark cannot read (items.one). Client and server may be of different versions.'],
    [{ kind: 'unexpected', message: 'x is not a function' }, 'Something went wrong in Earmark: x is not a function'],
  ];
  test.each(kinds)('%o', (error, words) => {
    expect(errorText(t, error)).toBe(words);
  });
});

describe('a message of a machine', () => {
  test('is the wording of its key, or the text of the server as it is', () => {
    expect(messageText(t, { key: 'nav.issuesCount', values: { count: 1 } })).toBe('1 issue');
    expect(messageText(t, { text: 'As <b>it</b> is' })).toBe('As <b>it</b> is');
  });

  test('keeps names with markup in them as text where HTML is shown', () => {
    expect(messageHtml(t, { key: 'nav.accountOf', values: { name: '<i>R&D</i>' } })).toBe('Account of &lt;i&gt;R&amp;D&lt;/i&gt;');
  });
});
