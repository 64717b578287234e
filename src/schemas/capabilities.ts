import { z } from './zod.ts';

/** What the browser can do of what not every browser can. */
export const capabilities = z.object({
  /** Where it can't, only the buttons of the device change the volume. */
  setsVolume: z.boolean(),
  /** By the share sheet of the device. */
  sharesPictures: z.boolean(),
  choosesFolders: z.boolean(),
  /** Has voices, or may have them. */
  speaks: z._default(z.boolean(), false),
  /** Else what this page keeps, the sign-in among it, ends with it. */
  keepsData: z._default(z.boolean(), true),
});

export type Capabilities = z.infer<typeof capabilities>;
