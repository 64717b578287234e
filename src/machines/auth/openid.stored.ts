import { z } from '../../schemas/zod.ts';
import { defineStored } from '../../services/storage.ts';

/**
 * This tab went to the OpenID provider: to sign in, and then on to `redirect`; or to sign out, after which it does not
 * sign in again by itself (pitfall 16).
 */
export const OPENID_LEAVE = defineStored(
  'earmark.openId',
  z.union([
    z.object({ kind: z.literal('in'), redirect: z.nullable(z.string()) }),
    z.object({ kind: z.literal('out') }),
  ]),
);
