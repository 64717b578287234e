import type { MediaType } from '../../../schemas/api/common.ts';
import type { User } from '../../../schemas/api/user.ts';
import { isAdmin } from '../../kit/destinations.ts';
import type { KnownItem } from './selection.protocol.ts';

export const MOST_DOWNLOADED = 40;

export const areEpisodes = (picked: readonly { readonly item: Pick<KnownItem, 'episodeId'> | null }[]): boolean =>
  picked.some(({ item }) => item !== null && item.episodeId !== null);

export type SelectionAction =
  | 'play'
  | 'queue'
  | 'finish'
  | 'edit'
  | 'addToPlaylist'
  | 'addToCollection'
  | 'delete'
  | 'quickMatch'
  | 'embed'
  | 'scan'
  | 'download';

export interface Selected {
  readonly count: number;
  readonly items: readonly KnownItem[] | null;
  readonly mediaType: MediaType;
}

/** The actions that apply to the selection. */
export function actionsOf(
  { count, items, mediaType }: Selected,
  user: Pick<User, 'type' | 'permissions'>,
): ReadonlySet<SelectionAction> {
  const { update, delete: mayDelete, download } = user.permissions;
  const isBook = mediaType === 'book';
  const isEpisode = items !== null && areEpisodes(items.map((item) => ({ item })));
  const isHeard = isBook || isEpisode;
  const admin = isAdmin(user);
  const haveTracks = isHeard && items !== null && items.every(({ hasTracks }) => hasTracks);
  const rows: readonly (readonly [SelectionAction, boolean])[] = [
    ['play', haveTracks],
    ['queue', haveTracks],
    ['finish', isHeard],
    ['edit', !isEpisode && items !== null && update],
    ['addToPlaylist', isHeard && items !== null],
    ['addToCollection', isBook && items !== null && update],
    ['delete', mayDelete],
    ['quickMatch', admin && !isEpisode],
    ['embed', admin && isBook && haveTracks],
    ['scan', admin && !isEpisode],
    ['download', admin && download && !isEpisode && count <= MOST_DOWNLOADED],
  ];
  return new Set(rows.flatMap(([action, isOffered]) => (isOffered && count > 0 ? [action] : [])));
}
