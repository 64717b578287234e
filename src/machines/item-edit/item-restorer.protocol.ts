import type { Body } from '../../schemas/requests/index.ts';

/** Gives an item what it had before, or a tag or genre the name that it had on all items. */
export type ItemRestorerCommand = RestoreItem | RestoreName;

/** Only right while no item had the new name before: those would get the old one too. */
export interface RestoreName {
  type: 'itemRestorer.restoreName';
  kind: 'tags' | 'genres';
  /** The name of now. */
  from: string;
  /** The name of before. */
  to: string;
}

export interface RestoreItem {
  type: 'itemRestorer.restore';
  id: string;
  /** Null: its details are as they were. */
  change: Body<'items.update'> | null;
  /** Its cover; `none`: it had none. Absent: that is as it was. */
  cover?: Blob | 'none';
}
