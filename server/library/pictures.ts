import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { messageOf } from '../errors.ts';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { HttpError, fail } from '../http/errors.ts';
import { queryText } from '../http/input.ts';
import { sendFile } from '../http/send-file.ts';
import { createTurns } from '../http/turns.ts';

const DEFAULT_WIDTH = 400;
const MAX_SIDE = 2000;
const MAX_PIXELS = 100_000_000;
/** Most sizes and formats kept for one owner, so that no one can fill the disk by requesting every width. */
const MAX_VARIANTS = 40;

/** Pictures drawn at a time in the whole server, and requests that may wait: covers need no account. */
const inTurn = createTurns(2, 300);

/** A length from the query, rounded up so that few sizes are drawn and kept: 0 when missing or invalid. */
function side(request: FastifyRequest, name: 'width' | 'height'): number {
  const value = Math.floor(Number(queryText(request, name)));
  const step = value <= 400 ? 20 : 100;
  return value > 0 ? Math.min(Math.ceil(value / step) * step, MAX_SIDE) : 0;
}

function formatOf(request: FastifyRequest): 'webp' | 'jpeg' {
  const requested = queryText(request, 'format').toLowerCase();
  if (requested === 'webp' || requested === 'jpeg') return requested;
  if (requested === 'jpg') return 'jpeg';
  return (request.headers.accept ?? '').includes('image/webp') ? 'webp' : 'jpeg';
}

/** Whether the stored picture fits the request: same format, upright, and not larger. */
async function fits(source: string, width: number, height: number, format: 'webp' | 'jpeg'): Promise<boolean> {
  const picture = await sharp(source, { limitInputPixels: MAX_PIXELS }).metadata();
  return (
    picture.format === format &&
    (picture.orientation ?? 1) === 1 &&
    (width === 0 || picture.width <= width) &&
    (height === 0 || picture.height <= height)
  );
}

export type Pictures = ReturnType<typeof createPictures>;

/**
 * Sends covers and author images in the requested size and format. Resized pictures are kept below `metadata/cache`,
 * named by owner, change time of the source, size and format, so a changed cover never comes from the cache.
 */
export function createPictures(ctx: ServerContext, kind: 'items' | 'images') {
  const directory = path.join(metadataDir(ctx.config), 'cache', kind);
  const running = new Map<string, Promise<void>>();
  let isEnding = false;
  ctx.onClose(async () => {
    isEnding = true;
    await Promise.allSettled(running.values());
  });
  /** Owners are spread over folders by the start of their id, so that no folder holds tens of thousands of files. */
  const folderOf = (ownerId: string): string => path.join(directory, ownerId.slice(0, 2));
  const variantsOf = async (ownerId: string): Promise<string[]> =>
    (await fs.readdir(folderOf(ownerId)).catch(() => [])).filter((name) => name.startsWith(`${ownerId}_`));

  const dropOldVariants = async (ownerId: string): Promise<void> => {
    const names = await variantsOf(ownerId);
    if (names.length <= MAX_VARIANTS) return;
    const files = names.map((name) => path.join(folderOf(ownerId), name));
    const dated = await Promise.all(
      files.map(async (file) => ({ file, time: (await fs.stat(file).catch(() => null))?.mtimeMs ?? 0 })),
    );
    dated.sort((a, b) => b.time - a.time);
    for (const { file } of dated.slice(MAX_VARIANTS / 2)) await fs.rm(file, { force: true });
  };

  const resize = async (
    source: string,
    target: string,
    width: number,
    height: number,
    format: 'webp' | 'jpeg',
  ): Promise<void> => {
    if (isEnding) throw fail(503);
    await fs.mkdir(path.dirname(target), { recursive: true });
    const temporary = `${target}.${randomUUID()}`;
    if (await fits(source, width, height, format)) {
      await fs.copyFile(source, temporary);
      await fs.rename(temporary, target);
      return;
    }
    const size = { ...(width ? { width } : {}), ...(height ? { height } : {}) };
    const picture = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
      .rotate()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true });
    await (
      format === 'webp'
        ? picture.webp({ quality: 80, effort: 2 })
        : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82 })
    ).toFile(temporary);
    await fs.rename(temporary, target);
  };

  return {
    /** `ts` in the query makes the answer cacheable for a day; it does not choose the picture. */
    send: async (
      request: FastifyRequest,
      reply: FastifyReply,
      ownerId: string,
      source: string,
    ): Promise<FastifyReply> => {
      const options = queryText(request, 'ts') ? { cacheControl: 'private, max-age=86400' } : {};
      if (queryText(request, 'raw') === '1') return sendFile(request, reply, source, options);
      const stats = await fs.stat(source).catch(() => null);
      if (!stats) throw fail(404);
      const [format, height] = [formatOf(request), side(request, 'height')];
      const width = side(request, 'width') || (height ? 0 : DEFAULT_WIDTH);
      const target = path.join(
        folderOf(ownerId),
        `${ownerId}_${Math.floor(stats.mtimeMs)}_${stats.size}_${width}x${height}.${format === 'webp' ? 'webp' : 'jpg'}`,
      );
      const isCached = await fs.stat(target).then(
        () => true,
        () => false,
      );
      if (!isCached) {
        const work =
          running.get(target) ??
          inTurn(() => resize(source, target, width, height, format))
            .then(() => dropOldVariants(ownerId))
            .finally(() => running.delete(target));
        running.set(target, work);
        await work.catch((cause: unknown) => {
          if (cause instanceof HttpError) throw cause;
          ctx.log.warn('Cover', `"${source}" cannot be drawn: ${messageOf(cause)}`);
          throw fail(404);
        });
      }
      reply.header('vary', 'accept');
      return sendFile(request, reply, target, options);
    },
    /** Removes the resized pictures of an owner. */
    purge: async (ownerId: string): Promise<void> => {
      for (const name of await variantsOf(ownerId)) await fs.rm(path.join(folderOf(ownerId), name), { force: true });
    },
  };
}
