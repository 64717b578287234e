import type { ProviderChange } from '../quick-match/find-providers.actor.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { Body } from '../../../schemas/requests/index.ts';

export type ItemRestorerCommand = RestoreItem | RestoreEpisode | RestoreName;

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

export interface RestoreEpisode {
  type: 'itemRestorer.restoreEpisode';
  id: string;
  episodeId: string;
  change: Body<'podcasts.updateEpisode'>;
}

export interface TabInput {
  readonly item: LibraryItemExpanded;
}

export type TabNews = { type: 'tab.show' } | { type: 'tab.itemChanged'; item: LibraryItemExpanded };

/** For the tabs that search. */
export type SearchNews = { type: 'tab.providersChanged' } & ProviderChange;

export type TabParentEvent = { type: 'tab.changedItem' } | { type: 'tab.finished' };
