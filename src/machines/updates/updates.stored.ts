import { versionData } from '../../schemas/release.ts';
import { z } from '../../schemas/zod.ts';
import { defineStored } from '../../services/storage.ts';

/** When the last check was made, in ms (CHG-014, STO-029). */
export const LAST_CHECK = defineStored('lastVerCheck', z.number());
/** What it found (CHG-014). */
export const VERSION_DATA = defineStored('versionData', versionData);
/** The version that nobody wants to hear of any more (CHG-018, STO-026). */
export const IGNORED = defineStored('ignoreVersion', z.string());
