import { versionData } from '../../schemas/release.ts';
import { z } from '../../schemas/zod.ts';
import { defineStored } from '../../services/storage.ts';

/** Time of the last check, in ms. */
export const LAST_CHECK = defineStored('lastVerCheck', z.number());
export const VERSION_DATA = defineStored('versionData', versionData);
/** Version whose notice was closed. */
export const IGNORED = defineStored('ignoreVersion', z.string());
