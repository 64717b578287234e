import type { BookItem } from '../items/model.ts';

/** The tags for the audio files of a book, by ffmpeg's names; empty ones are left out. */
export function embeddableTags(
  { metadata, audioFiles }: BookItem,
  trackTotal = audioFiles.length,
): Record<string, string> {
  const authors = metadata.authors.map(({ name }) => name).join(', ');
  const [series] = metadata.series;
  const sequence = series?.sequence ? ` #${series.sequence}` : '';
  const tags: Record<string, string | null> = {
    title: metadata.title,
    artist: authors,
    album_artist: authors,
    album: metadata.subtitle ? `${metadata.title}: ${metadata.subtitle}` : metadata.title,
    TIT3: metadata.subtitle,
    genre: metadata.genres.join('; '),
    date: metadata.publishedYear,
    comment: metadata.description,
    description: metadata.description,
    composer: metadata.narrators.join(', '),
    copyright: metadata.publisher,
    publisher: metadata.publisher,
    TRACKTOTAL: String(trackTotal),
    grouping: series ? series.name + sequence : null,
  };
  return Object.fromEntries(Object.entries(tags).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
