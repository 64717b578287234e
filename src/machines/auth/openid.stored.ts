import { z } from '../../schemas/zod.ts';
import { defineStored } from '../../services/storage.ts';

export const OPENID_LEAVE = defineStored(
  'earmark.openId',
  z.union([
    z.object({ kind: z.literal('in'), redirect: z.nullable(z.string()) }),
    z.object({ kind: z.literal('out') }),
  ]),
);
