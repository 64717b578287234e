import { z } from '../zod.ts';

/** `users` counts only with `specificUsers`. All devices are sent back together, so unknown keys are kept. */
export const ereaderDevice = z.looseObject({
  name: z.string(),
  email: z.string(),
  availabilityOption: z.optional(z.string()),
  users: z.optional(z.nullable(z.array(z.string()))),
});
export type EreaderDevice = z.output<typeof ereaderDevice>;
