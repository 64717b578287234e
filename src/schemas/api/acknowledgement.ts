import { z } from '../zod.ts';

/**
 * The success answer of the server. Nothing else will do: a proxy or hotspot in between may answer
 * anything with status 200.
 */
export const accepted = z.literal('OK');

/**
 * The text of a success without data (`OK`, a sentence, or empty with status 204). Markup is refused: a sign-in page
 * of a proxy or hotspot with status 200 must not pass for a thing done.
 */
export const acknowledgement = z
  .string()
  .check(z.refine((text) => !text.trimStart().startsWith('<'), 'expected a plain text'));
