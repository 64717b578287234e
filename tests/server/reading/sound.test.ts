import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { probeAudio } from '../../../server/scan/audio-probe.ts';
import { folderOf, type Content } from '../../support/library-folder.ts';
import { bookOf, foundIn } from './support.ts';

const probe = async (name: string, bytes: Content) => {
  const result = await probeAudio(foundIn(folderOf({ [name]: bytes }), name), 1);
  if (!result.ok) return result.reason;
  const { duration, codec, mimeType, chapters, metaTags } = result.audio;
  return { duration: Number(duration.toFixed(2)), codec, mimeType, ext: result.ext, chapters, metaTags };
};
const facts = async (name: string, bytes: Content) => {
  const result = await probe(name, bytes);
  return typeof result === 'string' ? result : [result.duration, result.codec, result.mimeType, result.ext];
};
const marks = async (name: string, bytes: Content) => {
  const result = await probe(name, bytes);
  return typeof result === 'string'
    ? result
    : result.chapters.map(({ start, end, title }) => [start, Number(end.toFixed(2)), title]);
};

const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
const syncsafe = (value: number) => Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));

/**
 * A frame of MPEG 1 layer 3 at 44,100 Hz, mono: 1,152 samples. Bit rates by index: 1 is 32, 5 is 64, 9 is 128 kbit/s.
 */
const mp3Frame = (rateIndex: number, layerBits = 1): Buffer => {
  const kbits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128][rateIndex] ?? 32;
  const layer2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160][rateIndex] ?? 32;
  const frame = Buffer.alloc(Math.floor((144_000 * (layerBits === 2 ? layer2 : kbits)) / 44_100));
  frame.set([0xff, 0xf9 | (layerBits << 1), rateIndex << 4, 0xc0]);
  return frame;
};
const framesOf = (count: number, rateOf: (i: number) => number = () => 1) =>
  Buffer.concat(Array.from({ length: count }, (_, i) => mp3Frame(rateOf(i))));
const lengthOf = (frames: number) => Number(((frames * 1152) / 44_100).toFixed(2));
/** A frame with the number of the others. */
const xing = (frames: number, bytes: number) => {
  const frame = mp3Frame(5);
  frame.write('Xing', 21);
  frame.set(Buffer.concat([u32(3), u32(frames), u32(bytes)]), 25);
  return frame;
};
const id3 = (...frames: Buffer[]) => {
  const body = Buffer.concat(frames);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncsafe(body.length), body]);
};
const id3End = (size: number) =>
  Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncsafe(size), Buffer.alloc(20)]);
const id3Frame = (id: string, body: Buffer) =>
  Buffer.concat([Buffer.from(id), syncsafe(body.length), Buffer.alloc(2), body]);
const textFrame = (id: string, text: Buffer | string) =>
  id3Frame(id, Buffer.concat([Buffer.of(typeof text === 'string' ? 3 : 0), Buffer.from(text)]));
const userText = (name: string, text: string) => textFrame('TXXX', `${name}\0${text}`);
const chapter = (id: string, start: number, end: number, title?: string) =>
  id3Frame(
    'CHAP',
    Buffer.concat([
      Buffer.from(`${id}\0`),
      u32(start),
      u32(end),
      u32(0xffffffff),
      u32(0xffffffff),
      title === undefined ? Buffer.alloc(0) : textFrame('TIT2', title),
    ]),
  );

const adts = (count: number) => {
  const size = 100;
  const frame = Buffer.alloc(size);
  frame.set([0xff, 0xf1, 0x50, 0x40 | (size >> 11), (size >> 3) & 0xff, ((size & 7) << 5) | 0x1f, 0xfc]);
  return Buffer.concat(Array.from({ length: count }, () => frame));
};
const wave = (size: number, { tag = 1, rate = 16_000, align = 2, sound = Buffer.alloc(32_000) } = {}) => {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, rate],
  ] as const)
    head.writeUInt32LE(value, at);
  head.writeUInt16LE(tag, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt16LE(align, 32);
  head.write('data', 36);
  head.writeUInt32LE(size, 40);
  return Buffer.concat([head, sound]);
};
const aiff = (frames: number, soundSize: number) => {
  const common = Buffer.from('0001000000000010400bfa00000000000000', 'hex');
  common.writeUInt32BE(frames, 2);
  const chunk = (name: string, size: number) => Buffer.concat([Buffer.from(name), u32(size)]);
  return Buffer.concat([
    chunk('FORM', 0),
    Buffer.from('AIFF'),
    chunk('COMM', common.length),
    common,
    chunk('SSND', soundSize),
    Buffer.alloc(8 + 32_000),
  ]);
};
const mp4Box = (name: string, ...inner: Buffer[]): Buffer => {
  const body = Buffer.concat(inner);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name), body]);
};
/** 430 samples of AAC: 9.98 s, with a declared length in samples. */
const mp4 = (declared: number) => {
  const table = mp4Box(
    'stbl',
    mp4Box('stsd', u32(0), u32(1), mp4Box('mp4a', Buffer.alloc(28))),
    mp4Box('stts', ...[0, 1, 430, 1024].map(u32)),
  );
  const media = mp4Box(
    'mdia',
    mp4Box('mdhd', ...[0, 0, 0, 44_100, declared, 0].map(u32)),
    mp4Box('hdlr', u32(0), u32(0), Buffer.from('soun'), Buffer.alloc(13)),
    mp4Box('minf', table),
  );
  const movie = mp4Box('mvhd', ...[0, 0, 0, 44_100, declared].map(u32), Buffer.alloc(80));
  const track = mp4Box('trak', mp4Box('tkhd', ...[0, 0, 0, 1, 0, declared].map(u32), Buffer.alloc(60)), media);
  return Buffer.concat([mp4Box('ftyp', Buffer.from('M4A \0\0\0\0')), mp4Box('moov', movie, track)]);
};
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
};
const caf = (dataSize: bigint) => {
  const desc = Buffer.alloc(32);
  desc.writeDoubleBE(8000, 0);
  desc.write('lpcm', 8);
  for (const [at, value] of [
    [16, 2],
    [20, 1],
    [24, 1],
    [28, 16],
  ] as const)
    desc.writeUInt32BE(value, at);
  const info = Buffer.concat([u32(1), Buffer.from('title\0A caf\0')]);
  return Buffer.concat([
    Buffer.from('caff\0\x01\0\0', 'latin1'),
    Buffer.from('desc'),
    u64(32n),
    desc,
    Buffer.from('info'),
    u64(BigInt(info.length)),
    info,
    Buffer.from('data'),
    u64(dataSize),
    u32(0),
    Buffer.alloc(32_000),
  ]);
};
/** An element of Matroska; -1 for an unknown size. */
const ebml = (id: string, body: Buffer, size = body.length) =>
  Buffer.concat([
    Buffer.from(id, 'hex'),
    size < 0
      ? Buffer.from('01ffffffffffffff', 'hex')
      : Buffer.concat([Buffer.of(0x10 | (size >> 24)), u32(size).subarray(1)]),
    body,
  ]);
const simpleBlock = (time: number) => ebml('a3', Buffer.of(0x81, time >> 8, time & 0xff, 0, 0));
const matroska = ({ chapters = Buffer.alloc(0), type = 'matroska', isOpen = true, declared = 0 }) => {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(declared);
  const tracks = ebml(
    '1654ae6b',
    ebml(
      'ae',
      Buffer.concat([
        ebml('d7', Buffer.of(1)),
        ebml('83', Buffer.of(2)),
        ebml('86', Buffer.from('A_OPUS')),
        ebml('e1', Buffer.concat([ebml('b5', Buffer.from('40e7700000000000', 'hex')), ebml('9f', Buffer.of(1))])),
      ]),
    ),
  );
  const cluster = (at: number) =>
    ebml(
      '1f43b675',
      Buffer.concat([ebml('e7', u32(at)), simpleBlock(0), simpleBlock(960), simpleBlock(980)]),
      isOpen ? -1 : undefined,
    );
  const segment = Buffer.concat([
    ebml('1549a966', Buffer.concat([ebml('2ad7b1', u32(1_000_000)), ebml('4489', duration)])),
    tracks,
    chapters,
    cluster(0),
    cluster(1000),
    cluster(2000),
  ]);
  return Buffer.concat([
    ebml('1a45dfa3', ebml('4282', Buffer.from(type))),
    ebml('18538067', segment, isOpen ? -1 : undefined),
  ]);
};
const nano = (seconds: number) => u64(BigInt(seconds) * 1_000_000_000n);
const atom = (start: number, title: string, ...inner: Buffer[]) =>
  ebml('b6', Buffer.concat([ebml('91', nano(start)), ebml('80', ebml('85', Buffer.from(title))), ...inner]));

describe('the length of sound is counted', () => {
  const varying = framesOf(300, (i) => (i < 20 ? 1 : i % 9 || 1));
  test.each([
    ['without a header, at a varying rate', varying, 300],
    ['with a header that says too much', Buffer.concat([xing(90_000, 100_000_000), varying]), 300],
    ['with a header that says too little', Buffer.concat([xing(10, 2000), varying]), 300],
    ['with a header of zero frames', Buffer.concat([xing(0, 0), varying]), 300],
    [
      'behind two tags and with others at its end',
      Buffer.concat([
        id3(textFrame('TIT2', 'x')),
        id3(),
        varying,
        Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]),
      ]),
      300,
    ],
    [
      'of several files put together',
      Buffer.concat([xing(300, varying.length), varying, id3(textFrame('TIT2', 'x')), varying]),
      600,
    ],
    ['behind a tag that claims the whole file', Buffer.concat([id3End(90_000_000), varying]), 300],
    ['behind a megabyte of zeros', Buffer.concat([Buffer.alloc(1_000_000), varying]), 300],
    ['larger, with zeros to its end', Buffer.concat([framesOf(2000), Buffer.alloc(4_000_000), mp3Frame(1)]), 2000],
    ['with damaged places', Buffer.concat([varying, Buffer.alloc(5000, 7), varying]), 600],
    ['larger than what is counted, of one rate', framesOf(30_000), 30_000],
    [
      'larger, with a header that is true',
      Buffer.concat([xing(12_000, xing(0, 0).length + framesOf(12_000, () => 5).length), framesOf(12_000, () => 5)]),
      12_000,
    ],
    [
      'larger, with a header of the first file',
      Buffer.concat([xing(3000, 600_000), framesOf(12_000, (i) => 1 + (i % 9))]),
      12_000,
    ],
  ])('mp3 %s', async (_how, bytes, frames) => {
    expect(await facts('x.mp3', bytes)).toEqual([lengthOf(frames), 'mp3', 'audio/mpeg', 'mp3']);
  });

  test.each([
    ['raw AAC', 'x.aac', adts(100), [2.32, 'aac', 'audio/aac', 'aac']],
    ['wave of a known size', 'x.wav', wave(32_000), [2, 'pcm', 'audio/wav', 'wav']],
    ['wave of a pipe', 'x.wav', wave(0xffffffff), [2, 'pcm', 'audio/wav', 'wav']],
    ['wave whose size is zero', 'x.wav', wave(0), [2, 'pcm', 'audio/wav', 'wav']],
    ['wave with a false rate', 'x.wav', wave(32_000, { rate: 100 }), [2, 'pcm', 'audio/wav', 'wav']],
    [
      'mp3 in a wave',
      'x.wav',
      wave(0, { tag: 85, rate: 0, align: 1, sound: framesOf(300, (i) => 1 + (i % 9)) }),
      [lengthOf(300), 'mp3', 'audio/wav', 'wav'],
    ],
    ['aiff', 'x.aiff', aiff(16_000, 32_008), [2, 'pcm', 'audio/x-aiff', 'aiff']],
    ['aiff of a pipe', 'x.aiff', aiff(0x7fffffff, 0), [2, 'pcm', 'audio/x-aiff', 'aiff']],
    ['mp4', 'x.m4b', mp4(430 * 1024), [9.98, 'aac', 'audio/mp4', 'm4a']],
    ['mp4 without a length', 'x.m4b', mp4(0), [9.98, 'aac', 'audio/mp4', 'm4a']],
    ['mp4 with a false length', 'x.m4b', mp4(3600 * 44_100), [9.98, 'aac', 'audio/mp4', 'm4a']],
    [
      'matroska with a false length',
      'x.mka',
      matroska({ declared: 3_600_000 }),
      [3, 'opus', 'audio/x-matroska', 'mka'],
    ],
    ['caf', 'x.caf', caf(32_004n), [2, 'pcm', 'audio/x-caf', 'caf']],
    ['caf of a pipe', 'x.caf', caf(-1n), [2, 'pcm', 'audio/x-caf', 'caf']],
    ['matroska of a pipe', 'x.mka', matroska({}), [3, 'opus', 'audio/x-matroska', 'mka']],
    ['webm without a length', 'x.webm', matroska({ type: 'webm', isOpen: false }), [3, 'opus', 'audio/webm', 'webm']],
    [
      'AMR',
      'x.awb',
      Buffer.concat([
        Buffer.from('#!AMR-WB\n'),
        ...Array.from({ length: 50 }, () => Buffer.concat([Buffer.of(0x04), Buffer.alloc(17)])),
      ]),
      [1, 'amr_wb', 'audio/amr-wb', 'awb'],
    ],
  ])('%s', async (_what, name, bytes, expected) => expect(await facts(name, bytes)).toEqual(expected));

  test('FLAC of a pipe or with a false length, by its last frames', async () => {
    const flac = fs.readFileSync('tests/server/reading/fixtures/short.flac');
    expect(await facts('x.flac', flac)).toEqual([20, 'flac', 'audio/flac', 'flac']);
    const piped = Buffer.from(flac);
    piped.writeUInt8(piped.readUInt8(21) & 0xf0, 21);
    piped.writeUInt32BE(0, 22);
    expect(await facts('x.flac', piped)).toEqual([20, 'flac', 'audio/flac', 'flac']);
    piped.writeUInt32BE(900_000_000, 22);
    expect(await facts('x.flac', piped)).toEqual([20, 'flac', 'audio/flac', 'flac']);
  });
});

/** Frames of 32 ms: 192 kbit/s at 48 kHz, and pairs of which the second has further channels. */
const dolby = (size: number, ...head: number[]) => {
  const frame = Buffer.alloc(size, 0x11);
  frame.set([0x0b, 0x77, ...head]);
  return frame;
};
const ac3 = (count: number) => Buffer.concat(Array.from({ length: count }, () => dolby(768, 0, 0, 20, 0x40, 0x40)));
const ac3At44 = (count: number) => {
  const half = Array.from({ length: count }, (_, n) => dolby(834 + 2 * (n % 2), 0, 0, 0x54 | (n % 2), 0x40, 0x40));
  return Buffer.concat([...half, Buffer.alloc(999, 7), ...half]);
};
const eac3 = (count: number) =>
  Buffer.concat(
    Array.from({ length: count }, () => [
      dolby(512, 0x00, 0xff, 0x34, 0x80, 0),
      dolby(256, 0x40, 0x7f, 0x34, 0x80, 0),
    ]).flat(),
  );

describe('the bytes decide the kind of sound', () => {
  test.each([
    ['mp3 called m4b', 'x.m4b', framesOf(100), [lengthOf(100), 'mp3', 'audio/mpeg', 'mp3']],
    ['raw AAC called mp3', 'x.mp3', adts(100), [2.32, 'aac', 'audio/aac', 'aac']],
    [
      'layer 2 called mp3',
      'x.mp3',
      Buffer.concat(Array.from({ length: 100 }, () => mp3Frame(3, 2))),
      [lengthOf(100), 'mp2', 'audio/mpeg', 'mp3'],
    ],
    ['AC-3 called mp3', 'x.mp3', ac3(200), [6.4, 'ac3', 'audio/ac3', 'ac3']],
    ['AC-3 at 44.1 kHz, damaged in the middle', 'x.m4a', ac3At44(200), [13.93, 'ac3', 'audio/ac3', 'ac3']],
    ['E-AC-3 with further channels, called m4b', 'x.m4b', eac3(200), [6.4, 'eac3', 'audio/eac3', 'eac3']],
    ['matroska called ogg', 'x.ogg', matroska({}), [3, 'opus', 'audio/x-matroska', 'mka']],
    ['a page of the web', 'x.mp3', '<!doctype html><html></html>', 'No audio found'],
  ])('%s', async (_what, name, bytes, expected) => expect(await facts(name, bytes)).toEqual(expected));
});

describe('chapters', () => {
  const sound = framesOf(1200); // 31.35 s
  const tagged = (...frames: Buffer[]) => Buffer.concat([id3(...frames), sound]);
  const three = [
    [0, 10, 'One'],
    [10, 20, 'Two'],
    [20, 31.35, 'Three'],
  ];

  test.each([
    [
      'ID3, with gaps between them and one without a title',
      tagged(chapter('a', 0, 9000, 'One'), chapter('b', 10_000, 19_000), chapter('c', 20_000, 31_000, 'Three')),
      [three[0], [10, 20, 'Chapter 2'], three[2]],
    ],
    [
      'ID3, each twice and not in order',
      tagged(
        chapter('c', 20_000, 31_000, 'Three'),
        chapter('a', 0, 10_000, 'One'),
        chapter('a2', 0, 10_000),
        chapter('b', 10_000, 20_000, 'Two'),
      ),
      three,
    ],
    [
      'comments of Vorbis',
      tagged(
        ...['One', 'Two', 'Three'].flatMap((title, i) => [
          userText(`CHAPTER00${i}`, `00:00:${i}0.000`),
          userText(`CHAPTER00${i}NAME`, title),
        ]),
      ),
      three,
    ],
    [
      'a cue sheet',
      tagged(
        userText(
          'CUESHEET',
          ['One', 'Two', 'Three']
            .map((title, i) => `TRACK 0${i + 1} AUDIO\n TITLE "${title}"\n INDEX 01 00:${i}0:00`)
            .join('\n'),
        ),
      ),
      three,
    ],
    [
      'OverDrive',
      tagged(
        userText(
          'OverDrive MediaMarkers',
          `<Markers>${['One', 'Two', 'Three'].map((title, i) => `<Marker><Name>${title}</Name><Time>0:${i}0.000</Time></Marker>`).join('')}</Markers>`,
        ),
      ),
      three,
    ],
    [
      'the fullest of two',
      tagged(
        chapter('a', 0, 31_000, 'All'),
        ...[0, 1, 2].flatMap((i) => [
          userText(`CHAPTER0${i}`, `0:${i}0`),
          userText(`CHAPTER0${i}NAME`, ['One', 'Two', 'Three'][i] ?? ''),
        ]),
      ),
      three,
    ],
  ])('by %s', async (_how, bytes, expected) => expect(await marks('x.mp3', bytes)).toEqual(expected));

  test('of Matroska: the default edition, its innermost ones, nothing hidden', async () => {
    const hidden = atom(1, 'Hidden', ebml('98', Buffer.of(1)));
    const edition = ebml(
      '45b9',
      Buffer.concat([
        ebml('45db', Buffer.of(1)),
        atom(0, 'Part', atom(0, 'One'), atom(1, 'Zwei ü')),
        atom(2, 'Three'),
        hidden,
      ]),
    );
    const chapters = ebml('1043a770', Buffer.concat([ebml('45b9', atom(0, 'Other')), edition]));
    expect(await marks('x.mka', matroska({ chapters }))).toEqual([
      [0, 1, 'One'],
      [1, 2, 'Zwei ü'],
      [2, 3, 'Three'],
    ]);
  });

  const bookMarks = async (files: Readonly<Record<string, Content>>) =>
    (await bookOf(files)).chapters.map(({ start, end, title }) => [
      Number(start.toFixed(2)),
      Number(end.toFixed(2)),
      title,
    ]);

  test('of the whole book in each of its files are kept once', async () => {
    const all = [
      chapter('a', 0, 20_000, 'One'),
      chapter('b', 20_000, 40_000, 'Two'),
      chapter('c', 40_000, 62_000, 'Three'),
    ];
    expect(await bookMarks({ 'A/T/1.mp3': tagged(...all), 'A/T/2.mp3': tagged(...all) })).toEqual([
      [0, 20, 'One'],
      [20, 40, 'Two'],
      [40, 62.69, 'Three'],
    ]);
  });

  test('of OverDrive go on over the files', async () => {
    const markers = (...list: [string, string][]) =>
      tagged(
        userText(
          'OverDrive MediaMarkers',
          `<Markers>${list.map(([name, time]) => `<Marker><Name>${name}</Name><Time>${time}</Time></Marker>`).join('')}</Markers>`,
        ),
      );
    expect(
      await bookMarks({
        'A/T/1.mp3': markers(['Chapter 1', '0:00.000'], ['Chapter 1 (0:10)', '0:10.000'], ['Chapter 2', '0:20.000']),
        'A/T/2.mp3': markers(['Chapter 2 (continued)', '0:00.000'], ['Chapter 3', '0:10.000']),
      }),
    ).toEqual([
      [0, 20, 'Chapter 1'],
      [20, 41.35, 'Chapter 2'],
      [41.35, 62.69, 'Chapter 3'],
    ]);
  });
});

test('tags in a wrongly declared encoding are read', async () => {
  const bytes = Buffer.concat([
    id3(
      textFrame('TALB', Buffer.from('Müller’s Čas')),
      textFrame('TPE1', Buffer.from('Zo\xeb \x96 Gro\xdf', 'latin1')),
    ),
    framesOf(100),
  ]);
  const result = await probe('x.mp3', bytes);
  expect(typeof result === 'string' ? result : result.metaTags).toEqual({
    tagAlbum: 'Müller’s Čas',
    tagArtist: 'Zoë – Groß',
  });
});

test('ffprobe reads unknown formats, where it is installed', async () => {
  const json = {
    streams: [{ codec_type: 'audio', codec_name: 'ape', sample_rate: '44100', channels: 2 }],
    format: { format_long_name: "Monkey's Audio", duration: '12.5', bit_rate: '700000', tags: { ALBUM: 'An album' } },
    chapters: [{ start_time: '0.0', end_time: '12.5', tags: { title: 'Only' } }],
  };
  const folder = folderOf({
    ffprobe: `#!/bin/sh\ncat <<'END'\n${JSON.stringify(json)}\nEND\n`,
    'x.wma': 'MAC unknown',
  });
  fs.chmodSync(path.join(folder, 'ffprobe'), 0o755);
  const before = process.env['FFPROBE_PATH'];
  process.env['FFPROBE_PATH'] = path.join(folder, 'ffprobe');
  try {
    expect(await probeAudio(foundIn(folder, 'x.wma'), 1)).toMatchObject({
      ok: true,
      audio: {
        duration: 12.5,
        codec: 'ape',
        format: "Monkey's Audio",
        bitRate: 700_000,
        metaTags: { tagAlbum: 'An album' },
        chapters: [{ id: 0, start: 0, end: 12.5, title: 'Only' }],
      },
    });
  } finally {
    if (before === undefined) delete process.env['FFPROBE_PATH'];
    else process.env['FFPROBE_PATH'] = before;
  }
});
