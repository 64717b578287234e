import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { createTranslator } from 'use-intl';
import { describe, expect, test } from 'vitest';
import type { AppError } from '../../../src/schemas/app-error.ts';
import { errorText } from '../../../src/views/texts/error-text.ts';
import { messageHtml, messageText } from '../../../src/views/texts/message-text.ts';
import { allMessages, messages } from '../../support/texts.ts';

const t = createTranslator({ locale: 'en-us', messages });
const root = join(import.meta.dirname, '../../..');

/** Every `{ key: 'namespace.name' }` in the machines. */
function keysOfMachines(): string[] {
  const files = readdirSync(join(root, 'src/machines'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(root, 'src/machines', file), 'utf8').matchAll(/\bkey: '([a-z]\w*(?:\.\w+)+)'/gi)].map(
      (found) => found[1] ?? '',
    ),
  );
}

function leaves(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, child]: [string, string | object]) =>
    typeof child === 'string' ? [[path + key, child] as [string, string]] : leaves(child, `${path}${key}.`),
  );
}

describe('the catalogue', () => {
  test('has every text that a machine names', () => {
    const known = new Set(leaves(messages).map(([key]) => key));
    const named = keysOfMachines();
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((key) => !known.has(key))).toEqual([]);
  });

  test('has words for each area of the product (I18-005)', () => {
    const areas =
      'accountPage login authentication openIdRefused backupsPage librarySettings users apiKeys notifications email ' +
      'ereaderDevices feedsPage logsPage ownStats yearReview bookTools queue chapters batch editMatch upload addPodcast ' +
      'feedImport';
    expect(areas.split(' ').filter((area) => !Object.hasOwn(allMessages, area))).toEqual([]);
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

describe('an error has a text', () => {
  const kinds: readonly [AppError, string][] = [
    [{ kind: 'network' }, 'Can’t reach the server. Check your connection and try again.'],
    [{ kind: 'timeout' }, 'The server took too long to respond. Try again in a moment.'],
    [{ kind: 'aborted' }, 'The request was canceled.'],
    [{ kind: 'unauthorized', message: 'Unauthorized' }, 'Your session expired. Sign in again.'],
    [{ kind: 'forbidden', message: '' }, 'You don’t have permission to do this. Ask an administrator.'],
    [{ kind: 'notFound', message: 'Not Found' }, 'This no longer exists on the server.'],
    [{ kind: 'conflict', message: '' }, 'This was changed elsewhere. Reload and try again.'],
    [{ kind: 'tooLarge', message: '' }, 'This is more than the server accepts at once.'],
    [
      { kind: 'rateLimited', message: '', retryAfterSeconds: 61 },
      'Too many requests. Wait about 2 minutes, then try again.',
    ],
    [
      { kind: 'rateLimited', message: '', retryAfterSeconds: null },
      'Too many requests. Wait a few minutes, then try again.',
    ],
    [
      { kind: 'rejected', status: 400, message: 'Name is taken' },
      'The server rejected the request. The server says: Name is taken',
    ],
    [{ kind: 'server', status: 502, message: 'Bad Gateway' }, 'Something went wrong on the server. Try again later.'],
    [
      { kind: 'rejected', status: 400, message: ' Forced ' },
      'The server rejected the request. The server says: Forced',
    ],
    [
      { kind: 'conflict', message: '<Poe> is taken' },
      'This was changed elsewhere. Reload and try again. The server says: <Poe> is taken',
    ],
    [
      { kind: 'contract', endpoint: 'items.one', issues: [] },
      'Earmark can’t read the server’s response (items.one). Client and server versions may not match.',
    ],
    [{ kind: 'unexpected', message: 'x is not a function' }, 'Something went wrong: x is not a function'],
  ];
  test.each(kinds)('%o', (error, words) => {
    expect(errorText(t, error)).toBe(words);
  });
});

describe('a message of a machine', () => {
  test('is the text of its key, or the text of the server as it is', () => {
    expect(messageText(t, { key: 'nav.issuesCount', values: { count: 1 } })).toBe('1 issue');
    expect(messageText(t, { text: 'As <b>it</b> is' })).toBe('As <b>it</b> is');
  });

  test('keeps names with markup in them as text where HTML is shown', () => {
    expect(messageHtml(t, { key: 'nav.accountOf', values: { name: '<i>R&D</i>' } })).toBe(
      'Account: &lt;i&gt;R&amp;D&lt;/i&gt;',
    );
  });
});
