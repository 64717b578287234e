import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../../context.ts';
import { fail } from '../../http/errors.ts';
import { param } from '../../http/input.ts';
import { sendFile } from '../../http/send-file.ts';

/** Playlist and segments of open streams; the session id is the key, no token is needed. */
export function registerHls(app: FastifyInstance, ctx: ServerContext): void {
  app.get('/hls/:stream/:file', async (request, reply) => {
    const [stream, file] = [ctx.playback.byId(param(request, 'stream'))?.stream, param(request, 'file')];
    if (!/\.(m3u8|ts)$/.test(file)) throw fail(400);
    if (!stream) throw fail(404);
    if (file === 'output.m3u8') return reply.type('application/vnd.apple.mpegurl').send(stream.playlist);
    const number = /^output-(\d{1,7})\.ts$/.exec(file)?.[1];
    const segment = number === undefined ? undefined : await stream.segment(Number(number));
    if (!segment) throw fail(404);
    if (segment.kind === 'file') return sendFile(request, reply, segment.path, { mimeType: 'video/mp2t' });
    return reply.type(segment.mimeType).header('cache-control', 'public, max-age=0').send(segment.bytes);
  });
}
