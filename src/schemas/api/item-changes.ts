import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { libraryItemExpanded, podcastMetadata, storedBookMetadata } from './library-item-expanded.ts';

export const itemList = z.object({ libraryItems: tolerantList(libraryItemExpanded) });

const storedFields = { id: z.string(), libraryId: z.string(), updatedAt: z.number() };
const storedMedia = { coverPath: z.nullable(z.string()), tags: z.array(z.string()) };

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

/** `updated` is missing without a change. Wrong types are ignored: compare the item with what was sent. */
export const itemChange = z.object({ updated: z.nullish(z.boolean()), libraryItem: storedItem });
export type ItemChange = z.output<typeof itemChange>;

/** The changed item, or why there is no match. */
export const matchResult = z.union([
  z.object({ updated: z.nullish(z.boolean()), libraryItem: libraryItemExpanded }),
  z.object({ warning: z.string() }),
]);
export type MatchResult = z.output<typeof matchResult>;

/** An incomplete answer; an event brings the whole item. */
export const savedItem = z.object({ id: z.string(), updatedAt: z.number() });

export const batchUpdateResult = z.object({ success: z.boolean(), updates: z.number() });

export const coverResult = z.object({ success: z.boolean(), cover: z.string() });

export const scanResult = z.object({ result: z.enum(['NOTHING', 'ADDED', 'UPDATED', 'REMOVED', 'UPTODATE']) });
export type ScanResult = z.output<typeof scanResult>;

export const chaptersResult = z.object({ success: z.boolean(), updated: z.boolean() });

export const metadataObject = z.record(z.string(), z.nullish(z.union([z.string(), z.number()])));

export const probeResult = z.record(z.string(), z.json());

/** `removed` is missing when nothing was found. */
export const removedMetadata = z.object({ found: z.number(), removed: z.optional(z.number()) });
