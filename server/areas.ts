import type { Area } from './context.ts';
import { registerPending } from './http/pending.ts';
import { registerStatus } from './auth/status.routes.ts';

/** Every area of the API, in the order of registration; `registerPending` stays last. */
export const areas: readonly Area[] = [registerStatus, registerPending];
