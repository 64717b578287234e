import type { FastifyInstance } from 'fastify';
import { cronExpression, settingsChange, sortingPrefixes } from '../../src/schemas/requests/server.ts';
import type { ServerContext } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { cronProblem } from './cron.ts';
import type { LogLevel } from '../logger.ts';
import { renameIgnoringPrefixes } from '../items/sort-names.repo.ts';

/** Server settings, sorting prefixes, cron check and the log of today. */
export function registerSettings(app: FastifyInstance, ctx: ServerContext): void {
  const admins = { preHandler: requireAdmin };

  app.patch('/api/settings', admins, async (request) => {
    const { backupSchedule, logLevel, ...change } = readBody(request, settingsChange);
    const isSchedule = backupSchedule !== undefined && (!backupSchedule || cronProblem(backupSchedule) === null);
    ctx.settings.update({
      ...change,
      ...(isSchedule ? { backupSchedule } : {}),
      ...(logLevel === undefined ? {} : { logLevel: logLevel as LogLevel }),
    });
    return { serverSettings: ctx.settings.toJson() };
  });

  app.patch('/api/sorting-prefixes', admins, async (request) => {
    const given = readBody(request, sortingPrefixes)
      .sortingPrefixes.map((prefix) => prefix.trim().toLowerCase())
      .filter((prefix) => prefix !== '');
    const prefixes = [...new Set(given)];
    const rowsUpdated = renameIgnoringPrefixes(ctx.store.database, prefixes);
    ctx.settings.update({ sortingPrefixes: prefixes });
    return { rowsUpdated, serverSettings: ctx.settings.toJson() };
  });

  app.post('/api/validate-cron', async (request, reply) => {
    const { expression } = readBody(request, cronExpression);
    const problem = cronProblem(expression);
    if (problem !== null) throw fail(400, problem);
    return reply.send('OK');
  });

  app.get('/api/logger-data', admins, async () => ({ currentDailyLogs: ctx.log.today() }));
}
