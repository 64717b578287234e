import { z } from '../zod.ts';

const text = z.nullish(z.string());

export const deviceInfo = z.object({
  id: text,
  userId: text,
  deviceId: text,
  ipAddress: text,
  browserName: text,
  browserVersion: text,
  osName: text,
  osVersion: text,
  deviceType: text,
  clientVersion: text,
  clientName: text,
  deviceName: text,
  manufacturer: text,
  model: text,
  sdkVersion: z.nullish(z.union([z.string(), z.number()])),
});
export type DeviceInfo = z.output<typeof deviceInfo>;
