import type { AnyActorLogic, AnyActorRef, EventObject } from 'xstate';
import type { RenameNarratorRef } from '../narrators/rename-narrator.machine.ts';
import type { AddToListInput, EditListInput, EditListOutput } from '../media-lists/media-lists.protocol.ts';
import type { QuickMatchModalInput, QuickMatchOutput, QuickMatchRef } from '../quick-match/quick-match.machine.ts';
import type { SessionDetailsInput, SessionDetailsOutput } from '../sessions/session-details.protocol.ts';
import type {
  EditKeyInput,
  EditKeyOutput,
  EditAuthorInput,
  EditAuthorOutput,
  RemoveIssuesInput,
  RemoveIssuesOutput,
  BroadcastInput,
  BroadcastOutput,
  EpisodeViewInput,
  EpisodeViewOutput,
  EditDeviceInput,
  EditDeviceOutput,
  RssFeedInput,
  RssFeedOutput,
  ItemEditInput,
  ItemEditOutput,
  EditLibraryInput,
  EditLibraryOutput,
  RenameNarratorInput,
  RenameNarratorOutput,
  RenameSeriesInput,
  RenameSeriesOutput,
  EditNotificationInput,
  EditNotificationOutput,
  AddFeedsInput,
  AddFeedsOutput,
  EditEpisodeInput,
  EditEpisodeOutput,
  FindEpisodesInput,
  FindEpisodesOutput,
  MatchEpisodesInput,
  MatchEpisodesOutput,
  NewPodcastInput,
  NewPodcastOutput,
  MatchReportInput,
  MatchReportOutput,
  ReaderInput,
  ReaderOutput,
  FindSettingInput,
  FindSettingOutput,
  ShareLinkInput,
  ShareLinkOutput,
  EditUserInput,
  EditUserOutput,
} from './modal-inputs.protocol.ts';
import type { ChangelogInput, ChangelogRef } from './changelog.machine.ts';
import type { ConfirmEvent, ConfirmInput, ConfirmOutput, ConfirmRef } from './confirm.machine.ts';

/** Input, output and machine of each modal. `ref`: named by the view for its type. */
export interface Modals {
  readonly changelog: { readonly input: ChangelogInput; readonly output: undefined; readonly ref: ChangelogRef };
  readonly confirm: { readonly input: ConfirmInput; readonly output: ConfirmOutput; readonly ref: ConfirmRef };
  readonly removeIssues: {
    readonly input: RemoveIssuesInput;
    readonly output: RemoveIssuesOutput;
    readonly ref: AnyActorRef;
  };
  readonly renameNarrator: {
    readonly input: RenameNarratorInput;
    readonly output: RenameNarratorOutput;
    readonly ref: RenameNarratorRef;
  };
  readonly renameSeries: {
    readonly input: RenameSeriesInput;
    readonly output: RenameSeriesOutput;
    readonly ref: AnyActorRef;
  };
  readonly addToList: { readonly input: AddToListInput; readonly output: null; readonly ref: AnyActorRef };
  readonly editList: { readonly input: EditListInput; readonly output: EditListOutput; readonly ref: AnyActorRef };
  readonly editAuthor: {
    readonly input: EditAuthorInput;
    readonly output: EditAuthorOutput;
    readonly ref: AnyActorRef;
  };
  readonly editDevice: {
    readonly input: EditDeviceInput;
    readonly output: EditDeviceOutput;
    readonly ref: AnyActorRef;
  };
  readonly editKey: { readonly input: EditKeyInput; readonly output: EditKeyOutput; readonly ref: AnyActorRef };
  readonly editUser: { readonly input: EditUserInput; readonly output: EditUserOutput; readonly ref: AnyActorRef };
  readonly editLibrary: {
    readonly input: EditLibraryInput;
    readonly output: EditLibraryOutput;
    readonly ref: AnyActorRef;
  };
  readonly editNotification: {
    readonly input: EditNotificationInput;
    readonly output: EditNotificationOutput;
    readonly ref: AnyActorRef;
  };
  readonly sessionDetails: {
    readonly input: SessionDetailsInput;
    readonly output: SessionDetailsOutput;
    readonly ref: AnyActorRef;
  };
  readonly findSetting: {
    readonly input: FindSettingInput;
    readonly output: FindSettingOutput;
    readonly ref: AnyActorRef;
  };
  readonly episode: {
    readonly input: EpisodeViewInput;
    readonly output: EpisodeViewOutput;
    readonly ref: AnyActorRef;
  };
  readonly editEpisode: {
    readonly input: EditEpisodeInput;
    readonly output: EditEpisodeOutput;
    readonly ref: AnyActorRef;
  };
  readonly findEpisodes: {
    readonly input: FindEpisodesInput;
    readonly output: FindEpisodesOutput;
    readonly ref: AnyActorRef;
  };
  readonly matchEpisodes: {
    readonly input: MatchEpisodesInput;
    readonly output: MatchEpisodesOutput;
    readonly ref: AnyActorRef;
  };
  readonly itemEdit: { readonly input: ItemEditInput; readonly output: ItemEditOutput; readonly ref: AnyActorRef };
  readonly addFeeds: { readonly input: AddFeedsInput; readonly output: AddFeedsOutput; readonly ref: AnyActorRef };
  readonly newPodcast: {
    readonly input: NewPodcastInput;
    readonly output: NewPodcastOutput;
    readonly ref: AnyActorRef;
  };
  readonly quickMatch: {
    readonly input: QuickMatchModalInput;
    readonly output: QuickMatchOutput;
    readonly ref: QuickMatchRef;
  };
  readonly broadcast: { readonly input: BroadcastInput; readonly output: BroadcastOutput; readonly ref: AnyActorRef };
  readonly rssFeed: { readonly input: RssFeedInput; readonly output: RssFeedOutput; readonly ref: AnyActorRef };
  readonly shareLink: { readonly input: ShareLinkInput; readonly output: ShareLinkOutput; readonly ref: AnyActorRef };
  readonly matchReport: {
    readonly input: MatchReportInput;
    readonly output: MatchReportOutput;
    readonly ref: AnyActorRef;
  };
  readonly reader: { readonly input: ReaderInput; readonly output: ReaderOutput; readonly ref: AnyActorRef };
}

export type ModalName = keyof Modals;

/** Loaders of the machines. `views/modals/modals.tsx` has the views. */
export const modals: { readonly [Name in ModalName]: () => Promise<AnyActorLogic> } = {
  changelog: async () => (await import('./changelog.machine.ts')).changelogMachine,
  confirm: async () => (await import('./confirm.machine.ts')).confirmMachine,
  removeIssues: async () => (await import('../bookshelf/remove-issues.machine.ts')).removeIssuesMachine,
  renameNarrator: async () => (await import('../narrators/rename-narrator.machine.ts')).renameNarratorMachine,
  renameSeries: async () => (await import('../series/rename-series.machine.ts')).renameSeriesMachine,
  addToList: async () => (await import('../media-lists/add-to-list.machine.ts')).addToListMachine,
  editList: async () => (await import('../media-lists/edit-list.machine.ts')).editListMachine,
  editAuthor: async () => (await import('../authors/edit-author.machine.ts')).editAuthorMachine,
  editDevice: async () => (await import('../ereader-devices/edit-device.machine.ts')).editDeviceMachine,
  editKey: async () => (await import('../api-keys/edit-key.machine.ts')).editKeyMachine,
  editUser: async () => (await import('../users/edit-user.machine.ts')).editUserMachine,
  editLibrary: async () => (await import('../library-settings/edit-library.machine.ts')).editLibraryMachine,
  sessionDetails: async () => (await import('../sessions/session-details.machine.ts')).sessionDetailsMachine,
  editNotification: async () => (await import('../notifications/edit-notification.machine.ts')).editNotificationMachine,
  findSetting: async () => (await import('../settings/find-setting.machine.ts')).findSettingMachine,
  episode: async () => (await import('../episodes/episode-view.machine.ts')).episodeViewMachine,
  editEpisode: async () => (await import('../podcasts/edit-episode.machine.ts')).editEpisodeMachine,
  findEpisodes: async () => (await import('../podcasts/find-episodes.machine.ts')).findEpisodesMachine,
  matchEpisodes: async () => (await import('../podcasts/match-episodes.machine.ts')).matchEpisodesMachine,
  itemEdit: async () => (await import('../item-edit/item-edit.machine.ts')).itemEditMachine,
  addFeeds: async () => (await import('../podcasts/add-feeds.machine.ts')).addFeedsMachine,
  newPodcast: async () => (await import('../podcasts/new-podcast.machine.ts')).newPodcastMachine,
  quickMatch: async () => (await import('../quick-match/quick-match.machine.ts')).quickMatchMachine,
  broadcast: async () => (await import('../broadcast/broadcast.machine.ts')).broadcastMachine,
  rssFeed: async () => (await import('../feeds/rss-feed.machine.ts')).rssFeedMachine,
  shareLink: async () => (await import('../sharing/share-link.machine.ts')).shareLinkMachine,
  matchReport: async () => (await import('../quick-match/match-report.machine.ts')).matchReportMachine,
  reader: async () => (await import('../reader/reader.machine.ts')).readerMachine,
};

const confirmEscape: ConfirmEvent = { type: 'confirm.cancel', reason: 'escape' };

/** Event of the close button and 'back'. Null: the machine holds 'back' itself, by its URL. */
export const closings: Readonly<Record<ModalName, EventObject | null>> = {
  changelog: { type: 'changelog.dismiss' },
  confirm: confirmEscape,
  removeIssues: { type: 'removeIssues.cancel' },
  renameNarrator: { type: 'narrator.cancel' },
  renameSeries: { type: 'renameSeries.close' },
  addToList: { type: 'addToList.close' },
  editList: { type: 'editList.close' },
  editAuthor: { type: 'editAuthor.close' },
  editDevice: { type: 'editDevice.close' },
  editKey: { type: 'editKey.close' },
  editUser: { type: 'editUser.close' },
  editLibrary: { type: 'editLibrary.close' },
  sessionDetails: { type: 'sessionDetails.close' },
  editNotification: { type: 'editNotification.close' },
  findSetting: { type: 'findSetting.close' },
  episode: null,
  editEpisode: { type: 'editEpisode.close' },
  findEpisodes: { type: 'findEpisodes.close' },
  matchEpisodes: { type: 'matchEpisodes.close' },
  itemEdit: null,
  addFeeds: { type: 'addFeeds.close' },
  newPodcast: { type: 'newPodcast.close' },
  quickMatch: { type: 'quickMatch.cancel' },
  broadcast: { type: 'message.cancel' },
  rssFeed: { type: 'rssFeed.dismiss' },
  shareLink: { type: 'share.close' },
  matchReport: { type: 'matchReport.close' },
  reader: null,
};
