import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { ServerContext } from '../context.ts';
import { isAdmin } from '../http/access.ts';
import { isRecord } from '../http/input.ts';
import type { LogLevel } from '../logger.ts';
import type { User } from '../store/users.repo.ts';
import { publicUserJson } from '../users/user-json.ts';
import { onlineUsersJson } from '../users/online.ts';
import { payloadsByReceiver } from './audience.ts';

interface Connection {
  readonly socket: Socket;
  userId: string | null;
  /** Log entries from this level on are sent; null sends none. */
  logLevel: LogLevel | null;
}

/** The socket at `/socket.io`: sign-in of connections, announcements to those who may have them, the few client events. */
export function registerSocket(app: FastifyInstance, ctx: ServerContext): void {
  const io = new Server({ path: '/socket.io', serveClient: false, cors: { origin: false }, maxHttpBufferSize: 1e6 });
  const connections = new Set<Connection>();

  let isAttached = false;
  app.addHook('onReady', async () => {
    io.attach(app.server);
    isAttached = true;
  });
  app.addHook('preClose', async () => {
    if (!isAttached) return; // A start that failed has nothing to close here.
    io.disconnectSockets(true);
    await io.close();
  });

  io.on('connection', (socket) => {
    const connection: Connection = { socket, userId: null, logLevel: null };
    connections.add(connection);
    const admin = (): User | undefined => {
      const user = connection.userId === null ? undefined : ctx.store.users.byId(connection.userId);
      return user && isAdmin(user) ? user : undefined;
    };
    socket.on('auth', (token: unknown) => void signIn(ctx, connection, token));
    socket.on('ping', () => {
      if (connection.userId !== null) ctx.log.debug('Socket', `Ping of ${connection.userId}`);
      socket.emit('pong');
    });
    socket.on('cancel_scan', (libraryId: unknown) => {
      if (admin() && typeof libraryId === 'string') ctx.scans.cancel(libraryId);
    });
    socket.on('set_log_listener', (level: unknown) => {
      if (admin()) connection.logLevel = typeof level === 'number' && level >= 0 && level <= 6 ? (Math.trunc(level) as LogLevel) : 0;
    });
    socket.on('remove_log_listener', () => (connection.logLevel = null));
    socket.on('message_all_users', (payload: unknown) => {
      if (admin() && isRecord(payload) && typeof payload['message'] === 'string') ctx.events.toEveryone('admin_message', payload['message']);
    });
    socket.on('disconnect', () => {
      connections.delete(connection);
      if (connection.userId !== null) signOut(ctx, connection.userId);
    });
  });

  const unsubscribe = ctx.events.subscribe((announcement) => {
    const receivers = [...connections].flatMap(({ socket, userId }) => (userId === null ? [] : [{ id: socket.id, userId }]));
    // One emit per different payload: the library writes it once for all sockets that get it.
    for (const { ids, payload } of payloadsByReceiver(announcement, receivers, ctx.store.users.byId)) {
      if (payload === undefined) io.to(ids).emit(announcement.event);
      else io.to(ids).emit(announcement.event, payload);
    }
  });
  const unsubscribeLog = ctx.log.subscribe((entry) => {
    for (const { socket, logLevel } of connections) if (logLevel !== null && entry.level >= logLevel) socket.emit('log', entry);
  });
  ctx.onClose(() => {
    unsubscribe();
    unsubscribeLog();
  });
}

async function signIn(ctx: ServerContext, connection: Connection, token: unknown): Promise<void> {
  const { socket } = connection;
  const check = typeof token === 'string' ? await ctx.tokens.check(token) : undefined;
  if (!check?.ok || check.claims.type === 'api') {
    socket.emit('auth_failed', { message: 'Invalid token' });
    return;
  }
  const user = check.claims.userId === undefined ? undefined : ctx.store.users.byId(check.claims.userId);
  if (!user?.isActive) {
    socket.emit('auth_failed', { message: 'Invalid user' });
    return;
  }
  if (socket.disconnected) return;
  if (connection.userId !== user.id) {
    if (connection.userId !== null) signOut(ctx, connection.userId);
    connection.userId = user.id;
    ctx.presence.arrive(user.id);
    announcePresence(ctx, 'user_online', user.id);
  }
  socket.emit('init', { userId: user.id, username: user.username, ...(isAdmin(user) ? { usersOnline: onlineUsersJson(ctx) } : {}) });
}

function signOut(ctx: ServerContext, userId: string): void {
  if (ctx.presence.leave(userId)) announcePresence(ctx, 'user_offline', userId);
}

/** Coming and going is when a user was last seen. */
function announcePresence(ctx: ServerContext, event: 'user_online' | 'user_offline', userId: string): void {
  ctx.store.users.setLastSeen(userId, Date.now());
  const user = ctx.store.users.byId(userId);
  const open = ctx.playback.ofUser(userId);
  if (user) ctx.events.toAdmins(event, publicUserJson(user, open ? ctx.playback.toJson(open) : null));
}
