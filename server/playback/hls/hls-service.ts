import fs from 'node:fs';
import path from 'node:path';
import { metadataDir } from '../../config.ts';
import type { ServerContext } from '../../context.ts';
import { createFfmpegStream, findFfmpeg } from './ffmpeg-stream.ts';
import { SEGMENT_LENGTH, type HlsService, type StreamReport, type StreamRequest } from './hls.types.ts';
import { canCut, createMp3Stream } from './mp3-stream.ts';
import { chunksOf, playlistOf, segmentCount } from './playlist.ts';

/** HLS: mp3 is cut between frames, everything else goes through ffmpeg when one is installed. */
export function createHlsService(
  ctx: Pick<ServerContext, 'config' | 'events' | 'items' | 'log'>,
  ffmpeg: string | undefined = findFfmpeg(),
): HlsService {
  const streams = path.join(metadataDir(ctx.config), 'streams');
  fs.rmSync(streams, { recursive: true, force: true }); // Leftovers of a crash.
  return {
    open: (request) => {
      const { id, media, startTime } = request;
      if (media.duration <= 0 || media.tracks.length === 0) return undefined;
      const report = reportTo(ctx, request);
      const folder = path.join(streams, id);
      const source = canCut(media)
        ? createMp3Stream(media, report)
        : ffmpeg
          ? createFfmpegStream({ ffmpeg, folder, media, startTime, report })
          : undefined;
      if (!source) return undefined;
      report.progress([]);
      return {
        contentUrl: `/hls/${id}/output.m3u8`,
        playlist: playlistOf(media.duration),
        segment: source.segment,
        close: () => {
          source.close();
          ctx.events.toUser(request.userId, 'stream_closed', id);
        },
      };
    },
  };
}

/** Sends the `stream_*` events to the owner of the stream only: its id is the key to its sound. */
function reportTo(
  ctx: Pick<ServerContext, 'config' | 'events' | 'items' | 'log'>,
  { id, userId, media, startTime }: StreamRequest,
): StreamReport {
  const count = segmentCount(media.duration);
  return {
    opened: () =>
      ctx.events.toUser(userId, 'stream_open', {
        id,
        userId,
        libraryItem: ctx.items.expanded(media.libraryItemId),
        episode: media.episodeId === null ? null : ctx.items.episode(media.libraryItemId, media.episodeId),
        segmentLength: SEGMENT_LENGTH,
        playlistPath: path.join(metadataDir(ctx.config), 'streams', id, 'output.m3u8'),
        clientPlaylistUri: `/hls/${id}/output.m3u8`,
        startTime,
        segmentStartNumber: Math.floor(startTime / SEGMENT_LENGTH),
        isTranscodeComplete: false,
      }),
    progress: (segments) => {
      const percent = segments.length === 0 ? '0%' : `${((segments.length / count) * 100).toFixed(2)}%`;
      ctx.events.toUser(userId, 'stream_progress', {
        stream: id,
        chunks: chunksOf(segments),
        numSegments: segments.length === 0 ? 0 : count,
        percent,
      });
    },
    reset: (time) => ctx.events.toUser(userId, 'stream_reset', { startTime: time, streamId: id }),
    failed: (error) => {
      ctx.log.error('Hls', `Stream ${id}: ${error}`);
      ctx.events.toUser(userId, 'stream_error', { id, error });
    },
  };
}
