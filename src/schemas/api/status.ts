import { z } from '../zod.ts';

export const serverStatus = z.object({
  app: z.optional(z.string()),
  serverVersion: z.string(),
  /** False until the first user exists. */
  isInit: z.boolean(),
  language: z.optional(z.string()),
  authMethods: z.optional(z.array(z.string())),
  authFormData: z.optional(
    z.nullable(
      z.object({
        /** HTML shown on the sign-in form; has to be sanitised. */
        authLoginCustomMessage: z.nullish(z.string()),
        authOpenIDButtonText: z.nullish(z.string()),
        authOpenIDAutoLaunch: z.nullish(z.boolean()),
      }),
    ),
  ),
  ConfigPath: z.optional(z.string()),
  MetadataPath: z.optional(z.string()),
});
export type ServerStatus = z.output<typeof serverStatus>;
