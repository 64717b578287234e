import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attachmentOf, startMailSink, type MailSink } from '../../support/mail-sink.ts';
import { recording } from '../../support/recordings.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let sink: MailSink;
let locked: MailSink;
let ebook: string;

beforeAll(async () => {
  [server, sink, locked] = await Promise.all([
    startDemo(),
    startMailSink(),
    startMailSink({ user: 'library', pass: 'open sesame' }),
  ]);
  const items = listAt((await server.call(`/api/libraries/${server.bookLibraryId}/items`)).body, 'results');
  ebook = String(
    at(
      items.find((item) => Boolean(at(item, 'media', 'ebookFormat'))),
      'id',
    ),
  );
  await server.call('/api/emails/ereader-devices', {
    method: 'POST',
    body: {
      ereaderDevices: [
        { name: 'Kindle', email: 'kindle@example.com', availabilityOption: 'userOrUp', users: [] },
        { name: 'Full', email: 'refused@example.com', availabilityOption: 'userOrUp', users: [] },
      ],
    },
  });
});
afterAll(() => Promise.all([server.stop(), sink.stop(), locked.stop()]));
beforeEach(() => use({}));

const use = (change: object) =>
  server.call('/api/emails/settings', {
    method: 'PATCH',
    body: {
      host: '127.0.0.1',
      port: sink.port,
      secure: false,
      rejectUnauthorized: false,
      user: null,
      pass: null,
      testAddress: 'test@example.com',
      fromAddress: 'Library <books@example.com>',
      ...change,
    },
  });
const post = (path: string, body: unknown = {}, as = 'root') => server.call(path, { method: 'POST', body, as });
const answer = ({ status, body, headers }: { status: number; body: unknown; headers: Headers }) => [
  status,
  headers.get('content-type'),
  body,
];
const recorded = (name: string) => {
  const { response } = recording(`emails/${name}`);
  return [response.status, response.headers['content-type'], response.body];
};

describe('a test mail', () => {
  test('is received, and answered as recorded (CFG-041)', async () => {
    const before = sink.mails.length;
    expect(answer(await post('/api/emails/test'))).toEqual(recorded('test'));
    expect(sink.mails.slice(before)).toMatchObject([{ from: 'books@example.com', to: ['test@example.com'] }]);
    expect(sink.mails.at(-1)?.source).toContain('Success!');
  });

  test('goes to the sender when there is no address for tests', async () => {
    await use({ testAddress: null });
    expect((await post('/api/emails/test')).status).toBe(200);
    expect(sink.mails.at(-1)?.to).toEqual(['books@example.com']);
  });

  test('signs in where the mail server requires it; a wrong password makes it unusable', async () => {
    await use({ port: locked.port, user: 'library', pass: 'open sesame' });
    expect((await post('/api/emails/test')).status).toBe(200);
    expect(locked.mails).toHaveLength(1);
    await use({ port: locked.port, user: 'library', pass: 'wrong' });
    expect(answer(await post('/api/emails/test'))).toEqual(recorded('test-err-unreachable'));
  });

  test('fails as recorded when the mail server is down', async () => {
    await use({ port: 1 });
    expect(answer(await post('/api/emails/test'))).toEqual(recorded('test-err-unreachable'));
  });

  test('that the mail server refuses is answered with its message', async () => {
    await use({ testAddress: 'refused@example.com' });
    const { status, body } = await post('/api/emails/test');
    expect([status, body]).toEqual([400, expect.stringContaining('No such mailbox')]);
  });
});

describe('an ebook', () => {
  const send = (deviceName: string, as = 'root') =>
    post('/api/emails/send-ebook-to-device', { libraryItemId: ebook, deviceName }, as);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  const bytesOf = async (path: string) => {
    const token = await server.ctx.tokens.access(server.user('root'));
    const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return Buffer.from(await answer.arrayBuffer());
  };

  test('arrives at the device, byte for byte', async () => {
    expect(answer(await send('Kindle', 'listener'))).toEqual(recorded('send-ebook'));
    const mail = sink.mails.at(-1);
    if (!mail) throw new Error('no mail');
    expect(mail.to).toEqual(['kindle@example.com']);
    const file = await bytesOf(`/api/items/${ebook}/ebook`);
    const { name, bytes } = attachmentOf(mail);
    expect(name).toMatch(/\.(epub|pdf|cbz|mobi)$/);
    expect(hash(bytes)).toBe(hash(file));
  });

  test('that the mail server refuses is answered with its message', async () => {
    const { status, body } = await send('Full');
    expect([status, body]).toEqual([400, expect.stringContaining('No such mailbox')]);
  });
});
