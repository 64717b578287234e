import type { Account, ApiKey } from '../../../schemas/api/account.ts';
import type { EreaderDevice } from '../../../schemas/api/auth.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { Library, LibraryFolder } from '../../../schemas/api/library.ts';
import type { MediaItemShare } from '../../../schemas/api/share.ts';
import type { Narrator } from '../../../schemas/api/author.ts';
import type { Series } from '../../../schemas/api/series.ts';
import type { Notification, NotificationEvent, NotificationSettings } from '../../../schemas/api/notification.ts';
import type { PodcastEpisode } from '../../../schemas/api/podcast-episode.ts';
import type { RssFeedMinified } from '../../../schemas/api/rss-feed.ts';
import type { KeyUser } from '../../admin/api-keys/api-keys.logic.ts';
import type { Episode, PodcastOutline } from '../../browse/episodes/episode.logic.ts';
import type { DeviceList, DeviceOwner } from '../../admin/ereader-devices/ereader-devices.logic.ts';
import type { TabName } from '../../edit/item-edit/tabs.logic.ts';
import type { EpisodeId } from '../../edit/podcasts/episode-form.logic.ts';
import type { EpisodeMark } from '../../edit/podcasts/feed-rows.logic.ts';
import type { OfferedPodcast, KnownPodcast } from '../../edit/podcasts/search.logic.ts';
import type { MatchesBefore, WayBack } from '../../edit/quick-match/match-report.logic.ts';
import type { AnyRoute } from '../../kit/router/routes.ts';
import type { NarratorsBefore } from '../../browse/selection/selection.protocol.ts';

export interface EditKeyInput {
  readonly before: ApiKey | null;
  readonly people: readonly KeyUser[];
  readonly isOver: boolean;
}

/** Never holds the key itself. */
export interface EditKeyOutput {
  readonly isSaved: boolean;
}

export interface EditAuthorInput {
  readonly authorId: string;
  readonly name: string;
}

export interface EditAuthorOutput {
  readonly kind: 'updated' | 'merged' | 'removed' | 'closed';
  readonly authorId: string;
}

export interface RemoveIssuesInput {
  readonly libraryId: string;
  readonly count: number;
}

export interface RemoveIssuesOutput {
  readonly isRemoved: boolean;
}

export interface BroadcastInput {
  readonly online: readonly string[];
}

export type BroadcastOutput = 'closed';

export interface EpisodeViewInput {
  readonly podcast: PodcastOutline;
  readonly episodeId: string;
  readonly known: Episode | null;
}

export type EpisodeViewOutput = 'dismissed';

export interface EditDeviceInput extends DeviceOwner, DeviceList {
  readonly before: EreaderDevice | null;
}

export type EditDeviceOutput = readonly EreaderDevice[] | null;

export interface RssFeedInput {
  readonly entityType: 'item' | 'collection' | 'series';
  readonly entityId: string;
  readonly name: string;
  readonly feed: RssFeedMinified | null;
  readonly hasEpisodesWithoutPubDate: boolean;
}

export type RssFeedOutput = 'closed';

export interface ListedItem {
  readonly id: string;
  readonly title: string;
}

export interface ItemEditInput {
  readonly itemId: string;
  readonly title: string;
  readonly list: readonly ListedItem[];
  /** Default: details. */
  readonly tab?: TabName;
}

export type ItemEditOutput = 'closed';

export interface EditLibraryInput {
  readonly library: Library | null;
}

export interface EditLibraryOutput {
  readonly library: Library | null;
}

export interface RenameNarratorInput {
  readonly libraryId: string;
  readonly narrator: Narrator;
  readonly others: readonly string[];
}

export type RenameNarratorOutput = {
  readonly name: string;
  readonly updated: number;
  readonly before: NarratorsBefore;
} | null;

export interface RenameSeriesInput {
  readonly series: Series;
}

export type RenameSeriesOutput = Series | null;

export interface EditNotificationInput {
  readonly before: Notification | null;
  readonly events: readonly NotificationEvent[];
}

export type EditNotificationOutput = NotificationSettings | null;

export interface NamedFeed {
  readonly title: string;
  readonly feedUrl: string;
  /** Of the directory. */
  readonly itunesId?: string | null | undefined;
}

export interface OfferedFeed extends NamedFeed {
  readonly isKnown: boolean;
}

export interface AddFeedsInput {
  readonly folders: readonly LibraryFolder[];
  readonly feeds: readonly OfferedFeed[];
}

export interface FeedsToAdd {
  readonly feeds: readonly NamedFeed[];
  readonly folderId: string;
  readonly autoDownloadEpisodes: boolean;
}

export type AddFeedsOutput = FeedsToAdd | null;

export interface ListedEpisode extends EpisodeId {
  readonly title: string;
}

export interface EditEpisodeInput extends ListedEpisode {
  /** The table that it was opened from, for previous and next; may be empty. */
  readonly list: readonly ListedEpisode[];
}

export type EditEpisodeOutput = 'closed';

export interface FindEpisodesInput {
  readonly podcast: PodcastOutline;
  readonly feedUrl: string;
  readonly have: readonly EpisodeMark[];
}

export interface FindEpisodesOutput {
  readonly queued: number;
}

export interface MatchEpisodesInput {
  readonly podcast: { readonly id: string; readonly title: string };
  readonly feedUrl: string;
  readonly episodes: readonly PodcastEpisode[];
}

export interface MatchEpisodesOutput {
  readonly updated: number;
}

export interface NewPodcastInput {
  readonly libraryId: string;
  readonly folders: readonly LibraryFolder[];
  readonly feedUrl: string;
  /** The directory's data; null for a typed address. */
  readonly match: OfferedPodcast | null;
  readonly known: readonly KnownPodcast[];
}

export interface NewPodcastOutput {
  readonly itemId: string | null;
  readonly title: string;
}

export interface MatchReportInput {
  readonly before: MatchesBefore;
}

export type MatchReportOutput = WayBack | null;

export interface ReaderInput {
  readonly itemId: string;
  /** Null: the main ebook. */
  readonly ino: string | null;
  readonly known?: LibraryItemExpanded | null | undefined;
}

export type ReaderOutput = 'dismissed';

export interface FindSettingInput {
  readonly page: AnyRoute['name'];
}
export type FindSettingOutput = 'closed';

export interface ShareLinkInput {
  readonly title: string;
  /** Id of the book's media, not of the item. */
  readonly mediaItemId: string;
  readonly share: MediaItemShare | null;
  /** Media progress in seconds: a possible start. */
  readonly position: number;
}

export type ShareLinkOutput = 'closed';

export interface EditUserInput {
  readonly account: Account | null;
}

export type EditUserOutput = Account | null;
