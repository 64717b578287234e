import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { backupPath } from '../../src/schemas/requests/server.ts';
import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail, failPage } from '../http/errors.ts';
import { param } from '../http/input.ts';
import { refuseOutsideOfDemo } from '../library/chosen-folder.ts';
import { sendFile } from '../http/send-file.ts';
import { everyMinute } from '../settings/cron.ts';
import { BACKUP_EXTENSION, createBackupService, type Backup } from './backups.service.ts';

export const registerBackups: Area = async (app, ctx) => {
  const backups = createBackupService(ctx);
  await backups.sweep();
  const admin = { preHandler: requireAdmin };
  const find = async (request: FastifyRequest): Promise<Backup> => {
    const found = await backups.find(param(request, 'id'));
    if (!found) throw fail(404);
    return found;
  };

  app.get('/api/backups', admin, async () => ({
    backups: await backups.list(),
    backupLocation: ctx.settings.get().backupPath,
    backupPathEnvSet: false,
  }));

  app.post('/api/backups', admin, async () => {
    await backups.create();
    return { backups: await backups.list() };
  });

  app.delete('/api/backups/:id', admin, async (request) => {
    await backups.remove(await find(request));
    return { backups: await backups.list() };
  });

  app.get('/api/backups/:id/download', admin, async (request, reply) => {
    const { fullPath, filename } = await find(request);
    return sendFile(request, reply, fullPath, { mimeType: 'application/octet-stream', downloadAs: filename });
  });

  app.get('/api/backups/:id/apply', { ...admin, exposeHeadRoute: false }, async (request, reply) => {
    const backup = await find(request);
    await backups.apply(backup);
    ctx.events.toEveryone('backup_applied', undefined);
    return reply.send('OK');
  });

  app.post('/api/backups/upload', admin, async (request) => {
    if (!request.isMultipart()) throw fail(400);
    const upload = await request.file();
    if (!upload) throw failPage(500);
    if (path.extname(upload.filename) !== BACKUP_EXTENSION) {
      upload.file.resume();
      throw fail(500, 'Invalid backup file');
    }
    const folder = ctx.settings.get().backupPath;
    await fs.mkdir(folder, { recursive: true });
    const temporary = path.join(folder, `.upload-${process.hrtime.bigint()}`);
    try {
      await pipeline(upload.file, createWriteStream(temporary));
      if (upload.file.truncated) throw fail(413);
      const adopted = await backups.adopt(temporary);
      return { backups: await backups.list(), ...adopted };
    } finally {
      await fs.rm(temporary, { force: true });
    }
  });

  app.patch('/api/backups/path', admin, async (request, reply) => {
    const { path: wanted } = readBody(request, backupPath);
    if (!path.isAbsolute(wanted) || wanted.includes('\0')) throw fail(400, 'Invalid request body. Must include path.');
    if (wanted === ctx.settings.get().backupPath)
      return reply.type('text/html; charset=utf-8').send('Backup path unchanged');
    await refuseOutsideOfDemo(ctx, wanted);
    const isUsable = await fs
      .mkdir(wanted, { recursive: true })
      .then(() => fs.access(wanted, fs.constants.W_OK))
      .then(
        () => true,
        () => false,
      );
    if (!isUsable) throw fail(400, `Failed to access backup path "${wanted}"`);
    ctx.settings.update({ backupPath: wanted });
    return reply.send('OK');
  });

  everyMinute(
    ctx,
    () => ctx.settings.get().backupSchedule || null,
    () => backups.create(),
  );
};
