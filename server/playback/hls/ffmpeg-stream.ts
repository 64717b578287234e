import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { PlayableMedia } from '../../items/items.types.ts';
import { findProgram } from '../../find-program.ts';
import { SEGMENT_LENGTH, type HlsSegment, type StreamReport } from './hls.types.ts';
import { segmentCount } from './playlist.ts';

/** The transcoder, when one is installed; it is optional. */
export const findFfmpeg = (env: Readonly<Record<string, string | undefined>> = process.env): string | undefined =>
  findProgram('ffmpeg', env['FFMPEG_PATH'], env);

/** A segment this far beyond the transcoder is a jump: start again there. */
const AHEAD = 10;

export interface FfmpegStreamOptions {
  readonly ffmpeg: string;
  /** Folder of this stream; created here and removed at the end. */
  readonly folder: string;
  readonly media: PlayableMedia;
  readonly startTime: number;
  readonly report: StreamReport;
}

/** Transcodes into MPEG-TS from the start position; a jump restarts it there. */
export function createFfmpegStream({ ffmpeg, folder, media, startTime, report }: FfmpegStreamOptions) {
  const count = segmentCount(media.duration);
  const list = path.join(folder, 'files.txt');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    list,
    media.tracks.map((track) => `file '${track.path.replaceAll("'", String.raw`'\''`)}'`).join('\n'),
  );
  let child: ChildProcess | undefined;
  let first = 0;
  let isOpen = false;
  let hasFailed = false;
  let isClosed = false;

  /** Empty when the folder is missing: the disk was cleaned. */
  const namesIn = (): string[] => {
    try {
      return fs.readdirSync(folder);
    } catch {
      return [];
    }
  };
  const written = (): number[] =>
    namesIn()
      .flatMap((name) => /^output-(\d+)\.ts$/.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((a, b) => a - b);

  const start = (number: number): void => {
    child?.removeAllListeners('close').kill('SIGKILL');
    first = number;
    hasFailed = false;
    const running = spawn(ffmpeg, ffmpegArguments(list, folder, media, number), {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = running;
    let errors = '';
    running.stderr.on('data', (data) => (errors = (errors + String(data)).slice(-2000)));
    const fail = (error: string): void => {
      hasFailed = true;
      report.failed(error);
    };
    running.on('error', (cause) => fail(cause.message));
    running.on('close', (code) => {
      if (isClosed || child !== running) return;
      if (code === 0) notify();
      else fail(`ffmpeg exited with code ${code ?? 'none'}: ${errors.trim().split('\n').at(-1) ?? ''}`);
    });
  };

  const notify = (): void => {
    if (hasFailed) return;
    const segments = written();
    if (!isOpen && (segments.length >= 3 || segments.length === count - first)) {
      isOpen = true;
      report.opened();
    }
    report.progress(segments);
  };
  const timer = setInterval(notify, 2000);
  timer.unref();
  start(Math.min(Math.floor(startTime / SEGMENT_LENGTH), count - 1));

  return {
    segment: async (number: number): Promise<HlsSegment | undefined> => {
      if (number >= count || isClosed) return undefined;
      const file = path.join(folder, `output-${number}.ts`);
      if (fs.existsSync(file)) return { kind: 'file', path: file };
      const latest = written().findLast((segment) => segment >= first) ?? first;
      if (number < first || number > latest + AHEAD) {
        start(number);
        report.reset(number * SEGMENT_LENGTH);
      }
      return undefined;
    },
    close: (): void => {
      isClosed = true;
      clearInterval(timer);
      child?.kill('SIGKILL');
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function ffmpegArguments(list: string, folder: string, media: PlayableMedia, number: number): string[] {
  const canCopy = media.tracks.every((track) => track.codec === 'aac');
  return [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostdin',
    '-ss',
    String(number * SEGMENT_LENGTH),
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    list,
    '-map',
    '0:a:0',
    '-vn',
    '-c:a',
    ...(canCopy ? ['copy'] : ['aac', '-b:a', '128k', '-ac', '2']),
    '-output_ts_offset',
    String(number * SEGMENT_LENGTH),
    '-f',
    'hls',
    '-hls_time',
    String(SEGMENT_LENGTH),
    '-hls_list_size',
    '0',
    '-hls_playlist_type',
    'vod',
    '-hls_flags',
    'temp_file',
    '-start_number',
    String(number),
    '-hls_segment_filename',
    path.join(folder, 'output-%d.ts'),
    path.join(folder, 'written.m3u8'),
  ];
}
