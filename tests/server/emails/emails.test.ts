import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../support/embedded-server.ts';
import { recording, socketRecording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let guest: TestClient;
let ebook: string;
let audiobook: string;

beforeAll(async () => {
  server = await startDemo();
  guest = await server.account('visitor', 'guest');
  const items = listAt((await server.call(`/api/libraries/${server.bookLibraryId}/items`)).body, 'results');
  const first = (hasEbook: boolean) =>
    String(
      at(
        items.find(
          (item) =>
            Boolean(at(item, 'media', 'ebookFormat')) === hasEbook &&
            at(item, 'media', 'metadata', 'explicit') === false,
        ),
        'id',
      ),
    );
  [ebook, audiobook] = [first(true), first(false)];
});
afterAll(() => server.stop());

const post = (path: string, body: unknown, as = 'root') => server.call(path, { method: 'POST', body, as });
const error = ({ status, body, headers }: { status: number; body: unknown; headers: Headers }) => [
  status,
  headers.get('content-type'),
  body,
];
const recorded = (name: string) => {
  const { response } = recording(`emails/${name}`);
  return [response.status, response.headers['content-type'], response.body];
};
const kindle = { name: 'Family Kindle', email: 'kindle@example.com', availabilityOption: 'userOrUp', users: [] };
const adminReader = { name: 'Admin Reader', email: 'adm@example.com', availabilityOption: 'adminOrUp', users: [] };

describe('mail settings', () => {
  test('start as recorded and keep changes', async () => {
    expect((await server.call('/api/emails/settings')).body).toEqual(
      recording('emails/settings-initial').response.body,
    );
    const { request, response } = recording('emails/settings-update');
    expect((await server.call('/api/emails/settings', { method: 'PATCH', body: request.body })).body).toEqual(
      response.body,
    );
    expect((await server.call('/api/emails/settings')).body).toEqual(response.body);
  });

  test('ignore unknown keys and values of another type', async () => {
    const before = (await server.call('/api/emails/settings')).body;
    const body = { port: 'x', secure: 1, host: 7, id: 'other', ereaderDevices: [kindle], __proto__: { host: 'x' } };
    expect((await server.call('/api/emails/settings', { method: 'PATCH', body })).body).toEqual(before);
  });

  test('are hidden from all but administrators', async () => {
    expect(error(await server.call('/api/emails/settings', { as: 'listener' }))).toEqual(recorded('settings-err-user'));
    expect((await server.call('/api/emails/settings', { method: 'PATCH', body: {}, as: 'listener' })).status).toBe(404);
    expect((await post('/api/emails/test', {}, 'listener')).status).toBe(404);
    expect((await post('/api/emails/ereader-devices', { ereaderDevices: [] }, 'listener')).status).toBe(404);
  });

  test('cannot be tested without a mail host, as on a real server', async () => {
    expect(error(await post('/api/emails/test', {}))).toEqual(recorded('test-err-unreachable'));
  });
});

describe('e-reader devices', () => {
  test.each(['ereader-devices-err', 'ereader-devices-err-fields'])('are refused as recorded in %s', async (name) => {
    expect(error(await post('/api/emails/ereader-devices', recording(`emails/${name}`).request.body))).toEqual(
      recorded(name),
    );
  });

  test('are refused when two have one name', async () => {
    expect((await post('/api/emails/ereader-devices', { ereaderDevices: [kindle, kindle] })).status).toBe(400);
  });

  test('are stored, announced to administrators, and shown to the users who may send to them', async () => {
    server.announcements.splice(0);
    const ereaderDevices = [
      kindle,
      adminReader,
      {
        name: 'One User',
        email: 'one@example.com',
        availabilityOption: 'specificUsers',
        users: [server.user('listener').id],
      },
    ];
    expect((await post('/api/emails/ereader-devices', { ereaderDevices })).body).toEqual({ ereaderDevices });
    const [report] = server.announcements;
    expect([report?.event, report?.audience]).toEqual(['ereader-devices-updated', { to: 'admins' }]);
    expectSameShape(report?.payload, socketRecording('ereader-devices-updated-admin').events[0]?.payload);
    const namesFor = async (as: string) =>
      listAt((await post('/api/authorize', {}, as)).body, 'ereaderDevices').map((device) => at(device, 'name'));
    expect([await namesFor('root'), await namesFor('listener'), await namesFor('visitor')]).toEqual([
      ['Family Kindle', 'Admin Reader'],
      ['Family Kindle', 'One User'],
      [],
    ]);
  });
});

describe('an ebook for a device', () => {
  const send = (libraryItemId: string, deviceName: string, as = 'root') =>
    post('/api/emails/send-ebook-to-device', { libraryItemId, deviceName }, as);

  test('is refused as recorded when device, right, item or ebook is missing', async () => {
    expect(error(await send('x', 'None'))).toEqual(recorded('send-ebook-err-device'));
    expect(error(await send(ebook, 'Admin Reader', 'listener'))).toEqual(recorded('send-ebook-err-user'));
    expect(error(await send('x', 'Family Kindle'))).toEqual(recorded('send-ebook-err-item'));
    expect(error(await send(audiobook, 'Family Kindle'))).toEqual(recorded('send-ebook-err-no-ebook'));
    expect(
      (
        await guest.send('POST', '/api/emails/send-ebook-to-device', {
          libraryItemId: ebook,
          deviceName: 'Family Kindle',
        })
      ).status,
    ).toBe(403);
  });

  test('is not sent without a working mail host', async () => {
    expect(error(await send(ebook, 'Family Kindle', 'listener'))).toEqual(recorded('test-err-unreachable'));
  });
});
