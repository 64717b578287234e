import { z } from '../../../schemas/zod.ts';
import { defineStored } from '../../../services/storage.ts';
import type { Ports } from '../../kit/ports.ts';

/** 0: files are deleted too. */
const SOFT_DELETE = defineStored('softDeleteDefault', z.union([z.literal(0), z.literal(1)]));

export function wantsHardDelete({ storage }: Ports): boolean {
  return storage.read(SOFT_DELETE) === 0;
}

export function rememberHardDelete({ storage }: Ports, isHard: boolean): void {
  storage.write(SOFT_DELETE, isHard ? 0 : 1);
}
