import { connect as connectTo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { socketRecording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { openSocket, type TestSocket } from '../../support/socket.ts';

const recordedPayload = (name: string, event: string) =>
  socketRecording(name).events.find((entry) => entry.event === event && entry.dir === 'in')?.payload;

describe('the socket', () => {
  let server: TestServer;
  let root: TestClient;
  let user: TestClient;
  const open: TestSocket[] = [];
  const connect = async (client?: TestClient): Promise<TestSocket> => {
    const socket = await openSocket(server.url, client);
    open.push(socket);
    return socket;
  };
  beforeAll(async () => {
    server = await startServer();
    root = await server.account('root', 'root');
    user = await server.account('user');
  });
  afterEach(async () => {
    open.splice(0).forEach((socket) => socket.close());
    await vi.waitUntil(() => server.ctx.presence.online().length === 0);
  });
  afterAll(() => server.stop());

  it('sends the online users to an admin at sign-in, to a plain user only their own account', async () => {
    const [admin, plain] = [await connect(root), await connect(user)];
    expectSameShape(await admin.next('init'), recordedPayload('connect-auth-admin', 'init'));
    expect(await plain.next('init')).toEqual({ userId: user.user?.id, username: 'user' });
    expectSameShape(await admin.next('user_online'), recordedPayload('user-online-offline', 'user_online'));
    expect(plain.names()).toEqual(['init']);
  });

  it('announces to admins that a user left when the last socket closes', async () => {
    const [admin, first, second] = [await connect(root), await connect(user), await connect(user)];
    first.close();
    await vi.waitUntil(() => server.ctx.presence.online().find(([id]) => id === user.user?.id)?.[1] === 1);
    expect(admin.names()).not.toContain('user_offline');
    second.close();
    expect(await admin.next('user_offline')).toMatchObject({ id: user.user?.id, session: null });
  });

  it.each([
    ['garbage', 'Invalid token'],
    [42, 'Invalid token'],
  ])('refuses %j and stays open for another try', async (token, message) => {
    const socket = await connect();
    socket.socket.emit('auth', token);
    expect(await socket.next('auth_failed')).toEqual({ message });
    socket.socket.emit('auth', user.token);
    expect(await socket.next('init')).toMatchObject({ username: 'user' });
  });

  it('refuses the token of a deleted account', async () => {
    const ghost = await server.ctx.tokens.access({ id: '00000000-0000-4000-8000-000000000000', username: 'ghost' });
    const socket = await connect();
    socket.socket.emit('auth', ghost);
    expect(await socket.next('auth_failed')).toEqual({ message: 'Invalid user' });
  });

  it('accepts a new token on the same socket without a second online event', async () => {
    const [admin, plain] = [await connect(root), await connect(user)];
    plain.socket.emit('auth', user.token);
    await vi.waitUntil(() => plain.names().length === 2);
    expect(plain.names()).toEqual(['init', 'init']);
    expect(admin.names().filter((name) => name === 'user_online')).toHaveLength(2);
  });

  it('sends a socket without a sign-in only pong', async () => {
    const [silent, plain] = [await connect(), await connect(user)];
    server.ctx.events.toEveryone('admin_message', 'hello');
    silent.socket.emit('ping');
    await silent.next('pong');
    expect([silent.names(), await plain.next('admin_message')]).toEqual([['pong'], 'hello']);
  });

  it('passes a message to all users on from an admin only', async () => {
    const [admin, plain] = [await connect(root), await connect(user)];
    plain.socket.emit('message_all_users', { message: 'not allowed' });
    admin.socket.emit('message_all_users', { message: 'Server restarts at noon' });
    expect([await plain.next('admin_message'), await admin.next('admin_message')]).toEqual([
      'Server restarts at noon',
      'Server restarts at noon',
    ]);
  });

  it('sends log entries from the requested level on, until unsubscribed', async () => {
    const admin = await connect(root);
    admin.socket.emit('set_log_listener', 3);
    admin.socket.emit('ping');
    await admin.next('pong');
    server.ctx.log.info('Test', 'too quiet');
    server.ctx.log.error('Test', 'loud');
    expectSameShape(await admin.next('log'), recordedPayload('log-listener', 'log'));
    expect(await admin.next('log')).toMatchObject({ source: 'Test', message: 'loud', levelName: 'ERROR', level: 4 });
    admin.socket.emit('remove_log_listener');
    admin.socket.emit('auth', root.token);
    await vi.waitUntil(() => admin.names().filter((name) => name === 'init').length === 2);
    server.ctx.log.error('Test', 'unheard');
    server.ctx.events.toAdmins('admin_message', 'after');
    await admin.next('admin_message');
    expect(admin.names().filter((name) => name === 'log')).toHaveLength(1);
  });

  it('announces a task from its start to its end in the recorded shape', async () => {
    const plain = await connect(user);
    const task = server.ctx.tasks.start({
      action: 'library-scan',
      about: { libraryId: '1' },
      title: { text: 'Scanning "X" library', key: 'MessageTaskScanningLibrary', subs: ['X'] },
      data: { libraryId: '1', libraryName: 'X', libraryMediaType: 'book' },
      showSuccess: true,
    });
    expectSameShape(await plain.next('task_started'), recordedPayload('scan-small-library', 'task_started'));
    expect((await user.get('/api/tasks')).body).toMatchObject({ tasks: [{ id: task.id, isFinished: false }] });
    task.addData({ scanResults: { added: 2, updated: 0, missing: 0, elapsed: 3, text: '2 added' } });
    task.finish();
    expectSameShape(await plain.next('task_finished'), recordedPayload('scan-small-library', 'task_finished'));
    expect((await user.get('/api/tasks')).body).toEqual({ tasks: [] });
  });

  it('sends items only to users who can see them, and lists reduced to these', async () => {
    const permissions = { accessAllTags: false, selectedTagsNotAccessible: true, accessExplicitContent: true };
    const tagged = await server.account('tagged', 'user', permissions);
    if (tagged.user) server.ctx.store.users.update({ ...tagged.user, itemTagsSelected: ['adult'] });
    const [limited, plain] = [await connect(tagged), await connect(user)];
    const item = (id: string, explicit: boolean, tags: string[]) => ({
      id,
      libraryId: 'l',
      mediaType: 'book' as const,
      media: { metadata: { explicit }, tags },
    });
    server.ctx.events.items('items_added', [item('a', false, []), item('b', true, []), item('c', false, ['adult'])]);
    server.ctx.events.item('item_updated', item('c', false, ['adult']));
    server.ctx.events.toEveryone('admin_message', 'end');
    await Promise.all([limited.next('admin_message'), plain.next('admin_message')]);
    expect(await limited.next('items_added')).toMatchObject([{ id: 'a' }, { id: 'b' }]);
    expect(await plain.next('items_added')).toMatchObject([{ id: 'a' }, { id: 'c' }]);
    expect([limited.names().includes('item_updated'), plain.names().includes('item_updated')]).toEqual([false, true]);
  });

  it('loses and doubles nothing with fifty sockets and a thousand changed items', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, (_, index) => connect(index % 2 === 0 ? root : user)));
    const item = (index: number) => ({
      id: `i${index}`,
      libraryId: 'l',
      mediaType: 'book' as const,
      media: { metadata: { explicit: index % 10 === 0 }, tags: [] },
    });
    for (let chunk = 0; chunk < 100; chunk += 1)
      server.ctx.events.items(
        'items_updated',
        Array.from({ length: 10 }, (_, index) => item(chunk * 10 + index)),
      );
    server.ctx.events.toEveryone('admin_message', 'end');
    await Promise.all(sockets.map((socket) => socket.next('admin_message')));
    const idsOf = (socket: TestSocket) =>
      socket.events.flatMap(([name, payload]) =>
        name === 'items_updated' ? (payload as { id: string }[]).map(({ id }) => id) : [],
      );
    const all = Array.from({ length: 1000 }, (_, index) => `i${index}`);
    const plain = all.filter((_, index) => index % 10 !== 0);
    expect(sockets.map((socket, index) => idsOf(socket).join() === (index % 2 === 0 ? all : plain).join())).toEqual(
      sockets.map(() => true),
    );
  });
});

describe('the end of the server', () => {
  /** A call that is not over yet, on a connection of its own. */
  async function begunCall(server: TestServer) {
    const { host, port } = new URL(server.url);
    const connection = connectTo(Number(port), '127.0.0.1');
    let answers = '';
    connection.on('data', (data: Buffer) => void (answers += data.toString()));
    const isClosed = new Promise((resolve) => connection.once('close', resolve));
    connection.write(
      `POST /login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    );
    await new Promise((resolve) => server.app.server.once('request', resolve));
    return { host, connection, isClosed, answers: () => answers };
  }

  it('waits for a call under way, and opens no socket meanwhile', async () => {
    const server = await startServer();
    const { host, connection, isClosed, answers } = await begunCall(server);
    const ending = server.stop();
    connection.write(`}GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await Promise.all([ending, isClosed]);
    expect(answers()).toMatch(/^HTTP\/1\.1 400 .*HTTP\/1\.1 403 /s);
  });

  it('does not wait for a call without an end', async () => {
    const server = await startServer();
    const { isClosed, answers } = await begunCall(server);
    await Promise.all([server.stop(), isClosed]);
    expect(answers()).toBe('');
  });
});
