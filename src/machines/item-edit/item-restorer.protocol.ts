import type { Body } from '../../schemas/requests/index.ts';

/** Gives an item what it had before. */
export interface ItemRestorerCommand {
  type: 'itemRestorer.restore';
  id: string;
  /** Null: its details are as they were. */
  change: Body<'items.update'> | null;
  /** Its cover; `none`: it had none. Absent: that is as it was. */
  cover?: Blob | 'none';
}
