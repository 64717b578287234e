import fs from 'node:fs';
import { messageOf } from '../../errors.ts';
import type { PlayableMedia, PlayableTrack } from '../../items/items.types.ts';
import { SEGMENT_LENGTH, type HlsSegment, type StreamReport } from './hls.types.ts';
import { indexFrames, timestampTag, type FrameIndex, type FrameMark } from './mp3-frames.ts';
import { segmentCount } from './playlist.ts';

/** Packed audio needs no transcoder: mp3 files are cut between two frames. */
export function canCut(media: PlayableMedia): boolean {
  return (
    media.tracks.length > 0 && media.tracks.every(({ mimeType, codec }) => mimeType === 'audio/mpeg' && codec === 'mp3')
  );
}

/** Segments of an item of mp3 files, made on request. */
export function createMp3Stream(media: PlayableMedia, report: StreamReport) {
  const count = segmentCount(media.duration);
  const indexes = new Map<number, Promise<FrameIndex>>();
  let isOver = false;
  /** A missing file is reported to the client that requests its sound; the stream is not reported as open before. */
  const open = async (): Promise<void> => {
    const readable = await Promise.all(media.tracks.map((track) => isReadable(track.path)));
    if (isOver || readable.includes(false)) return;
    report.opened();
    report.progress(Array.from({ length: count }, (_, index) => index));
  };
  const announce = setTimeout(() => void open(), 100);
  announce.unref();
  const end = (): void => {
    isOver = true;
    clearTimeout(announce);
  };

  const indexOf = (track: PlayableTrack): Promise<FrameIndex> => {
    const known = indexes.get(track.index);
    if (known) return known;
    const made = keptIndex(track);
    indexes.set(track.index, made);
    made.catch((cause: unknown) => {
      indexes.delete(track.index);
      end();
      report.failed(messageOf(cause));
    });
    return made;
  };

  const segment = async (number: number): Promise<HlsSegment | undefined> => {
    if (number >= count) return undefined;
    const [from, to] = [number * SEGMENT_LENGTH, (number + 1) * SEGMENT_LENGTH];
    const isLast = number === count - 1;
    const parts: Buffer[] = [];
    let firstTime: number | undefined;
    for (const track of media.tracks) {
      if (track.startOffset >= to || track.startOffset + track.duration <= from) continue;
      const index = await indexOf(track);
      const begin = from <= track.startOffset ? index.start : markAt(track, index, number);
      const end = isLast || to >= track.startOffset + track.duration ? index.end : markAt(track, index, number + 1);
      if (end.offset <= begin.offset) continue;
      firstTime ??= track.startOffset + begin.time;
      parts.push(await readPart(track.path, begin.offset, end.offset));
    }
    return { kind: 'bytes', bytes: Buffer.concat([timestampTag(firstTime ?? from), ...parts]), mimeType: 'audio/mpeg' };
  };

  return {
    segment: (number: number) => segment(number).catch(() => undefined),
    close: end,
  };
}

const isReadable = (file: string): Promise<boolean> =>
  fs.promises.access(file, fs.constants.R_OK).then(
    () => true,
    () => false,
  );

/** Number of the first segment that begins within a track. */
const firstSegment = (track: PlayableTrack) => Math.ceil(track.startOffset / SEGMENT_LENGTH);

function markAt(track: PlayableTrack, index: FrameIndex, number: number): FrameMark {
  return index.marks[number - firstSegment(track)] ?? index.end;
}

/** Indexes of the latest played files, by version of a file and its offset in the item. */
const kept = new Map<string, Promise<FrameIndex>>();
const MOST_KEPT = 20;

async function keptIndex(track: PlayableTrack): Promise<FrameIndex> {
  const { size, mtimeMs } = await fs.promises.stat(track.path);
  const key = JSON.stringify([track.path, size, mtimeMs, track.startOffset, track.duration]);
  const index = kept.get(key) ?? readIndex(track);
  kept.delete(key);
  kept.set(key, index);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  index.catch(() => kept.delete(key));
  return index;
}

async function readIndex(track: PlayableTrack): Promise<FrameIndex> {
  const first = firstSegment(track);
  const last = Math.floor((track.startOffset + track.duration) / SEGMENT_LENGTH);
  const times = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, at) => (first + at) * SEGMENT_LENGTH - track.startOffset,
  );
  const handle = await fs.promises.open(track.path, 'r');
  try {
    return await indexFrames(handle, times);
  } finally {
    await handle.close();
  }
}

/** Most bytes of a part: six seconds have 240 kB at most, the rest is a damaged stretch. */
const LONGEST_PART = 2 * 1024 ** 2;

async function readPart(file: string, from: number, to: number): Promise<Buffer> {
  const handle = await fs.promises.open(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(to - from, LONGEST_PART));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
