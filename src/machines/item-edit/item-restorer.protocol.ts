import type { Body } from '../../schemas/requests/index.ts';

export type ItemRestorerCommand = RestoreItem | RestoreName;

/** Only safe while no item had the new name before: it would be renamed too. */
export interface RestoreName {
  type: 'itemRestorer.restoreName';
  kind: 'tags' | 'genres';
  from: string;
  to: string;
}

export interface RestoreItem {
  type: 'itemRestorer.restore';
  id: string;
  change: Body<'items.update'> | null;
  /** `none`: removes the cover. Absent: unchanged. */
  cover?: Blob | 'none';
}
