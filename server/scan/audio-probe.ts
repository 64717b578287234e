import { open, type FileHandle } from 'node:fs/promises';
import { parseFromTokenizer, type IAudioMetadata, type ITag } from 'music-metadata';
import { fromFile } from 'strtok3';
import { messageOf } from '../errors.ts';
import { mendLatin1 } from '../items/decode-text.ts';
import { chaptersOfFile, fullest, marksOfTags, type Mark } from './chapters.ts';
import { probeWithFfprobe } from './ffprobe.ts';
import { numbersFromFilename } from './folder-name.ts';
import { measureFrames } from './frames.ts';
import { aiffFacts, amrFacts, cafFacts, flacFacts, waveFacts, type SoundFacts } from './lengths.ts';
import { readMatroska } from './matroska.ts';
import { readMp4Facts } from './mp4-chapters.ts';
import { oggDuration } from './ogg.ts';
import { kindOf, soundKindOf, type SoundKindName } from './sound-kind.ts';
import type { AudioFile, MetaTags } from '../items/files.types.ts';
import type { FoundFile } from './types.ts';

export interface EmbeddedPicture {
  bytes: Uint8Array;
}

export type ProbeResult =
  | { ok: true; audio: AudioFile; picture: EmbeddedPicture | null; /** By the bytes, without the dot. */ ext: string }
  | { ok: false; reason: string };

/** Names of native tags (upper case, any container) by the API's name; the first that is present counts. */
const TAGS: Record<string, readonly string[]> = {
  tagAlbum: ['TALB', 'TAL', '©ALB', 'ALBUM'],
  tagAlbumSort: ['TSOA', 'SOAL', 'ALBUMSORT'],
  tagArtist: ['TPE1', 'TP1', '©ART', 'ARTIST'],
  tagArtistSort: ['TSOP', 'SOAR', 'ARTISTSORT'],
  tagGenre: ['TCON', 'TCO', '©GEN', 'GNRE', 'GENRE'],
  tagTitle: ['TIT2', 'TT2', '©NAM', 'TITLE'],
  tagTitleSort: ['TSOT', 'SONM', 'TITLESORT'],
  tagSeries: [
    'MVNM',
    '©MVN',
    'TXXX:SERIES',
    '----:COM.APPLE.ITUNES:SERIES',
    'SERIES',
    'TXXX:MVNM',
    '----:COM.PILABOR.TONE:SERIES',
  ],
  tagSeriesPart: [
    'MVIN',
    '©MVI',
    'TXXX:SERIES-PART',
    '----:COM.APPLE.ITUNES:SERIES-PART',
    'SERIES-PART',
    'TXXX:MVIN',
    '----:COM.PILABOR.TONE:PART',
  ],
  tagGrouping: ['TIT1', 'GRP1', '©GRP', 'GROUPING'],
  tagTrack: ['TRCK', 'TRK', 'TRKN', 'TRACKNUMBER', 'TRACK'],
  tagDisc: ['TPOS', 'TPA', 'DISK', 'DISCNUMBER', 'DISC'],
  tagSubtitle: ['TIT3', 'TXXX:SUBTITLE', '----:COM.APPLE.ITUNES:SUBTITLE', '©ST3', 'SUBTITLE', 'TXXX:TIT3'],
  tagAlbumArtist: ['TPE2', 'TP2', 'AART', 'ALBUMARTIST', 'ALBUM_ARTIST'],
  tagDate: ['TDRC', 'TYER', 'TYE', '©DAY', 'DATE', 'DATE_RELEASED', 'YEAR', 'TDRL', 'TDOR', 'TORY'],
  tagComposer: [
    'TCOM',
    'TCM',
    '©WRT',
    'COMPOSER',
    '©NRT',
    'TXXX:NARRATOR',
    '----:COM.APPLE.ITUNES:NARRATOR',
    'NARRATOR',
  ],
  tagPublisher: ['TPUB', 'TPB', '©PUB', '----:COM.APPLE.ITUNES:PUBLISHER', 'PUBLISHER', 'LABEL'],
  tagComment: ['COMM', 'COM', '©CMT', 'COMMENT', 'TXXX:COMMENT'],
  tagDescription: ['TXXX:DESCRIPTION', 'TDES', 'DESC', 'LDES', '©DES', 'DESCRIPTION', 'SYNOPSIS'],
  tagLanguage: ['TLAN', 'TXXX:LANGUAGE', '----:COM.APPLE.ITUNES:LANGUAGE', 'LANGUAGE'],
  tagASIN: [
    'TXXX:ASIN',
    'TXXX:AUDIBLE_ASIN',
    '----:COM.APPLE.ITUNES:ASIN',
    '----:COM.APPLE.ITUNES:AUDIBLE_ASIN',
    'ASIN',
    'CDEK',
  ],
  tagIsbn: ['TXXX:ISBN', '----:COM.APPLE.ITUNES:ISBN', 'ISBN'],
  tagEncoder: ['TSSE', '©TOO', 'ENCODER'],
  tagEpisodeType: ['TXXX:EPISODE-TYPE', 'EPISODE-TYPE', '----:COM.APPLE.ITUNES:EPISODE-TYPE'],
  tagPodcastType: ['TXXX:PODCAST-TYPE', 'PODCAST-TYPE', '----:COM.APPLE.ITUNES:PODCAST-TYPE'],
  tagItunesId: ['TXXX:ITUNES-ID', 'ITUNES-ID'],
};

/** Names in other containers for those above. */
const ALIASES: Readonly<Record<string, string>> = {
  'WM/ALBUMTITLE': 'ALBUM',
  AUTHOR: 'ARTIST',
  'WM/YEAR': 'DATE',
  'WM/GENRE': 'GENRE',
  'WM/PUBLISHER': 'PUBLISHER',
  'WM/ALBUMARTIST': 'ALBUMARTIST',
  'WM/COMPOSER': 'COMPOSER',
  'WM/TRACKNUMBER': 'TRACK',
  'WM/LANGUAGE': 'LANGUAGE',
  INAM: 'TITLE',
  IPRD: 'ALBUM',
  IART: 'ARTIST',
  ICRD: 'DATE',
  IGNR: 'GENRE',
  ICMT: 'COMMENT',
  ITRK: 'TRACK',
  'ALBUM:TITLE': 'ALBUM',
  'SEGMENT:TITLE': 'TITLE',
  NAME: 'TITLE',
};

/** Kinds of tags whose declared encoding may be wrong. */
const MISLABELLED = /^(?:ID3v|RIFF|exif)/;

function textOf(value: ITag['value']): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(';');
  if (value && typeof value === 'object' && 'text' in value && typeof value.text === 'string') return value.text;
  return '';
}

/** `1/0`: an unknown total. */
const NO_TOTAL = /(?<=^\d{1,4})\/0$/;

/** The text tags by their native names in upper case; several of one name are joined by `;`. */
function textsOf(metadata: IAudioMetadata): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [kind, tags] of Object.entries(metadata.native)) {
    const own = tags.map(({ value }) => textOf(value).replaceAll('\0', ' ').trim());
    const values = MISLABELLED.test(kind) ? mendLatin1(own) : own;
    for (const [i, tag] of tags.entries()) {
      const [name, text] = [tag.id.toUpperCase(), values[i]];
      const id = ALIASES[name] ?? (kind === 'matroska' ? name.replace(/^\w+:/, '') : name);
      if (!text) continue;
      const known = texts.get(id);
      texts.set(id, known && known !== text && id !== 'COMM' ? `${known};${text}` : (known ?? text));
    }
  }
  return texts;
}

function readTags(texts: ReadonlyMap<string, string>): MetaTags {
  const tags: MetaTags = {};
  for (const [name, ids] of Object.entries(TAGS)) {
    const id = ids.find((candidate) => texts.has(candidate));
    const text = id === undefined ? undefined : texts.get(id);
    if (text) tags[name] = text.replace(NO_TOTAL, '');
  }
  return tags;
}

/** `3/12` to 3. */
function numberOf(text: string | undefined): number | null {
  const match = /^\s*(\d{1,4})/.exec(text ?? '');
  return match?.[1] && Number(match[1]) > 0 ? Number(match[1]) : null;
}

function codecOf(metadata: IAudioMetadata | null): string | undefined {
  const codec = (metadata?.format.codec ?? '').toLowerCase();
  if (codec.includes('aac') || codec.includes('mp4a')) return 'aac';
  if (codec.includes('layer 3')) return 'mp3';
  if (codec.includes('windows media audio')) return 'wmav2';
  for (const name of ['vorbis', 'opus', 'speex', 'flac', 'alac', 'pcm']) if (codec.includes(name)) return name;
  return undefined;
}

/** Measured from the container itself, beside its tags. */
type Measured = SoundFacts & { readonly marks?: readonly Mark[]; readonly isTruncated?: boolean };

const measured = async (handle: FileHandle, start: number, size: number): Promise<Measured> =>
  (await measureFrames(handle, start, size)) ?? { duration: null };

const MEASURES: Readonly<
  Record<SoundKindName, (handle: FileHandle, start: number, size: number, path: string) => Promise<Measured>>
> = {
  mpeg: measured,
  adts: measured,
  ac3: measured,
  eac3: measured,
  mp4: async (handle) => {
    const { duration, codec, channels, marks, isTruncated } = await readMp4Facts(handle);
    return { duration, codec: codec ?? undefined, channels: channels ?? undefined, marks, isTruncated };
  },
  ogg: async (_handle, _start, _size, path) => ({ duration: await oggDuration(path) }),
  flac: flacFacts,
  wav: waveFacts,
  aiff: aiffFacts,
  webm: async (handle, _start, size) => withoutNulls(await readMatroska(handle, size)),
  matroska: async (handle, _start, size) => withoutNulls(await readMatroska(handle, size)),
  caf: cafFacts,
  asf: async () => ({ duration: null }),
  amr: amrFacts,
};

const withoutNulls = ({
  codec,
  sampleRate,
  channels,
  ...facts
}: Awaited<ReturnType<typeof readMatroska>>): Measured => ({
  ...facts,
  codec: codec ?? undefined,
  sampleRate: sampleRate ?? undefined,
  channels: channels ?? undefined,
});

/** Formats whose measured length is the better one: their tags and headers are often wrong. */
const MEASURED_FIRST: ReadonlySet<SoundKindName> = new Set([
  'mpeg',
  'adts',
  'ac3',
  'eac3',
  'flac',
  'wav',
  'aiff',
  'webm',
  'matroska',
  'caf',
  'amr',
]);

/** Tags by the library, which knows the kinds; null where it fails. */
async function metadataOf(path: string, mimeType: string): Promise<IAudioMetadata | null> {
  const tokenizer = await fromFile(path);
  // The bytes choose the parser, not the name.
  tokenizer.fileInfo.mimeType = mimeType;
  delete tokenizer.fileInfo.path;
  return parseFromTokenizer(tokenizer, { duration: false })
    .catch(() => null)
    .finally(() => tokenizer.close());
}

const PARSED_AS: Partial<Record<SoundKindName, string>> = {
  adts: 'audio/aacp',
  matroska: 'audio/matroska',
  asf: 'audio/ms-asf',
};

interface Sound extends Measured {
  readonly kind: { readonly format: string; readonly mimeType: string; readonly ext: string };
  readonly metadata: IAudioMetadata | null;
}

async function readSound(path: string, size: number): Promise<Sound | null> {
  const handle = await open(path);
  try {
    const found = await soundKindOf(handle);
    if (!found) return null;
    const kind = kindOf(found.name);
    const measured = await MEASURES[found.name](handle, found.start, size, path);
    const metadata = measured.isTruncated ? null : await metadataOf(path, PARSED_AS[found.name] ?? kind.mimeType);
    const stated = metadata?.format.duration ?? null;
    const isFalse = stated === null || Math.abs(stated - (measured.duration ?? stated)) > 1 + stated * 0.01;
    const duration =
      MEASURED_FIRST.has(found.name) || isFalse ? (measured.duration ?? stated) : stated || measured.duration;
    return { ...measured, kind, metadata, duration };
  } finally {
    await handle.close();
  }
}

const LAYOUTS: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo', 6: '5.1', 8: '7.1' };

/**
 * Reads length, tags, chapters and picture of an audio file by its bytes: names and headers are often wrong. Unknown
 * formats go to ffprobe, where it is installed. A file that cannot be played (empty, cut off, not audio) is a result,
 * not an exception.
 */
export async function probeAudio(file: FoundFile, now: number): Promise<ProbeResult> {
  const { path, relPath, size } = file.metadata;
  if (size === 0) return { ok: false, reason: 'The file is empty' };
  try {
    const own = await readSound(path, size);
    if (own?.isTruncated) return { ok: false, reason: 'The file is cut off' };
    const sound = own?.duration ? own : await probeWithFfprobe(path, own);
    if (!sound?.duration || !(sound.duration > 0)) return { ok: false, reason: 'No audio found' };
    const { duration, kind, metadata } = sound;
    const texts = new Map([...(sound.texts ?? []), ...(metadata ? textsOf(metadata) : [])]);
    const tags = readTags(texts);
    const names = numbersFromFilename(relPath);
    const codec = sound.codec ?? codecOf(metadata) ?? kind.ext;
    const pictures = metadata?.common.picture ?? [];
    const picture = pictures.find((entry) => entry.type === 'Cover (front)') ?? pictures[0];
    const pictureKind = /png|webp|bmp|gif/.exec(picture?.format ?? '')?.[0] ?? 'mjpeg';
    const channels = sound.channels ?? metadata?.format.numberOfChannels ?? 2;
    const sampleRate = sound.sampleRate ?? metadata?.format.sampleRate ?? 44_100;
    const nativeTags = metadata ? Object.values(metadata.native).flat() : [];
    const marks = fullest([[...(sound.marks ?? [])], marksOfTags(nativeTags, texts)]);
    const audio: AudioFile = {
      index: 1,
      ino: file.ino,
      metadata: file.metadata,
      addedAt: now,
      updatedAt: now,
      trackNumFromMeta: numberOf(tags['tagTrack']),
      discNumFromMeta: numberOf(tags['tagDisc']),
      trackNumFromFilename: names.track,
      discNumFromFilename: names.disc,
      manuallyVerified: false,
      exclude: false,
      error: null,
      format: kind.format,
      duration: Math.round(duration * 1e6) / 1e6,
      bitRate: Math.round(sound.bitRate ?? metadata?.format.bitrate ?? (size * 8) / duration),
      language: kind.mimeType === 'audio/mp4' ? 'und' : null,
      codec,
      timeBase: codec === 'mp3' ? '1/14112000' : codec === 'opus' ? '1/48000' : `1/${sampleRate}`,
      channels,
      channelLayout: LAYOUTS[channels] ?? `${channels} channels`,
      chapters: chaptersOfFile(marks, duration),
      embeddedCoverArt: picture ? pictureKind : null,
      metaTags: tags,
      mimeType: kind.mimeType,
    };
    return { ok: true, audio, picture: picture ? { bytes: picture.data } : null, ext: kind.ext };
  } catch (cause) {
    return { ok: false, reason: messageOf(cause) };
  }
}
