import { z } from '../../schemas/zod.ts';
import { defineStored, type KeyValueStorage } from '../../services/storage.ts';
import type { EncodeChoice } from './encode.logic.ts';

export const SHOULD_BACKUP = defineStored('embedMetadataShouldBackup', z.boolean());
const CODEC = defineStored('embedMetadataCodec', z.string());
const BITRATE = defineStored('embedMetadataBitrate', z.string());
const CHANNELS = defineStored('embedMetadataChannels', z.string());

export const readTyped = (storage: KeyValueStorage): EncodeChoice => ({
  codec: storage.read(CODEC) ?? '',
  bitrate: storage.read(BITRATE) ?? '',
  channels: storage.read(CHANNELS) ?? '',
});

export function writeTyped(storage: KeyValueStorage, { codec, bitrate, channels }: EncodeChoice): void {
  storage.write(CODEC, codec);
  storage.write(BITRATE, bitrate);
  storage.write(CHANNELS, channels);
}
