import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFfmpeg } from '../../../server/playback/hls/ffmpeg-stream.ts';
import { createMp3Stream } from '../../../server/playback/hls/mp3-stream.ts';
import type { PlayableMedia } from '../../../server/items/items.types.ts';
import { readFrameHeader, timestampTag } from '../../../server/playback/hls/mp3-frames.ts';
import { chunksOf, playlistOf } from '../../../server/playback/hls/playlist.ts';
import type { TestClient } from '../../support/embedded-server.ts';
import { recording, socketRecording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { openSocket } from '../../support/socket.ts';
import { at, listAt, startDemo, type LibraryServer } from '../library/support.ts';

let server: LibraryServer;
let client: TestClient;
beforeAll(async () => {
  server = await startDemo();
  client = await server.account('streamer');
});
afterAll(() => server.stop());

const bookWith = (ending: string, tracks: string) =>
  server.ctx.store.database.get<{ id: string }>(
    `SELECT i.id FROM libraryItems i JOIN itemFiles f ON f.itemId = i.id WHERE i.explicit = 0 AND i.numTracks ${tracks} AND f.audioFiles LIKE ? ORDER BY i.duration DESC`,
    `%${ending}"%`,
  )?.id ?? '';
const transcode = (id: string) =>
  client.send('POST', `/api/items/${id}/play`, {
    deviceInfo: { deviceId: randomUUID() },
    supportedMimeTypes: ['audio/mpeg', 'audio/mp4'],
    mediaPlayer: 'html5',
    forceTranscode: true,
  });
const bytesOf = async (path: string): Promise<{ status: number; type: string | null; bytes: Buffer }> => {
  const answer = await fetch(server.url + path);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};

/** Time stamp (s) and audio of a packed audio segment. */
function unpack(segment: Buffer): { time: number; audio: Buffer } {
  const length = 10 + [6, 7, 8, 9].reduce((sum, index) => (sum << 7) | (segment[index] ?? 0), 0);
  return { time: Number(segment.readBigUInt64BE(length - 8)) / 90_000, audio: segment.subarray(length) };
}

describe('a stream of mp3 files', () => {
  it('is not reported as open with a missing file, however late its sound is requested', async () => {
    const track = {
      index: 1,
      path: '/not/there.mp3',
      startOffset: 0,
      duration: 20,
      mimeType: 'audio/mpeg',
      codec: 'mp3',
    };
    const report: string[] = [];
    const stream = createMp3Stream(
      { libraryItemId: 'i', episodeId: null, duration: 20, tracks: [track] } as unknown as PlayableMedia,
      {
        opened: () => report.push('opened'),
        progress: () => report.push('progress'),
        reset: () => report.push('reset'),
        failed: () => report.push('failed'),
      },
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await stream.segment(0)).toBeUndefined();
    expect(report).toEqual(['failed']);
    stream.close();
  });

  it('has one track in the recorded shape, and its segments join to the exact audio of all files', async () => {
    const session = await transcode(bookWith('.mp3', '> 1'));
    expectSameShape(
      at(session.body, 'audioTracks', 0),
      at(recording('hls/play-transcode-mid').response.body, 'audioTracks', 0),
    );
    expect(session.body).toMatchObject({
      playMethod: 2,
      audioTracks: [{ contentUrl: `/hls/${at(session.body, 'id')}/output.m3u8` }],
    });
    const duration = Number(at(session.body, 'duration'));
    const playlist = await bytesOf(String(at(session.body, 'audioTracks', 0, 'contentUrl')));
    const names = playlist.bytes.toString().match(/^output-\d+\.ts$/gm) ?? [];
    expect([playlist.type, names.length]).toEqual(['application/vnd.apple.mpegurl', Math.ceil(duration / 6)]);

    const segments = await Promise.all(names.map((name) => bytesOf(`/hls/${at(session.body, 'id')}/${name}`)));
    const parts = segments.map(({ bytes }) => unpack(bytes));
    expect(parts.map(({ time }, index) => Math.abs(time - index * 6) < 0.15)).toEqual(parts.map(() => true));
    const joined = Buffer.concat(parts.map(({ audio }) => audio));
    const files = listAt(session.body, 'libraryItem', 'media', 'tracks').map((track) =>
      fs.readFileSync(String(at(track, 'metadata', 'path'))),
    );
    // The middle of every file is in the stream, in order, and no segment begins within a frame.
    const middles = files.map((file) => joined.indexOf(file.subarray(Math.floor(file.length / 2)).subarray(0, 2000)));
    expect(middles).toEqual(middles.toSorted((a, b) => a - b));
    expect(middles[0]).toBeGreaterThan(0);
    expect(parts.every(({ audio }) => readFrameHeader(audio, 0) !== undefined)).toBe(true);
    const total = files.reduce((sum, file) => sum + file.length, 0);
    expect(joined.length).toBeGreaterThan(total * 0.7);
    expect(joined.length).toBeLessThanOrEqual(total);
  });

  it('reports to its user that it is open, its progress, and that it is closed', async () => {
    const socket = await openSocket(server.url, client);
    const session = await transcode(bookWith('.mp3', '> 1'));
    const id = String(at(session.body, 'id'));
    const recorded = (event: string) =>
      socketRecording('stream-transcode')
        .events.filter((entry) => entry.event === event)
        .at(-1)?.payload;
    const opened = await socket.next('stream_open');
    expect(Object.keys(opened as object)).toEqual(Object.keys(recorded('stream_open') as object));
    // The stream of the previous test may still report.
    const report = () =>
      socket.events
        .filter(([name, payload]) => name === 'stream_progress' && at(payload, 'stream') === id)
        .map(([, payload]) => payload);
    await vi.waitUntil(() => report().length === 2);
    expect(report()[0]).toEqual({ stream: id, chunks: [], numSegments: 0, percent: '0%' });
    expectSameShape(report()[1], recorded('stream_progress'));
    await client.send('POST', `/api/session/${id}/close`);
    expect(await socket.next('stream_closed')).toBe(id);
    expect((await bytesOf(`/hls/${id}/output.m3u8`)).status).toBe(404);
    socket.close();
  });

  it('answers missing parts as recorded', async () => {
    const id = String(at((await transcode(bookWith('.mp3', '> 1'))).body, 'id'));
    const answers = await Promise.all(
      [`/hls/${id}/files.txt`, '/hls/nope/output.m3u8', `/hls/${id}/output-9999.ts`, `/hls/${id}/..%2fx.ts`].map(
        (path) => bytesOf(path),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 404]);
  });
});

describe('a stream of other files', () => {
  it('is transcoded where ffmpeg is installed, else played directly', async () => {
    const session = await transcode(bookWith('.m4b', '>= 1'));
    const id = String(at(session.body, 'id'));
    const firstSegment = async () =>
      (await bytesOf(`/hls/${id}/output-0.ts`)).bytes[0] === 0x47 ? 'MPEG-TS' : 'waiting';
    const isThere = findFfmpeg() !== undefined;
    const expected = isThere ? { playMethod: 2 } : { playMethod: 0, audioTracks: [{ mimeType: 'audio/mp4' }] };
    expect(session.body).toMatchObject(expected);
    await (isThere
      ? vi.waitUntil(async () => (await firstSegment()) === 'MPEG-TS', { timeout: 20_000, interval: 100 })
      : Promise.resolve());
    await client.send('POST', `/api/session/${id}/close`);
    expect(fs.existsSync(`${server.ctx.config.dataDir}/metadata/streams/${id}`)).toBe(false);
  }, 30_000);
});

describe('parts of a stream', () => {
  it('lists equal segments and a shorter last one', () => {
    expect(playlistOf(13.5).split('\n').slice(5)).toEqual([
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXTINF:6,',
      'output-0.ts',
      '#EXTINF:6,',
      'output-1.ts',
      '#EXTINF:1.5,',
      'output-2.ts',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });
  it('writes runs of segments as ranges', () => {
    expect([chunksOf([]), chunksOf([5, 6, 7, 10])]).toEqual([[], ['5-7', '10']]);
  });
  it('reads frame headers of MPEG 1 and 2 and nothing else', () => {
    const header = (...bytes: number[]) => readFrameHeader(Buffer.from(bytes), 0);
    expect(header(0xff, 0xfb, 0x90, 0x00)).toEqual({ size: 417, duration: 1152 / 44_100 });
    expect(header(0xff, 0xf3, 0x40, 0x00)).toEqual({ size: 104, duration: 576 / 22_050 });
    expect([header(0xff, 0xfb, 0xf0, 0x00), header(0x49, 0x44, 0x33, 0x04), header(0xff, 0xff, 0xff, 0xff)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('has time stamps on a clock of 33 bits', () => {
    expect(unpack(timestampTag(12.5)).time).toBe(12.5);
  });
});
