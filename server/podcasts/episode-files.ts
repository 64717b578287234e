import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { safeName } from '../http/safe-path.ts';
import type { Episode } from '../items/model.ts';
import { fileTypeOf } from '../items/file-kinds.ts';
import type { AudioFile } from '../items/files.types.ts';
import { chaptersOf } from '../scan/tracks.ts';
import type { FoundFile } from '../scan/types.ts';
import type { RssEpisode } from './rss-feed.ts';

/** Path of an episode in its podcast's folder; with the id in the name when the plain one is taken. */
export async function episodePath(folder: string, { title }: RssEpisode, id: string, ext: string): Promise<string> {
  const stem = safeName(title) || id;
  const plain = path.join(folder, `${stem}.${ext}`);
  const isTaken = await fs.lstat(plain).then(
    () => true,
    () => false,
  );
  return isTaken ? path.join(folder, `${stem} (${id}).${ext}`) : plain;
}

/** A file of an item as the scanner sees it. */
export async function foundFile(folder: string, file: string): Promise<FoundFile> {
  const stats = await fs.stat(file);
  const filename = path.basename(file);
  return {
    ino: String(stats.ino),
    fileType: fileTypeOf(filename),
    metadata: {
      filename,
      ext: path.extname(filename),
      path: file,
      relPath: path.relative(folder, file),
      size: stats.size,
      mtimeMs: Math.floor(stats.mtimeMs),
      ctimeMs: Math.floor(stats.ctimeMs),
      birthtimeMs: Math.floor(stats.birthtimeMs),
    },
  };
}

/** The episode of a loaded file: data of the feed; chapters of the file win over those of the feed. */
export function episodeFromRss(rss: RssEpisode, audioFile: AudioFile, now: number): Episode {
  return {
    id: randomUUID(),
    season: rss.season || null,
    episode: rss.episode || null,
    episodeType: rss.episodeType || 'full',
    title: rss.title || audioFile.metadata.filename,
    subtitle: rss.subtitle || null,
    description: rss.description || null,
    pubDate: rss.pubDate || null,
    publishedAt: rss.publishedAt,
    guid: rss.guid,
    enclosure: { url: rss.enclosure.url, type: rss.enclosure.type, length: rss.enclosure.length },
    chapters: audioFile.chapters.length > 0 ? chaptersOf([audioFile]) : rss.chapters,
    audioFile,
    addedAt: now,
    updatedAt: now,
  };
}

/**
 * Whether an episode of the library is one of the feed: same guid, or same address. A guid that the feed uses for
 * several episodes does not count.
 */
export function sameIn(feed: readonly RssEpisode[]): (episode: Episode, rss: RssEpisode) => boolean {
  const counts = new Map<string, number>();
  for (const { guid } of feed) if (guid !== null) counts.set(guid, (counts.get(guid) ?? 0) + 1);
  return (episode, { guid, enclosure }) =>
    (guid !== null && episode.guid === guid && counts.get(guid) === 1) || episode.enclosure?.url === enclosure.url;
}
