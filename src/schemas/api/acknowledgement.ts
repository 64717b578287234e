import { z } from '../zod.ts';

/** Exact: a proxy or hotspot may answer anything with status 200. */
export const accepted = z.literal('OK');

/** Refuses markup: a proxy or hotspot may answer with its sign-in page and status 200. */
export const acknowledgement = z
  .string()
  .check(z.refine((text) => !text.trimStart().startsWith('<'), 'expected a plain text'));
