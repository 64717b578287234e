import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlayableMedia } from '../../../server/items/items.types.ts';
import { createFfmpegStream } from '../../../server/playback/hls/ffmpeg-stream.ts';
import type { StreamReport } from '../../../server/playback/hls/hls.types.ts';
import { createMp3Stream } from '../../../server/playback/hls/mp3-stream.ts';

let folder: string;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-streams-'));
});
afterEach(() => {
  vi.useRealTimers();
  fs.rmSync(folder, { recursive: true, force: true });
});

const book = (mimeType: string): PlayableMedia =>
  ({
    libraryItemId: 'book',
    episodeId: null,
    duration: 60,
    tracks: [{ index: 1, startOffset: 0, duration: 60, path: path.join(folder, 'gone'), mimeType, codec: 'mp3' }],
  }) as unknown as PlayableMedia;

/** Reports of a stream, and a promise of its first failure. */
function listen() {
  const reported: string[] = [];
  let fail = (): void => {};
  const failed = new Promise<void>((resolve) => (fail = resolve));
  const report: StreamReport = {
    opened: () => void reported.push('opened'),
    progress: () => void reported.push('progress'),
    reset: () => void reported.push('reset'),
    failed: () => {
      reported.push('failed');
      fail();
    },
  };
  return { reported, failed, report };
}

test('a failed mp3 stream is not reported as open afterwards', async () => {
  const { reported, failed, report } = listen();
  const stream = createMp3Stream(book('audio/mpeg'), report);
  await stream.segment(0);
  await failed;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reported).toEqual(['failed']);
  stream.close();
});

test('a failed ffmpeg stream is not announced by its old segments, until a jump starts it again', async () => {
  const { reported, failed, report } = listen();
  const ffmpeg = path.join(folder, 'ffmpeg');
  const source = `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2);
const after = (name) => args[args.lastIndexOf(name) + 1];
const first = Number(after('-start_number'));
for (let number = first; number < first + 3; number += 1)
  fs.writeFileSync(after('-hls_segment_filename').replace('%d', String(number)), 'G');
if (first === 0) process.exit(1);
setInterval(() => {}, 1000);
`;
  fs.writeFileSync(ffmpeg, source, { mode: 0o755 });
  const stream = createFfmpegStream({
    ffmpeg,
    folder: path.join(folder, 'stream'),
    media: { ...book('audio/x-m4b'), duration: 6_000 },
    startTime: 0,
    report,
  });
  await failed;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reported).toEqual(['failed']);
  await stream.segment(500);
  while (!fs.existsSync(path.join(folder, 'stream/output-502.ts'))) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reported).toEqual(['failed', 'reset', 'opened', 'progress']);
  stream.close();
});
