import { getItem } from '../../../services/endpoints/items.ts';
import type { Ports } from '../../kit/ports.ts';
import { modals } from './registry.ts';
import { engineOf } from '../../reader/formats.logic.ts';

export interface ReaderIntent {
  readonly itemId: string;
  readonly format: string;
  readonly isNear: boolean;
}

/** Prefetches code and data of the reader. Failures are ignored here: opening it repeats them. */
export function prefetchReader(ports: Ports, { itemId, format, isNear }: ReaderIntent): void {
  const engine = engineOf(format);
  if (engine === null) return;
  const { api, readers, views } = ports;
  if (isNear) api.prefetch(getItem, { id: itemId });
  for (const code of [modals.reader(), views.loadModal('reader'), readers.load(engine)]) code.catch(() => undefined);
}
