import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ModalName } from '../../machines/modals/registry.ts';

interface ModalView {
  Modal(props: { modal: AnyActorRef }): ReactNode;
}

/** Modal → code of its view. `src/machines/modals/registry.ts` has the machine of each row under the same name. */
const VIEWS: Readonly<Record<ModalName, () => Promise<ModalView>>> = {
  changelog: () => import('./changelog.tsx'),
  findSetting: () => import('../settings/find-setting-dialog.tsx'),
  confirm: () => import('./confirm-prompt.tsx'),
  removeIssues: () => import('../bookshelf/remove-issues-dialog.tsx'),
  renameSeries: () => import('../series/rename-series-dialog.tsx'),
  renameNarrator: () => import('../narrators/rename-narrator-dialog.tsx'),
  addToList: () => import('../media-lists/add-to-list.tsx'),
  editList: () => import('../media-lists/edit-list.tsx'),
  editAuthor: () => import('../authors/edit-author-dialog.tsx'),
  editDevice: () => import('../email/device-dialog.tsx'),
  editKey: () => import('../api-keys/key-dialog.tsx'),
  editUser: () => import('../users/user-dialog.tsx'),
  editLibrary: () => import('../library-settings/edit-library-dialog.tsx'),
  sessionDetails: () => import('../sessions/session-dialog.tsx'),
  editNotification: () => import('../notifications/edit-notification-dialog.tsx'),
  episode: () => import('../episodes/episode-dialog.tsx'),
  editEpisode: () => import('../podcasts/edit-episode-dialog.tsx'),
  findEpisodes: () => import('../podcasts/find-episodes-dialog.tsx'),
  matchEpisodes: () => import('../podcasts/match-episodes-dialog.tsx'),
  itemEdit: () => import('../item-edit/item-edit-dialog.tsx'),
  addFeeds: () => import('../podcasts/add-feeds-dialog.tsx'),
  newPodcast: () => import('../podcasts/new-podcast-dialog.tsx'),
  quickMatch: () => import('./quick-match-modal.tsx'),
  broadcast: () => import('../broadcast/broadcast-dialog.tsx'),
  rssFeed: () => import('../feeds/feed-dialog.tsx'),
  shareLink: () => import('../sharing/share-dialog.tsx'),
  matchReport: () => import('./match-report-modal.tsx'),
  reader: () => import('../reader/reader-dialog.tsx'),
};

const isModal = (name: string): name is ModalName => Object.hasOwn(VIEWS, name);
const loaded = new Map<string, ModalView>();

/** A modal opens with machine and view at once (see `ViewCode`). */
export async function loadModalView(name: string): Promise<void> {
  if (isModal(name) && !loaded.has(name)) loaded.set(name, await VIEWS[name]());
}

/** undefined until its code has loaded. */
export function modalView(name: ModalName): ModalView | undefined {
  return loaded.get(name);
}
