import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, stringList } from '../http/input.ts';
import { cronProblem } from './cron.ts';
import type { ServerSettings } from './server-settings.ts';
import { renameIgnoringPrefixes } from './sorting-prefixes.ts';

/** Server settings, sorting prefixes, cron check and the log of today. */
export function registerSettings(app: FastifyInstance, ctx: ServerContext): void {
  const admins = { preHandler: requireAdmin };

  app.patch('/api/settings', admins, async (request) => {
    ctx.settings.update(readSettings(bodyOf(request), ctx.settings.get()));
    return { serverSettings: ctx.settings.toJson() };
  });

  app.patch('/api/sorting-prefixes', admins, async (request) => {
    const given = stringList(bodyOf(request)['sortingPrefixes'])?.map((prefix) => prefix.trim().toLowerCase()).filter((prefix) => prefix !== '');
    if (!given || given.length === 0) throw fail(400, 'Invalid request body');
    ctx.settings.update({ sortingPrefixes: [...new Set(given)] });
    const rowsUpdated = renameIgnoringPrefixes(ctx.store.database, ctx.settings.get().sortingPrefixes);
    return { rowsUpdated, serverSettings: ctx.settings.toJson() };
  });

  app.post('/api/validate-cron', async (request, reply) => {
    const { expression } = bodyOf(request);
    if (typeof expression !== 'string' || expression === '') throw fail(400);
    const problem = cronProblem(expression);
    if (problem !== null) throw fail(400, problem);
    return reply.send('OK');
  });

  app.get('/api/logger-data', admins, async () => ({ currentDailyLogs: ctx.log.today() }));
}

/** Settings which are not changed here: sign-in methods and the backup folder have calls of their own. */
const isElsewhere = (key: string) => key.startsWith('auth') || key === 'backupPath';

/** Known keys with a value of the right type; everything else is ignored as the real server does. */
function readSettings(body: Record<string, unknown>, current: Readonly<ServerSettings>): Partial<ServerSettings> {
  const entries = Object.entries(body).filter(([key, value]) => {
    if (!(key in current) || isElsewhere(key)) return false;
    if (key === 'backupSchedule') return value === false || (typeof value === 'string' && cronProblem(value) === null);
    const known: unknown = current[key as keyof ServerSettings];
    if (Array.isArray(known)) return stringList(value) !== undefined;
    return typeof value === typeof known && (typeof value !== 'number' || Number.isFinite(value));
  });
  return Object.fromEntries(entries) as Partial<ServerSettings>;
}
