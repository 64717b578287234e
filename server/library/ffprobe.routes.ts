import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { param } from '../http/input.ts';
import type { AudioFile } from '../items/files.types.ts';
import { audioFilesOf } from '../items/model.ts';
import { itemAccessOf } from './access-hooks.ts';

/** The scanned facts of a file in the form of ffprobe's format, streams and chapters: lengths are texts in seconds. */
function probeJson(file: AudioFile): Record<string, unknown> {
  const seconds = (value: number): string => value.toFixed(6);
  const tagName = (name: string): string =>
    name
      .replace(/^tag/, '')
      .replaceAll(/(?!^)([A-Z])/g, '_$1')
      .toLowerCase();
  const tags = Object.fromEntries(Object.entries(file.metaTags).map(([name, value]) => [tagName(name), value]));
  const stream = {
    index: 0,
    codec_name: file.codec,
    codec_type: 'audio',
    channels: file.channels,
    channel_layout: file.channelLayout,
    time_base: file.timeBase,
    start_time: seconds(0),
    duration: seconds(file.duration),
    bit_rate: String(file.bitRate),
    ...(file.language ? { tags: { language: file.language } } : {}),
  };
  const picture = {
    index: 1,
    codec_name: file.embeddedCoverArt,
    codec_type: 'video',
    disposition: { attached_pic: 1 },
  };
  return {
    programs: [],
    streams: file.embeddedCoverArt ? [stream, picture] : [stream],
    chapters: file.chapters.map(({ id, start, end, title }) => ({
      id,
      time_base: '1/1000',
      start: Math.round(start * 1000),
      start_time: seconds(start),
      end: Math.round(end * 1000),
      end_time: seconds(end),
      tags: { title },
    })),
    format: {
      filename: file.metadata.path,
      nb_streams: file.embeddedCoverArt ? 2 : 1,
      nb_programs: 0,
      format_long_name: file.format,
      start_time: seconds(0),
      duration: seconds(file.duration),
      size: String(file.metadata.size),
      bit_rate: String(file.bitRate),
      tags,
    },
  };
}

/** `GET /api/items/:id/ffprobe/:fileid`: technical facts of an audio file, from the last scan. */
export function registerFfprobe(app: FastifyInstance, ctx: ServerContext): void {
  const { items } = ctx.editor;
  app.get('/api/items/:id/ffprobe/:fileid', { preHandler: requireAdmin }, async (request) => {
    const item = items.load(itemAccessOf(ctx, request).id);
    const file = item && audioFilesOf(item).find(({ ino }) => ino === param(request, 'fileid'));
    if (!file) throw fail(404);
    return probeJson(file);
  });
}
