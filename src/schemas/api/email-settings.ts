import { z } from '../zod.ts';
import { ereaderDevice } from './auth.ts';

export const emailSettings = z.object({
  id: z.string(),
  host: z.nullable(z.string()),
  port: z.number(),
  secure: z.boolean(),
  rejectUnauthorized: z.boolean(),
  user: z.nullable(z.string()),
  pass: z.nullable(z.string()),
  testAddress: z.nullable(z.string()),
  fromAddress: z.nullable(z.string()),
  ereaderDevices: z.array(ereaderDevice),
});
export type EmailSettings = z.output<typeof emailSettings>;

export const emailSettingsAnswer = z.object({ settings: emailSettings });
export const ereaderDeviceList = z.object({ ereaderDevices: z.array(ereaderDevice) });
