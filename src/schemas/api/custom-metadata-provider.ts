import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { mediaType } from './common.ts';

/** `authHeaderValue` is a secret. */
export const customMetadataProviderSettings = z.object({
  id: z.string(),
  name: z.string(),
  mediaType,
  url: z.string(),
  authHeaderValue: z.nullish(z.string()),
});
export type CustomMetadataProviderSettings = z.output<typeof customMetadataProviderSettings>;

export const customMetadataProviderList = z.object({ providers: tolerantList(customMetadataProviderSettings) });
export const customMetadataProviderCreated = z.object({ provider: customMetadataProviderSettings });
