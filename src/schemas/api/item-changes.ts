import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { libraryItemExpanded, podcastMetadata, storedBookMetadata } from './library-item-expanded.ts';

/** `POST /api/items/batch/get`; items that do not exist are missing. */
export const itemList = z.object({ libraryItems: tolerantList(libraryItemExpanded) });

const storedFields = { id: z.string(), libraryId: z.string(), updatedAt: z.number() };
const storedMedia = { coverPath: z.nullable(z.string()), tags: z.array(z.string()) };

/** An item as it is stored, without what only the expanded one has. */
export const storedItem = z.discriminatedUnion('mediaType', [
  z.object({
    ...storedFields,
    mediaType: z.literal('book'),
    media: z.object({ ...storedMedia, metadata: storedBookMetadata }),
  }),
  z.object({
    ...storedFields,
    mediaType: z.literal('podcast'),
    media: z.object({
      ...storedMedia,
      metadata: podcastMetadata,
      autoDownloadEpisodes: z.boolean(),
      autoDownloadSchedule: z.nullish(z.string()),
      lastEpisodeCheck: z.nullish(z.number()),
      maxEpisodesToKeep: z.nullish(z.number()),
      maxNewEpisodesToDownload: z.nullish(z.number()),
    }),
  }),
]);
export type StoredItem = z.output<typeof storedItem>;

/** An edit; `updated` is missing when nothing changed. Wrong types are ignored: compare the item with what was sent. */
export const itemChange = z.object({ updated: z.nullish(z.boolean()), libraryItem: storedItem });
export type ItemChange = z.output<typeof itemChange>;

/** A match with a provider: what became of the item, or why nothing was found. */
export const matchResult = z.union([
  z.object({ updated: z.nullish(z.boolean()), libraryItem: libraryItemExpanded }),
  z.object({ warning: z.string() }),
]);
export type MatchResult = z.output<typeof matchResult>;

/** An item after a change whose answer leaves fields out; the whole item follows as an event. */
export const savedItem = z.object({ id: z.string(), updatedAt: z.number() });
export type SavedItem = z.output<typeof savedItem>;

export const batchUpdateResult = z.object({ success: z.boolean(), updates: z.number() });

/** `cover` is a path on the server. */
export const coverResult = z.object({ success: z.boolean(), cover: z.string() });

export const scanResult = z.object({ result: z.enum(['NOTHING', 'ADDED', 'UPDATED', 'REMOVED', 'UPTODATE']) });
export type ScanResult = z.output<typeof scanResult>;

export const chaptersResult = z.object({ success: z.boolean(), updated: z.boolean() });

/** The tags that an embed would write, by their name in the file. */
export const metadataObject = z.record(z.string(), z.nullish(z.union([z.string(), z.number()])));

/** What ffprobe says about a file, shown as it is. */
export const probeResult = z.record(z.string(), z.unknown());

/** `POST /api/libraries/:id/remove-metadata`; `removed` is missing when nothing was found. */
export const removedMetadata = z.object({ found: z.number(), removed: z.optional(z.number()) });
