import { z } from '../zod.ts';

/**
 * The text of a success without data (`OK`, or empty with status 204). Markup is refused: a sign-in page
 * of a proxy or hotspot with status 200 must not pass for a saved position.
 */
export const acknowledgement = z
  .string()
  .check(z.refine((text) => !text.trimStart().startsWith('<'), 'expected a plain text'));
