import { registerAuth } from './auth/auth.routes.ts';
import { registerOpenid } from './auth/openid.routes.ts';
import { registerStatus } from './auth/status.routes.ts';
import { registerClient } from './client/client.routes.ts';
import type { Area } from './context.ts';
import { registerItems } from './library/item.routes.ts';
import { registerLibraries } from './library/library.routes.ts';
import { registerPending } from './http/pending.ts';

/** Every area of the API, in the order of registration; `registerPending` stays last. */
export const areas: readonly Area[] = [registerClient, registerStatus, registerAuth, registerOpenid, registerLibraries, registerItems, registerPending];
