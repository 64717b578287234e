import type { AnyActorLogic, EventObject } from 'xstate';
import type { AddToListInput, EditListInput, EditListOutput } from '../../browse/media-lists/media-lists.protocol.ts';
import type { QuickMatchModalInput, QuickMatchOutput } from '../../edit/quick-match/quick-match.machine.ts';
import type { SessionDetailsInput, SessionDetailsOutput } from '../../admin/sessions/session-details.protocol.ts';
import type * as io from './modal-inputs.protocol.ts';
import type { ChangelogInput } from './changelog.machine.ts';
import type { ConfirmEvent, ConfirmInput, ConfirmOutput } from './confirm.machine.ts';

interface Modal<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** Input and output of each modal. */
export interface Modals {
  readonly changelog: Modal<ChangelogInput, undefined>;
  readonly confirm: Modal<ConfirmInput, ConfirmOutput>;
  readonly removeIssues: Modal<io.RemoveIssuesInput, io.RemoveIssuesOutput>;
  readonly renameNarrator: Modal<io.RenameNarratorInput, io.RenameNarratorOutput>;
  readonly renameSeries: Modal<io.RenameSeriesInput, io.RenameSeriesOutput>;
  readonly addToList: Modal<AddToListInput, null>;
  readonly editList: Modal<EditListInput, EditListOutput>;
  readonly editAuthor: Modal<io.EditAuthorInput, io.EditAuthorOutput>;
  readonly editDevice: Modal<io.EditDeviceInput, io.EditDeviceOutput>;
  readonly editKey: Modal<io.EditKeyInput, io.EditKeyOutput>;
  readonly editUser: Modal<io.EditUserInput, io.EditUserOutput>;
  readonly editLibrary: Modal<io.EditLibraryInput, io.EditLibraryOutput>;
  readonly editNotification: Modal<io.EditNotificationInput, io.EditNotificationOutput>;
  readonly sessionDetails: Modal<SessionDetailsInput, SessionDetailsOutput>;
  readonly findSetting: Modal<io.FindSettingInput, io.FindSettingOutput>;
  readonly episode: Modal<io.EpisodeViewInput, io.EpisodeViewOutput>;
  readonly editEpisode: Modal<io.EditEpisodeInput, io.EditEpisodeOutput>;
  readonly findEpisodes: Modal<io.FindEpisodesInput, io.FindEpisodesOutput>;
  readonly matchEpisodes: Modal<io.MatchEpisodesInput, io.MatchEpisodesOutput>;
  readonly itemEdit: Modal<io.ItemEditInput, io.ItemEditOutput>;
  readonly addFeeds: Modal<io.AddFeedsInput, io.AddFeedsOutput>;
  readonly newPodcast: Modal<io.NewPodcastInput, io.NewPodcastOutput>;
  readonly quickMatch: Modal<QuickMatchModalInput, QuickMatchOutput>;
  readonly broadcast: Modal<io.BroadcastInput, io.BroadcastOutput>;
  readonly rssFeed: Modal<io.RssFeedInput, io.RssFeedOutput>;
  readonly shareLink: Modal<io.ShareLinkInput, io.ShareLinkOutput>;
  readonly matchReport: Modal<io.MatchReportInput, io.MatchReportOutput>;
  readonly reader: Modal<io.ReaderInput, io.ReaderOutput>;
}

export type ModalName = keyof Modals;

/** Loaders of the machines. `views/app/modals/modals.tsx` has the views. */
export const modals: { readonly [Name in ModalName]: () => Promise<AnyActorLogic> } = {
  changelog: async () => (await import('./changelog.machine.ts')).changelogMachine,
  confirm: async () => (await import('./confirm.machine.ts')).confirmMachine,
  removeIssues: async () => (await import('../../browse/bookshelf/remove-issues.machine.ts')).removeIssuesMachine,
  renameNarrator: async () => (await import('../../browse/narrators/rename-narrator.machine.ts')).renameNarratorMachine,
  renameSeries: async () => (await import('../../browse/series/rename-series.machine.ts')).renameSeriesMachine,
  addToList: async () => (await import('../../browse/media-lists/add-to-list.machine.ts')).addToListMachine,
  editList: async () => (await import('../../browse/media-lists/edit-list.machine.ts')).editListMachine,
  editAuthor: async () => (await import('../../browse/authors/edit-author.machine.ts')).editAuthorMachine,
  editDevice: async () => (await import('../../admin/ereader-devices/edit-device.machine.ts')).editDeviceMachine,
  editKey: async () => (await import('../../admin/api-keys/edit-key.machine.ts')).editKeyMachine,
  editUser: async () => (await import('../../admin/users/edit-user.machine.ts')).editUserMachine,
  editLibrary: async () => (await import('../../admin/library-settings/edit-library.machine.ts')).editLibraryMachine,
  sessionDetails: async () => (await import('../../admin/sessions/session-details.machine.ts')).sessionDetailsMachine,
  editNotification: async () =>
    (await import('../../admin/notifications/edit-notification.machine.ts')).editNotificationMachine,
  findSetting: async () => (await import('../../admin/settings/find-setting.machine.ts')).findSettingMachine,
  episode: async () => (await import('../../browse/episodes/episode-view.machine.ts')).episodeViewMachine,
  editEpisode: async () => (await import('../../edit/podcasts/edit-episode.machine.ts')).editEpisodeMachine,
  findEpisodes: async () => (await import('../../edit/podcasts/find-episodes.machine.ts')).findEpisodesMachine,
  matchEpisodes: async () => (await import('../../edit/podcasts/match-episodes.machine.ts')).matchEpisodesMachine,
  itemEdit: async () => (await import('../../edit/item-edit/item-edit.machine.ts')).itemEditMachine,
  addFeeds: async () => (await import('../../edit/podcasts/add-feeds.machine.ts')).addFeedsMachine,
  newPodcast: async () => (await import('../../edit/podcasts/new-podcast.machine.ts')).newPodcastMachine,
  quickMatch: async () => (await import('../../edit/quick-match/quick-match.machine.ts')).quickMatchMachine,
  broadcast: async () => (await import('../../admin/broadcast/broadcast.machine.ts')).broadcastMachine,
  rssFeed: async () => (await import('../../admin/feeds/rss-feed.machine.ts')).rssFeedMachine,
  shareLink: async () => (await import('../../admin/sharing/share-link.machine.ts')).shareLinkMachine,
  matchReport: async () => (await import('../../edit/quick-match/match-report.machine.ts')).matchReportMachine,
  reader: async () => (await import('../../reader/reader.machine.ts')).readerMachine,
};

const confirmEscape: ConfirmEvent = { type: 'confirm.cancel', reason: 'escape' };

/** Event of the close button and 'back'. Null: the machine holds 'back' itself, by its URL. */
export const closings: Readonly<Record<ModalName, EventObject | null>> = {
  ...(Object.fromEntries(Object.keys(modals).map((name) => [name, { type: `${name}.close` }])) as Record<
    ModalName,
    EventObject
  >),
  changelog: { type: 'changelog.dismiss' },
  confirm: confirmEscape,
  removeIssues: { type: 'removeIssues.cancel' },
  renameNarrator: { type: 'narrator.cancel' },
  episode: null,
  itemEdit: null,
  quickMatch: { type: 'quickMatch.cancel' },
  broadcast: { type: 'message.cancel' },
  rssFeed: { type: 'rssFeed.dismiss' },
  shareLink: { type: 'share.close' },
  reader: null,
};
