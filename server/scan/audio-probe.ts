import { parseFile, type IAudioMetadata, type ITag } from 'music-metadata';
import { messageOf } from '../errors.ts';
import { extensionOf, mimeTypeOf } from '../items/file-kinds.ts';
import { numbersFromFilename } from './folder-name.ts';
import { readMp4Facts } from './mp4-chapters.ts';
import { oggDuration } from './ogg.ts';
import type { AudioFile, Chapter, MetaTags } from '../items/files.types.ts';
import type { FoundFile } from './types.ts';

/** The picture inside an audio file. */
export interface EmbeddedPicture {
  bytes: Uint8Array;
  /** Extension without the dot. */
  ext: string;
}

export type ProbeResult =
  { ok: true; audio: AudioFile; picture: EmbeddedPicture | null } | { ok: false; reason: string };

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
  tagDate: ['TDRC', 'TYER', 'TYE', '©DAY', 'DATE', 'YEAR'],
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

function textOf(value: ITag['value']): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(';');
  if (value && typeof value === 'object' && 'text' in value && typeof value.text === 'string') return value.text;
  return '';
}

/** `1/0`: the first of nobody knows how many. */
const NO_TOTAL = /(?<=^\d{1,4})\/0$/;

function readTags(metadata: IAudioMetadata): MetaTags {
  const native = new Map<string, string>();
  for (const tag of Object.values(metadata.native).flat()) {
    const id = tag.id.toUpperCase();
    const text = textOf(tag.value).trim();
    if (!text) continue;
    const known = native.get(id);
    native.set(id, known && known !== text && id !== 'COMM' ? `${known};${text}` : (known ?? text));
  }
  const tags: MetaTags = {};
  for (const [name, ids] of Object.entries(TAGS)) {
    const id = ids.find((candidate) => native.has(candidate));
    const text = id === undefined ? undefined : native.get(id);
    if (text) tags[name] = text.replace(NO_TOTAL, '');
  }
  return tags;
}

/** `3/12` to 3. */
function numberOf(text: string | undefined): number | null {
  const match = /^\s*(\d{1,4})/.exec(text ?? '');
  return match?.[1] && Number(match[1]) > 0 ? Number(match[1]) : null;
}

const FORMATS: readonly [RegExp, string][] = [
  [/^(mp3|mpeg|mpg)$/, 'MP2/3 (MPEG audio layer 2/3)'],
  [/^(m4b|m4a|mp4)$/, 'QuickTime / MOV'],
  [/^(ogg|oga|opus)$/, 'Ogg'],
  [/^flac$/, 'raw FLAC'],
  [/^wav$/, 'WAV / WAVE (Waveform Audio)'],
];

function codecOf(metadata: IAudioMetadata, ext: string): string {
  const codec = (metadata.format.codec ?? '').toLowerCase();
  if (codec.includes('aac') || codec.includes('mp4a')) return 'aac';
  if (codec.includes('layer 3')) return 'mp3';
  if (codec.includes('vorbis')) return 'vorbis';
  for (const name of ['opus', 'flac', 'alac', 'pcm']) if (codec.includes(name)) return name;
  return ext === 'm4b' || ext === 'm4a' ? 'aac' : ext;
}

/** Chapters with ends: each lasts until the next one starts, the last until the end of the file. */
export function closeChapters(marks: readonly { start: number; title: string }[], duration: number): Chapter[] {
  const sorted = marks.filter((mark) => mark.start >= 0 && mark.start < duration).sort((a, b) => a.start - b.start);
  return sorted.map((mark, i) => ({
    id: i,
    start: mark.start,
    end: sorted[i + 1]?.start ?? duration,
    title: mark.title.trim() || `Chapter ${i + 1}`,
  }));
}

function id3Chapters(metadata: IAudioMetadata): { start: number; title: string }[] {
  return (metadata.format.chapters ?? []).map((chapter) => ({
    start: chapter.start / (chapter.timeScale ?? 1),
    title: chapter.title,
  }));
}

/**
 * Reads length, tags, chapters and picture of an audio file. A file that cannot be played (empty, cut off, not audio)
 * is an answer, not an exception.
 */
export async function probeAudio(file: FoundFile, now: number): Promise<ProbeResult> {
  const { path, filename, relPath, size } = file.metadata;
  if (size === 0) return { ok: false, reason: 'The file is empty' };
  const ext = extensionOf(filename);
  const isMp4 = ['m4b', 'm4a', 'mp4'].includes(ext);
  const isOgg = ['ogg', 'oga', 'opus'].includes(ext);
  try {
    const facts = isMp4 ? await readMp4Facts(path) : null;
    if (facts?.isTruncated) return { ok: false, reason: 'The file is cut off' };
    const metadata = await parseFile(path, { includeChapters: !isMp4, duration: false });
    const { bitrate, sampleRate } = metadata.format;
    const duration = metadata.format.duration ?? (isOgg ? await oggDuration(path) : null) ?? 0;
    const channels = facts?.channels ?? metadata.format.numberOfChannels ?? 2;
    if (!(duration > 0)) return { ok: false, reason: 'No audio found' };
    const tags = readTags(metadata);
    const names = numbersFromFilename(relPath);
    const codec = codecOf(metadata, ext);
    const picture =
      metadata.common.picture?.find((entry) => entry.type === 'Cover (front)') ?? metadata.common.picture?.[0];
    const pictureExt = picture?.format.includes('png') ? 'png' : picture?.format.includes('webp') ? 'webp' : 'jpg';
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
      format: FORMATS.find(([pattern]) => pattern.test(ext))?.[1] ?? metadata.format.container ?? ext,
      duration: Math.round(duration * 1e6) / 1e6,
      bitRate: Math.round(bitrate ?? (size * 8) / duration),
      language: isMp4 ? 'und' : null,
      codec,
      timeBase: codec === 'mp3' ? '1/14112000' : codec === 'opus' ? '1/48000' : `1/${sampleRate ?? 44_100}`,
      channels,
      channelLayout: channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`,
      chapters: closeChapters(facts ? facts.chapters : id3Chapters(metadata), duration),
      embeddedCoverArt: picture ? (pictureExt === 'jpg' ? 'mjpeg' : pictureExt) : null,
      metaTags: tags,
      mimeType: mimeTypeOf(filename),
    };
    return { ok: true, audio, picture: picture ? { bytes: picture.data, ext: pictureExt } : null };
  } catch (cause) {
    return { ok: false, reason: messageOf(cause) };
  }
}
