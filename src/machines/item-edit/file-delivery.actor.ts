import { fromCallback } from 'xstate';
import { getPorts } from '../app/ports.ts';

export interface DeliveryInput {
  readonly itemId: string;
  readonly ino: string;
  readonly name: string;
}

export type DeliveryTold =
  /** 0..1; null when the length is unknown. */
  | { type: 'files.progressed'; share: number | null }
  | { type: 'files.delivered' }
  | { type: 'files.failed'; cause: unknown };

/** Downloads by an authorised call, so that no address has a token. */
export const fileDelivery = fromCallback<{ type: 'none' }, DeliveryInput>(({ input, sendBack, system }) => {
  const { files, page, readers } = getPorts(system);
  const { itemId, ino, name } = input;
  const controller = new AbortController();
  const { signal } = controller;
  const tell = (told: DeliveryTold) => {
    if (!signal.aborted) sendBack(told);
  };
  const onBytes = (loaded: number, total: number | null) =>
    tell({ type: 'files.progressed', share: total === null ? null : loaded / total });
  files.fetch({ itemId, ino, signal, onBytes }).then(
    (file) => {
      if (signal.aborted) return;
      page.download(readers.urlOf(file), name);
      tell({ type: 'files.delivered' });
    },
    (cause: unknown) => tell({ type: 'files.failed', cause }),
  );
  return () => controller.abort();
});
