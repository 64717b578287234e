import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { ServerContext } from '../context.ts';
import type { TokenClaims } from '../auth/tokens.ts';
import { messageOf } from '../errors.ts';
import { isAdmin } from '../http/access.ts';
import { isRecord } from '../http/input.ts';
import { endConnections } from '../http/listen.ts';
import type { LogLevel } from '../logger.ts';
import { publicUserJson } from '../users/user-json.ts';
import { onlineUsersJson } from '../users/online.ts';
import { payloadsByReceiver } from './audience.ts';

interface Connection {
  readonly socket: Socket;
  userId: string | null;
  /** Of the token with which it signed in. */
  claims: TokenClaims | null;
  /** Log entries from this level on are sent; null sends none. */
  logLevel: LogLevel | null;
}

/** The socket at `/socket.io`: sign-in of connections, announcements to their receivers, the few client events. */
export function registerSocket(app: FastifyInstance, ctx: ServerContext): void {
  let isClosing = false;
  const io = new Server({
    path: '/socket.io',
    serveClient: false,
    cors: { origin: false },
    maxHttpBufferSize: 1e6,
    allowRequest: (request, done) => done(null, !isClosing && ctx.isOurHost(request.headers.host)),
  });
  const connections = new Set<Connection>();

  const isAdminHere = ({ userId }: Connection): boolean => {
    const user = userId === null ? undefined : ctx.auth.activeUser(userId);
    return user !== undefined && isAdmin(user);
  };

  app.addHook('onReady', async () => void io.attach(app.server));
  app.addHook('preClose', async () => {
    isClosing = true;
    if (!app.server.listening) return; // A start that failed has nothing to close here.
    io.disconnectSockets(true);
    await Promise.all([io.close(), endConnections(app.server)]);
  });

  io.on('connection', (socket) => {
    const connection: Connection = { socket, userId: null, claims: null, logLevel: null };
    connections.add(connection);
    const admin = () => isAdminHere(connection);
    /** Errors of a handler go to the log: one message must not end the server. */
    const on = (event: string, handle: (argument: unknown) => void | Promise<void>): void => {
      socket.on(event, (argument: unknown) => {
        Promise.resolve(argument)
          .then(handle)
          .catch((cause: unknown) => ctx.log.error('Socket', `${event}: ${messageOf(cause)}`));
      });
    };
    on('auth', (token) => signIn(ctx, connection, token));
    on('ping', () => {
      if (connection.userId !== null) ctx.log.debug('Socket', `Ping of ${connection.userId}`);
      socket.emit('pong');
    });
    on('cancel_scan', (libraryId) => {
      if (admin() && typeof libraryId === 'string') ctx.scans.cancel(libraryId);
    });
    on('set_log_listener', (level) => {
      if (admin())
        connection.logLevel =
          typeof level === 'number' && level >= 0 && level <= 6 ? (Math.trunc(level) as LogLevel) : 0;
    });
    on('remove_log_listener', () => void (connection.logLevel = null));
    on('message_all_users', (payload) => {
      if (admin() && isRecord(payload) && typeof payload['message'] === 'string')
        ctx.events.toEveryone('admin_message', payload['message']);
    });
    on('disconnect', () => {
      connections.delete(connection);
      if (connection.userId !== null) signOut(ctx, connection.userId);
    });
  });

  const unsubscribe = ctx.events.subscribe((announcement) => {
    const receivers = [...connections].flatMap(({ socket, userId }) =>
      userId === null ? [] : [{ id: socket.id, userId }],
    );
    // One emit per different payload: the library serializes it once for all its sockets.
    for (const { ids, payload } of payloadsByReceiver(announcement, receivers, ctx.auth.activeUser)) {
      if (payload === undefined) io.to(ids).emit(announcement.event);
      else io.to(ids).emit(announcement.event, payload);
    }
  });
  const unsubscribeLog = ctx.log.subscribe((entry) => {
    for (const connection of connections) {
      if (connection.logLevel !== null && entry.level >= connection.logLevel && isAdminHere(connection))
        connection.socket.emit('log', entry);
    }
  });
  ctx.auth.onChange((userId) => {
    for (const connection of connections) {
      const isMeant = connection.claims !== null && (userId === null || connection.userId === userId);
      if (isMeant && connection.claims && !ctx.auth.userOfClaims(connection.claims)) endSignIn(ctx, connection);
    }
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
  const user = ctx.auth.userOfClaims(check.claims);
  if (!user) {
    socket.emit('auth_failed', { message: 'Invalid user' });
    return;
  }
  if (socket.disconnected) return;
  if (connection.userId !== user.id) {
    if (connection.userId !== null) signOut(ctx, connection.userId);
    connection.userId = user.id;
    connection.logLevel = null;
    ctx.presence.arrive(user.id);
    announcePresence(ctx, 'user_online', user.id);
  }
  connection.claims = check.claims;
  socket.emit('init', {
    userId: user.id,
    username: user.username,
    ...(isAdmin(user) ? { usersOnline: onlineUsersJson(ctx) } : {}),
  });
}

/** The connection stays open for another token; until then it gets nothing. */
function endSignIn(ctx: ServerContext, connection: Connection): void {
  const { userId, socket } = connection;
  Object.assign(connection, { userId: null, claims: null, logLevel: null });
  if (userId !== null) signOut(ctx, userId);
  socket.emit('auth_failed', { message: 'Invalid token' });
}

function signOut(ctx: ServerContext, userId: string): void {
  if (ctx.presence.leave(userId)) announcePresence(ctx, 'user_offline', userId);
}

/** Arrival and departure set the time a user was last seen. */
function announcePresence(ctx: ServerContext, event: 'user_online' | 'user_offline', userId: string): void {
  try {
    ctx.store.users.setLastSeen(userId, Date.now());
  } catch (cause) {
    ctx.log.warn('Socket', `When an account was last seen could not be saved: ${messageOf(cause)}`);
  }
  const user = ctx.store.users.byId(userId);
  const open = ctx.playback.ofUser(userId);
  if (user) ctx.events.toAdmins(event, publicUserJson(user, open ? ctx.playback.toWholeJson(open) : null));
}
