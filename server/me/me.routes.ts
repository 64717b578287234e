import type { FastifyInstance } from 'fastify';
import { passwordChange, rootPasswordChange } from '../../src/schemas/requests/accounts.ts';
import { ereaderDevices as devicesSchema } from '../../src/schemas/requests/server.ts';
import { AUTH_BODY_LIMIT } from '../auth/auth.routes.ts';
import { verifyPassword } from '../auth/passwords.ts';
import type { ServerContext } from '../context.ts';
import { readBody } from '../http/body.ts';
import { seriesIn } from '../items/series.repo.ts';
import { fail } from '../http/errors.ts';
import { param } from '../http/input.ts';
import { changeAccount } from '../users/accounts.ts';
import { ereaderDevicesOf, toEreaderDevice, userJson, type EreaderDevice } from '../users/user-json.ts';
import { listeningSessions, listeningStats } from './listening.ts';
import { announceUser } from './progress.service.ts';
import { yearStats } from './year-stats.ts';

/** The own account: profile, password, listening history and statistics, hidden series, e-reader devices. */
export function registerMe(app: FastifyInstance, ctx: ServerContext): void {
  app.get('/api/me', async (request) => userJson(ctx, request.user));

  app.patch('/api/me/password', { preHandler: ctx.limitAuth, bodyLimit: AUTH_BODY_LIMIT }, async (request, reply) => {
    if (request.user.type === 'guest') throw fail(403);
    const { password, newPassword } = readBody(
      request,
      request.user.type === 'root' ? rootPasswordChange : passwordChange,
    );
    if (!(await verifyPassword(ctx.readers, password, request.user.passwordHash))) throw fail(400, 'Invalid password');
    await changeAccount(ctx, request.user.id, { password: newPassword }, request.sessionId);
    return reply.send('OK');
  });

  app.get('/api/me/listening-sessions', async (request) =>
    listeningSessions(ctx, request, { userId: request.user.id }),
  );
  app.get('/api/me/item/listening-sessions/:libraryItemId', async (request) => {
    const libraryItemId = param(request, 'libraryItemId');
    if (!ctx.items.access(libraryItemId)) throw fail(404);
    return listeningSessions(ctx, request, { userId: request.user.id, libraryItemId });
  });
  app.get('/api/me/item/listening-sessions/:libraryItemId/:episodeId', async (request) => {
    const [libraryItemId, episodeId] = [param(request, 'libraryItemId'), param(request, 'episodeId')];
    if (!ctx.items.access(libraryItemId)) throw fail(404);
    return listeningSessions(ctx, request, { userId: request.user.id, libraryItemId, episodeId });
  });
  app.get('/api/me/listening-stats', async (request) => listeningStats(ctx, request.user.id));
  app.get('/api/me/stats/year/:year', async (request) => {
    const year = Number(param(request, 'year'));
    if (!Number.isInteger(year) || year < 1970 || year > 9999) throw fail(400, 'Invalid year');
    return yearStats(ctx, request.user.id, year);
  });

  const setHidden = (path: string, isHidden: boolean) =>
    app.get(path, async (request) => {
      const id = param(request, 'id');
      if (!seriesIn(ctx.store.database).byId(id)) throw fail(404);
      const user = ctx.store.users.change(request.user.id, (before) => {
        const others = before.seriesHideFromContinueListening.filter((hidden) => hidden !== id);
        return { ...before, seriesHideFromContinueListening: isHidden ? [...others, id] : others };
      });
      if (!user) throw fail(404);
      announceUser(ctx, user.id);
      return userJson(ctx, user);
    });
  setHidden('/api/me/series/:id/remove-from-continue-listening', true);
  setHidden('/api/me/series/:id/readd-to-continue-listening', false);

  app.post('/api/me/ereader-devices', async (request) => {
    if (!request.user.permissions.createEreader) throw fail(403);
    const own = readBody(request, devicesSchema).ereaderDevices.map(toEreaderDevice);
    if (!own.every((device) => isOwnDevice(device, request.user.id))) {
      throw fail(
        400,
        'Invalid payload. ereaderDevices array items must have availabilityOption "specificUsers" and only the current user',
      );
    }
    const others = ctx.store.settings
      .get<EreaderDevice[]>('ereaderDevices', [])
      .filter((device) => !isOwnDevice(device, request.user.id));
    const names = [...others, ...own].map((device) => device.name);
    if (new Set(names).size < names.length) throw fail(400, 'Invalid payload. Duplicate "name" field found.');
    ctx.store.settings.set('ereaderDevices', [...others, ...own]);
    const ereaderDevices = ereaderDevicesOf(ctx, request.user);
    ctx.events.toUser(request.user.id, 'ereader-devices-updated', { ereaderDevices });
    return { ereaderDevices };
  });
}

function isOwnDevice(device: EreaderDevice, userId: string): boolean {
  return device.availabilityOption === 'specificUsers' && device.users.length === 1 && device.users[0] === userId;
}
