import { lastFirst, moveTitlePrefix } from './names.ts';
import type { AudioFile } from './files.types.ts';
import { plainText } from './html.ts';
import type { ItemJson } from './items.types.ts';
import { playableFiles, type BookItem, type Episode, type Item, type PodcastItem } from './model.ts';

/** The forms in which the API sends items, key for key as in the recordings. */

/** Fields of every form of an item, and of its row: the only place where they are named. */
const BASE = [
  'id',
  'libraryId',
  'folderId',
  'mediaType',
  'ino',
  'path',
  'relPath',
  'isFile',
  'isMissing',
  'isInvalid',
  'mtimeMs',
  'ctimeMs',
  'birthtimeMs',
  'addedAt',
  'updatedAt',
] as const satisfies readonly (keyof Item)[];
type Base = Pick<Item, (typeof BASE)[number]>;

/** A row for the minified form; flags are 0 or 1. */
export type ItemRow = { [Key in keyof Base]: Base[Key] extends boolean ? number : Base[Key] } & {
  mediaId: string;
  size: number;
  media: string;
};

/** Columns of the minified form. */
export const ROW_COLUMNS = [...BASE, 'mediaId', 'size', 'media'].map((column) => `i.${column}`).join(', ');

const FLAGS: ReadonlySet<string> = new Set(['isFile', 'isMissing', 'isInvalid'] satisfies (keyof Base)[]);

export function baseOf(from: Readonly<Record<keyof Base, unknown>>): Base {
  const base: Partial<Record<keyof Base, unknown>> = {};
  for (const key of BASE) base[key] = FLAGS.has(key) ? Boolean(from[key]) : from[key];
  return base as Base;
}

/** The `media` column: the media object of the minified form, and the number of files. */
export interface StoredMedia {
  numFiles: number;
  media: ItemJson['media'];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const seriesText = (item: BookItem): string =>
  item.metadata.series.map((entry) => (entry.sequence ? `${entry.name} #${entry.sequence}` : entry.name)).join(', ');

export function derivedNames(item: BookItem): {
  authorName: string;
  authorNameLF: string;
  narratorName: string;
  seriesName: string;
} {
  const { authors, narrators } = item.metadata;
  return {
    authorName: authors.map((author) => author.name).join(', '),
    authorNameLF: authors.map((author) => lastFirst(author.name)).join(', '),
    narratorName: narrators.join(', '),
    seriesName: seriesText(item),
  };
}

function bookMedia(item: BookItem, prefixes: readonly string[]): ItemJson['media'] {
  const { authors: _authors, narrators: _narrators, series: _series, title, subtitle, ...rest } = item.metadata;
  const files = playableFiles(item);
  return {
    id: item.mediaId,
    metadata: {
      title,
      titleIgnorePrefix: moveTitlePrefix(title, prefixes),
      subtitle,
      ...derivedNames(item),
      ...rest,
      description: rest.description || null,
    },
    coverPath: item.coverPath,
    tags: item.tags,
    numTracks: files.length,
    numAudioFiles: item.audioFiles.length,
    numChapters: item.chapters.length,
    duration: sum(files.map((file) => file.duration)),
    size: mediaSize(item),
    ...(item.ebookFile ? { ebookFormat: item.ebookFile.ebookFormat } : {}),
  };
}

function podcastMedia(item: PodcastItem, prefixes: readonly string[]): ItemJson['media'] {
  return {
    id: item.mediaId,
    metadata: { ...item.metadata, titleIgnorePrefix: moveTitlePrefix(item.metadata.title, prefixes) },
    coverPath: item.coverPath,
    tags: item.tags,
    numEpisodes: item.episodes.length,
    ...item.options,
    size: mediaSize(item),
  };
}

/** Bytes of the media itself: audio and the primary ebook, or all episodes. */
export function mediaSize(item: Item): number {
  if (item.mediaType === 'podcast') return sum(item.episodes.map((episode) => episode.audioFile?.metadata.size ?? 0));
  return sum(item.audioFiles.map((file) => file.metadata.size)) + (item.ebookFile?.metadata.size ?? 0);
}

export const fileSize = (item: Item): number => sum(item.libraryFiles.map((file) => file.metadata.size));

/** The stored JSON from which lists are made without anything else. */
export function storedMedia(item: Item, prefixes: readonly string[]): StoredMedia {
  return {
    numFiles: item.libraryFiles.length,
    media: item.mediaType === 'book' ? bookMedia(item, prefixes) : podcastMedia(item, prefixes),
  };
}

export function minifiedFromRow(row: ItemRow): ItemJson {
  const { numFiles, media } = JSON.parse(row.media) as StoredMedia;
  return { ...baseOf(row), oldLibraryItemId: null, media, numFiles, size: row.size };
}

/** An item in a list of one series: `media.metadata.series` is that series alone. */
export function withSeries(
  item: ItemJson,
  series: { id: string; name: string; nameIgnorePrefix?: string; sequence: string | null },
): ItemJson {
  return { ...item, media: { ...item.media, metadata: { ...item.media.metadata, series } } };
}

const contentUrl = (itemId: string, file: AudioFile): string => `/api/items/${itemId}/file/${file.ino}`;

/** `media.tracks`: the audio files with their offset in the book. */
export function tracksOf(item: BookItem): (AudioFile & { title: string; startOffset: number; contentUrl: string })[] {
  let startOffset = 0;
  return playableFiles(item).map((file, i) => {
    const track = {
      ...file,
      index: i + 1,
      title: file.metadata.filename,
      startOffset,
      contentUrl: contentUrl(item.id, file),
    };
    startOffset += file.duration;
    return track;
  });
}

/** An episode as in `recentEpisode` and unexpanded podcasts. */
export function episodeJson(
  item: PodcastItem | { id: string; mediaId: string },
  episode: Episode,
): Record<string, unknown> {
  return {
    libraryItemId: item.id,
    podcastId: item.mediaId,
    id: episode.id,
    oldEpisodeId: null,
    index: null,
    season: episode.season,
    episode: episode.episode,
    episodeType: episode.episodeType,
    title: episode.title,
    subtitle: episode.subtitle,
    description: episode.description,
    enclosure: episode.enclosure,
    guid: episode.guid,
    pubDate: episode.pubDate,
    chapters: episode.chapters,
    audioFile: episode.audioFile,
    publishedAt: episode.publishedAt,
    addedAt: episode.addedAt,
    updatedAt: episode.updatedAt,
  };
}

/** An episode with its track, size and length, as in expanded podcasts and recent episodes. */
export function episodeExpanded(
  item: PodcastItem | { id: string; mediaId: string },
  episode: Episode,
): Record<string, unknown> {
  const file = episode.audioFile;
  const audioTrack = file && {
    ...file,
    startOffset: 0,
    title: file.metadata.filename,
    contentUrl: contentUrl(item.id, file),
  };
  return { ...episodeJson(item, episode), audioTrack, size: file?.metadata.size ?? 0, duration: file?.duration ?? 0 };
}

function baseJson(item: Item) {
  return {
    ...baseOf(item),
    oldLibraryItemId: null,
    ...(item.lastScan === null ? {} : { lastScan: item.lastScan }),
    scanVersion: item.scanVersion,
  };
}

/** `GET /api/items/:id` without `expanded`. */
export function plainJson(item: Item): ItemJson {
  const media =
    item.mediaType === 'book'
      ? {
          id: item.mediaId,
          libraryItemId: item.id,
          metadata: { ...item.metadata },
          coverPath: item.coverPath,
          tags: item.tags,
          audioFiles: item.audioFiles,
          chapters: item.chapters,
          ebookFile: item.ebookFile,
        }
      : {
          id: item.mediaId,
          libraryItemId: item.id,
          metadata: { ...item.metadata },
          coverPath: item.coverPath,
          tags: item.tags,
          episodes: item.episodes.map((episode) => episodeJson(item, episode)),
          ...item.options,
        };
  return { ...baseJson(item), media, libraryFiles: item.libraryFiles };
}

/** `GET /api/items/:id?expanded=1`, and what events carry. */
export function expandedJson(item: Item, prefixes: readonly string[]): ItemJson {
  const titleIgnorePrefix = moveTitlePrefix(item.metadata.title, prefixes);
  const size = fileSize(item);
  if (item.mediaType === 'podcast') {
    const media = {
      id: item.mediaId,
      libraryItemId: item.id,
      metadata: { ...item.metadata, titleIgnorePrefix },
      coverPath: item.coverPath,
      tags: item.tags,
      episodes: item.episodes.map((episode) => episodeExpanded(item, episode)),
      ...item.options,
      size: mediaSize(item),
    };
    return { ...baseJson(item), media, libraryFiles: item.libraryFiles, size };
  }
  const { description } = item.metadata;
  const media = {
    id: item.mediaId,
    libraryItemId: item.id,
    metadata: {
      ...item.metadata,
      titleIgnorePrefix,
      ...derivedNames(item),
      descriptionPlain: description ? plainText(description) : null,
    },
    coverPath: item.coverPath,
    tags: item.tags,
    audioFiles: item.audioFiles,
    chapters: item.chapters,
    ebookFile: item.ebookFile,
    duration: sum(playableFiles(item).map((file) => file.duration)),
    size: mediaSize(item),
    tracks: tracksOf(item),
  };
  return { ...baseJson(item), media, libraryFiles: item.libraryFiles, size };
}
