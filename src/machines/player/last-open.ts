import { lastOpen } from '../../schemas/player-device.ts';
import { defineStored } from '../../services/storage.ts';

export const LAST_OPEN = defineStored('earmark.lastOpen', lastOpen);
