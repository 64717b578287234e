import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createByteReader } from '../../../src/services/sound/byte-reader.ts';
import { frameAt } from '../../../src/services/sound/frame-sound.ts';
import { openSoundFile } from '../../../src/services/sound/sound-file.ts';
import { WaveException } from '../../../src/services/sound/wave.ts';

const books = join(import.meta.dirname, '../../../server/demo/library/books');
const m4b = readFileSync(
  join(books, "Lewis Carroll/Alice's Adventures in Wonderland/Alice's Adventures in Wonderland.m4b"),
);
const mp3 = readFileSync(join(books, 'Oscar Wilde/The Happy Prince/The Happy Prince.mp3'));

function readerOf(bytes: Uint8Array) {
  const requested: [number, number][] = [];
  const fetchRange = (begin: number, end: number) => {
    requested.push([begin, end]);
    return Promise.resolve(new Uint8Array(bytes.subarray(begin, end)));
  };
  return { requested, reader: createByteReader(fetchRange, bytes.length) };
}

const openBytes = (bytes: Uint8Array, duration: number) => openSoundFile(readerOf(bytes).reader, duration);

/** The frames in a slice, one after the other without a gap. */
function framesIn(bytes: Uint8Array) {
  const frames = [];
  for (let at = 0; at < bytes.length;) {
    const frame = frameAt(bytes, at);
    if (!frame) throw new Error(`No frame at ${at} of ${bytes.length}`);
    frames.push({ ...frame, at });
    at += frame.length;
  }
  return frames;
}

describe('bytes of a file elsewhere', () => {
  test('are read once, whatever is requested', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
    const { requested, reader } = readerOf(bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat(310_000), fc.nat(100_000), async (begin, length) => {
        const read = await reader.read(begin, begin + length);
        expect(Buffer.compare(read, bytes.slice(begin, begin + length))).toBe(0);
      }),
      { numRuns: 100 },
    );
    expect(requested.length).toBeLessThanOrEqual(5);
  });

  test('are read at once where they are many, and not kept', async () => {
    const { requested, reader } = readerOf(new Uint8Array(900_000));
    await reader.read(10, 500_010);
    await reader.read(10, 500_010);
    expect(requested).toEqual([
      [10, 500_010],
      [10, 500_010],
    ]);
  });
});

describe('a piece of an m4b', () => {
  test('is frames of aac that decode alone, and starts a moment before the requested time', async () => {
    const file = await openBytes(m4b, 431);
    const { bytes, begin } = await file.slice(100, 120);
    const frames = framesIn(bytes);
    const seconds = frames.length * (1024 / (frames[0]?.rate ?? 1));
    expect(file.isExact).toBe(true);
    expect([new Set(frames.map(({ kind }) => kind)), begin <= 100, begin > 99.7]).toEqual([
      new Set(['aac']),
      true,
      true,
    ]);
    expect(begin + seconds).toBeGreaterThanOrEqual(120);
    expect(begin + seconds).toBeLessThan(120.5);
  });

  test('has the same frames as its neighbour where both overlap', async () => {
    const file = await openBytes(m4b, 431);
    const [one, other] = [await file.slice(40, 60), await file.slice(50, 70)];
    const rate = framesIn(one.bytes)[0]?.rate ?? 1;
    const ahead = Math.round(((other.begin - one.begin) * rate) / 1024);
    const at = framesIn(one.bytes)[ahead]?.at ?? 0;
    expect(Buffer.compare(one.bytes.subarray(at), other.bytes.subarray(0, one.bytes.length - at))).toBe(0);
  });

  test('past the end is the rest', async () => {
    const file = await openBytes(m4b, 431);
    const { bytes } = await file.slice(1e6, 1e6 + 20);
    expect(framesIn(bytes).length).toBeLessThan(5);
  });
});

describe('a piece of an mp3', () => {
  test('is whole frames', async () => {
    const file = await openBytes(mp3, 200);
    const { bytes, begin } = await file.slice(20, 40);
    const first = frameAt(bytes, 0);
    expect([first?.kind, begin <= 20, begin > 19]).toEqual(['mp3', true, true]);
  });

  /** 128 kbit/s at 32 kHz: 576 bytes a frame, each of which names itself. */
  const frame = (number: number) => {
    const bytes = new Uint8Array(576);
    bytes.set([0xff, 0xfb, 0x98, 0xc0]);
    new DataView(bytes.buffer).setUint32(4, number);
    return bytes;
  };
  const constant = Buffer.concat(Array.from({ length: 2000 }, (_, number) => frame(number)));

  test('of a constant bit rate starts exactly at its time', async () => {
    const file = await openBytes(constant, 72);
    for (const begin of [0, 0.01, 5, 33.3, 70]) {
      const slice = await file.slice(begin, begin + 1);
      const number = new DataView(slice.bytes.buffer).getUint32(4);
      expect(slice.begin).toBeCloseTo((number * 1152) / 32_000, 6);
      expect(slice.begin).toBeLessThanOrEqual(begin);
    }
    expect(file.isExact).toBe(true);
  });

  test('behind a tag is found', async () => {
    const tag = Uint8Array.of(...Buffer.from('ID3'), 4, 0, 0, 0, 0, 1, 0, ...new Uint8Array(128));
    const file = await openBytes(Buffer.concat([tag, constant]), 72);
    expect(new DataView((await file.slice(0, 1)).bytes.buffer).getUint32(4)).toBe(0);
  });

  test('of a variable bit rate is marked as an estimate', async () => {
    const xing = frame(0);
    xing.set(Buffer.from('Xing'), 21);
    new DataView(xing.buffer).setUint32(25, 5);
    new DataView(xing.buffer).setUint32(29, 2000);
    xing.set(
      Array.from({ length: 100 }, (_, index) => Math.round(index * 2.56)),
      33,
    );
    const file = await openBytes(Buffer.concat([xing, constant]), 72);
    const { begin } = await file.slice(36, 37);
    expect([file.isExact, Math.abs(begin - 36) < 1]).toEqual([false, true]);
  });
});

describe('other files', () => {
  test('a wav is cut by its samples', async () => {
    const samples = 16_000;
    const bytes = new Uint8Array(44 + samples * 2);
    const view = new DataView(bytes.buffer);
    bytes.set(Buffer.from('RIFF'), 0);
    bytes.set(Buffer.from('WAVEfmt '), 8);
    view.setUint32(16, 16, true);
    view.setUint16(20, 1, true);
    view.setUint16(22, 1, true);
    view.setUint32(24, 8000, true);
    view.setUint32(28, 16_000, true);
    view.setUint16(32, 2, true);
    view.setUint16(34, 16, true);
    bytes.set(Buffer.from('data'), 36);
    view.setUint32(40, samples * 2, true);
    for (let at = 0; at < samples; at += 1) view.setInt16(44 + at * 2, at, true);
    const { bytes: cut, begin } = await (await openBytes(bytes, 2)).slice(0.5, 0.75);
    expect([begin, cut.length, new DataView(cut.buffer).getInt16(44, true)]).toEqual([0.5, 44 + 4000, 4000]);
  });

  test('a small unknown file is decoded whole, a large one is refused', async () => {
    const small = new Uint8Array(1000);
    expect((await (await openBytes(small, 60)).slice(10, 20)).begin).toBe(0);
    await expect(openBytes(small, 7200)).rejects.toEqual(new WaveException('format'));
  });

  test('no bytes make it loop for ever', async () => {
    const begins = [
      Buffer.from('\0\0\0\x18ftypM4B '),
      Buffer.from('ID3\x04\0\0\0\0\0\x01'),
      Buffer.from('RIFF....WAVE'),
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...begins), fc.uint8Array({ maxLength: 600 }), async (begin, rest) => {
        const file = await openBytes(Buffer.concat([begin, rest]), 60).catch(() => null);
        const slice = await file?.slice(0, 20).catch(() => null);
        expect(slice?.bytes.length ?? 0).toBeLessThan(2000);
      }),
      { numRuns: 200 },
    );
    const damaged = Buffer.from(m4b);
    await fc.assert(
      fc.asyncProperty(fc.nat(20_000), fc.nat(255), async (back, byte) => {
        const at = damaged.length - 1 - back;
        const was = damaged[at] ?? 0;
        damaged[at] = byte;
        const file = await openBytes(damaged, 431).catch(() => null);
        await file?.slice(0, 20).catch(() => null);
        damaged[at] = was;
      }),
      { numRuns: 50 },
    );
  });
});
