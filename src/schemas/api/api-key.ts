import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

const keyUser = z.nullish(z.object({ id: z.string(), username: z.string(), type: z.string() }));

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  expiresAt: z.nullish(z.string()),
  lastUsedAt: z.nullish(z.string()),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.optional(z.string()),
  userId: z.string(),
  createdByUserId: z.nullish(z.string()),
  user: keyUser,
  createdByUser: keyUser,
});
export type ApiKey = z.output<typeof apiKey>;

export const apiKeyList = z.object({ apiKeys: tolerantList(apiKey) });
export const apiKeyChanged = z.object({ apiKey });
/** The only answer with the key itself. */
export const apiKeyCreated = z.object({ apiKey: z.extend(apiKey, { apiKey: z.string() }) });
export type ApiKeyCreated = z.output<typeof apiKeyCreated>;
