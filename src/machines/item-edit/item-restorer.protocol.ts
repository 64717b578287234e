import type { Body } from '../../schemas/requests/index.ts';

/** Gives an item what it had before. */
export interface ItemRestorerCommand {
  type: 'itemRestorer.restore';
  id: string;
  change: Body<'items.update'>;
}
