import { lastOpen } from '../../schemas/player-device.ts';
import { defineStored } from '../../services/storage.ts';

/** What is open in the player of this tab, and of whom: over a reload it is there again. */
export const LAST_OPEN = defineStored('earmark.lastOpen', lastOpen);
