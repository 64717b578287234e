import { execFile } from 'node:child_process';
import path from 'node:path';
import { isRecord } from '../http/input.ts';
import { findProgram } from '../find-program.ts';
import type { Mark } from './chapters.ts';
import type { SoundFacts } from './lengths.ts';
import type { IAudioMetadata } from 'music-metadata';

/** Longest time for a file (ms), and largest answer (bytes). */
const TIMEOUT_MS = 60_000;
const MAX_ANSWER = 8 * 1024 * 1024;

export interface ProbedSound extends SoundFacts {
  readonly kind: { readonly format: string; readonly mimeType: string; readonly ext: string };
  readonly metadata: IAudioMetadata | null;
  readonly marks: readonly Mark[];
}

const listIn = (json: unknown, key: string): Record<string, unknown>[] => {
  const list = isRecord(json) ? json[key] : [];
  return Array.isArray(list) ? list.filter(isRecord) : [];
};
const numberIn = (json: Record<string, unknown>, key: string): number => Number(json[key]) || 0;
const textIn = (json: Record<string, unknown>, key: string): string => {
  const value = json[key];
  return typeof value === 'string' ? value : '';
};
const textsIn = (json: Record<string, unknown>): [string, string][] =>
  isRecord(json['tags'])
    ? Object.entries(json['tags']).map(([key, value]) => [key.toUpperCase(), typeof value === 'string' ? value : ''])
    : [];

/** Runs ffprobe on a file; null where it is not installed or finds no sound. `own` is what was read without it. */
export async function probeWithFfprobe(
  file: string,
  own: Pick<ProbedSound, 'kind' | 'metadata'> | null,
): Promise<ProbedSound | null> {
  const ffprobe = findProgram('ffprobe', process.env['FFPROBE_PATH']);
  if (ffprobe === undefined) return null;
  const args = ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json', file];
  const answer = await new Promise<string>((resolve) => {
    execFile(ffprobe, args, { timeout: TIMEOUT_MS, maxBuffer: MAX_ANSWER }, (error, stdout) =>
      resolve(error ? '' : stdout),
    );
  });
  let json: unknown;
  try {
    json = JSON.parse(answer);
  } catch {
    return null;
  }
  const stream = listIn(json, 'streams').find((entry) => entry['codec_type'] === 'audio');
  const format = isRecord(json) && isRecord(json['format']) ? json['format'] : {};
  if (!stream) return null;
  const ext = path.extname(file).slice(1).toLowerCase();
  return {
    duration: numberIn(format, 'duration') || numberIn(stream, 'duration') || null,
    codec: textIn(stream, 'codec_name') || undefined,
    sampleRate: numberIn(stream, 'sample_rate') || undefined,
    channels: numberIn(stream, 'channels') || undefined,
    bitRate: numberIn(format, 'bit_rate') || undefined,
    kind: own?.kind ?? { format: textIn(format, 'format_long_name'), mimeType: `audio/x-${ext || 'unknown'}`, ext },
    metadata: own?.metadata ?? null,
    texts: new Map(textsIn(format)),
    marks: listIn(json, 'chapters').map((chapter) => ({
      start: numberIn(chapter, 'start_time'),
      end: numberIn(chapter, 'end_time'),
      title: new Map(textsIn(chapter)).get('TITLE') ?? '',
    })),
  };
}
