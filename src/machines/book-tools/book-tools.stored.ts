import { z } from '../../schemas/zod.ts';
import { defineStored, type KeyValueStorage } from '../../services/storage.ts';
import type { EncodeChoice } from './encode.logic.ts';

/** Whether the files are kept as they were before an embed (areas 20.2). */
export const SHOULD_BACKUP = defineStored('embedMetadataShouldBackup', z.boolean());
const CODEC = defineStored('embedMetadataCodec', z.string());
const BITRATE = defineStored('embedMetadataBitrate', z.string());
const CHANNELS = defineStored('embedMetadataChannels', z.string());

/** What was typed last as values for the encoder; empty where nothing was. */
export const readTyped = (storage: KeyValueStorage): EncodeChoice => ({
  codec: storage.read(CODEC) ?? '',
  bitrate: storage.read(BITRATE) ?? '',
  channels: storage.read(CHANNELS) ?? '',
});

/** Keeps it for the next book. */
export function writeTyped(storage: KeyValueStorage, { codec, bitrate, channels }: EncodeChoice): void {
  storage.write(CODEC, codec);
  storage.write(BITRATE, bitrate);
  storage.write(CHANNELS, channels);
}
