import { getItem } from '../../services/endpoints/items.ts';
import type { Ports } from '../app/ports.ts';
import { modals } from '../modals/registry.ts';
import { engineOf } from './formats.logic.ts';

/** A book that somebody is about to read. */
export interface ReaderIntent {
  readonly itemId: string;
  readonly format: string;
  /** A pointer or the focus is on what opens it: its data is requested, too. */
  readonly isNear: boolean;
}

/** Loads what the reader needs before it is opened. A failure here is repeated, and told, when it is opened. */
export function prefetchReader(ports: Ports, { itemId, format, isNear }: ReaderIntent): void {
  const engine = engineOf(format);
  if (engine === null) return;
  const { api, readers, views } = ports;
  if (isNear) api.prefetch(getItem, { id: itemId });
  for (const code of [modals.reader(), views.loadModal('reader'), readers.load(engine)]) code.catch(() => undefined);
}
