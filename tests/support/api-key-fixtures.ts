import { apiKeyCreated, apiKeyList } from '../../src/schemas/api/account.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from './recordings.ts';

/** `GET /api/api-keys` of the recorded server: one without an end, one that expires. */
export const keysBody = recording('api-keys/list').response.body as { apiKeys: object[] };
/** The answer to a new key. */
export const createdKeyBody = recording('api-keys/create').response.body as object;

export const recordedKeys = z.parse(apiKeyList, keysBody).apiKeys.items;
export const createdKey = z.parse(apiKeyCreated, createdKeyBody).apiKey;
