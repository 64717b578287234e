import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ModalName } from '../../../machines/app/modals/registry.ts';

interface ModalView {
  Modal(props: { modal: AnyActorRef }): ReactNode;
}

/** Modal → code of its view. `src/machines/app/modals/registry.ts` has the machine of each row under the same name. */
const VIEWS: Readonly<Record<ModalName, () => Promise<ModalView>>> = {
  changelog: () => import('./changelog.tsx'),
  findSetting: () => import('../../admin/settings/find-setting-dialog.tsx'),
  confirm: () => import('./confirm-prompt.tsx'),
  removeIssues: () => import('../../browse/bookshelf/remove-issues-dialog.tsx'),
  renameSeries: () => import('../../browse/series/rename-series-dialog.tsx'),
  renameNarrator: () => import('../../browse/narrators/rename-narrator-dialog.tsx'),
  addToList: () => import('../../browse/media-lists/add-to-list.tsx'),
  editList: () => import('../../browse/media-lists/edit-list.tsx'),
  editAuthor: () => import('../../browse/authors/edit-author-dialog.tsx'),
  editDevice: () => import('../../admin/email/device-dialog.tsx'),
  editKey: () => import('../../admin/api-keys/key-dialog.tsx'),
  editUser: () => import('../../admin/users/user-dialog.tsx'),
  editLibrary: () => import('../../admin/library-settings/edit-library-dialog.tsx'),
  sessionDetails: () => import('../../admin/sessions/session-dialog.tsx'),
  editNotification: () => import('../../admin/notifications/edit-notification-dialog.tsx'),
  episode: () => import('../../browse/episodes/episode-dialog.tsx'),
  editEpisode: () => import('../../edit/podcasts/edit-episode-dialog.tsx'),
  findEpisodes: () => import('../../edit/podcasts/find-episodes-dialog.tsx'),
  matchEpisodes: () => import('../../edit/podcasts/match-episodes-dialog.tsx'),
  itemEdit: () => import('../../edit/item-edit/item-edit-dialog.tsx'),
  addFeeds: () => import('../../edit/podcasts/add-feeds-dialog.tsx'),
  newPodcast: () => import('../../edit/podcasts/new-podcast-dialog.tsx'),
  quickMatch: () => import('./quick-match-modal.tsx'),
  broadcast: () => import('../../admin/broadcast/broadcast-dialog.tsx'),
  rssFeed: () => import('../../admin/feeds/feed-dialog.tsx'),
  shareLink: () => import('../../admin/sharing/share-dialog.tsx'),
  matchReport: () => import('./match-report-modal.tsx'),
  reader: () => import('../../reader/reader-dialog.tsx'),
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
