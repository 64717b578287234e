import type { ServerContext } from '../context.ts';
import { publicUserJson } from './user-json.ts';

/** Connected users with their open session and the number of their sockets. */
export function onlineUsersJson(ctx: ServerContext) {
  return ctx.presence.online().flatMap(([userId, connections]) => {
    const user = ctx.store.users.byId(userId);
    const open = ctx.playback.ofUser(userId);
    return user ? [{ ...publicUserJson(user, open ? ctx.playback.toWholeJson(open) : null), connections }] : [];
  });
}
