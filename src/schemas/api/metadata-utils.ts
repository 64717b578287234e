import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { mediaType } from './common.ts';

export const tagList = z.object({ tags: z.array(z.string()) });
export const genreList = z.object({ genres: z.array(z.string()) });
export const tagRenamed = z.object({ tagMerged: z.boolean(), numItemsUpdated: z.number() });
export const genreRenamed = z.object({ genreMerged: z.boolean(), numItemsUpdated: z.number() });
export const itemsChanged = z.object({ numItemsUpdated: z.number() });

/** `authHeaderValue` is a secret. */
const customMetadataProviderSettings = z.object({
  id: z.string(),
  name: z.string(),
  mediaType,
  url: z.string(),
  authHeaderValue: z.nullish(z.string()),
});
export type CustomMetadataProviderSettings = z.output<typeof customMetadataProviderSettings>;

export const customMetadataProviderList = z.object({ providers: tolerantList(customMetadataProviderSettings) });
export const customMetadataProviderCreated = z.object({ provider: customMetadataProviderSettings });
