import { messageOf } from '../errors.ts';
import { stem } from '../items/file-kinds.ts';
import { parseGenres } from '../items/names.ts';
import { folderCovers, probeAll, readSidecar, toLibraryFile, type BookScanOptions } from './scan-book.ts';
import { parseDate } from '../items/dates.ts';
import { chaptersOf } from './tracks.ts';
import { fieldsFromPodcastJson } from './sidecars.ts';
import type { AudioFile } from '../items/files.types.ts';
import type { FoundItem, PodcastFields, ScannedEpisode, ScannedPodcast } from './types.ts';

/** An episode from its file: tags first, else the file name. */
export function episodeFromAudio(audioFile: AudioFile): ScannedEpisode {
  const tags = audioFile.metaTags;
  const pubDate = tags['tagDate'] ?? null;
  return {
    title: tags['tagTitle'] ?? stem(audioFile.metadata.filename),
    subtitle: tags['tagSubtitle'] ?? null,
    description: tags['tagDescription'] ?? tags['tagComment'] ?? null,
    season: tags['tagDisc'] ?? null,
    episode: tags['tagSeriesPart'] ?? tags['tagTrack'] ?? null,
    episodeType: tags['tagEpisodeType'] ?? 'full',
    pubDate,
    publishedAt: pubDate === null ? null : parseDate(pubDate),
    chapters: chaptersOf([audioFile]),
    audioFile,
  };
}

/** Reads a podcast folder: `metadata.json` over the tags of the newest file over the folder's name. */
export async function scanPodcast(
  item: FoundItem,
  options: Pick<BookScanOptions, 'now' | 'known' | 'log' | 'probe'>,
): Promise<ScannedPodcast> {
  const probed = await probeAll(item, options);
  const tags = probed.files[0]?.metaTags ?? {};
  const source = await readSidecar(item.files.find((file) => file.metadata.filename.toLowerCase() === 'metadata.json'));
  let stored: Partial<PodcastFields> = {};
  try {
    stored = source ? fieldsFromPodcastJson(source) : {};
  } catch (cause) {
    options.log('warn', `Metadata of "${item.path}" cannot be read: ${messageOf(cause)}`);
  }
  const name = item.relPath.split('/').pop() ?? item.relPath;
  return {
    mediaType: 'podcast',
    fields: {
      title: tags['tagAlbum'] ?? (item.isFile ? stem(name) : name),
      author: tags['tagArtist'] ?? null,
      description: null,
      releaseDate: null,
      genres: parseGenres(tags['tagGenre'] ?? ''),
      tags: [],
      feedUrl: null,
      imageUrl: null,
      itunesPageUrl: null,
      itunesId: tags['tagItunesId'] ?? null,
      itunesArtistId: null,
      language: tags['tagLanguage'] ?? null,
      explicit: false,
      type: tags['tagPodcastType'] ?? 'episodic',
      ...stored,
    },
    episodes: probed.files.map((file) => episodeFromAudio({ ...file, index: 1 })),
    libraryFiles: item.files.map((file) => toLibraryFile(file, options.now)),
    covers: [...folderCovers(item), probed.picture].filter((picture) => picture !== null),
    isInvalid: probed.broken > 0 && probed.files.length === 0,
  };
}
