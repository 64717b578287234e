import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { FeedEpisode } from '../../../schemas/api/podcast-feed.ts';
import type { PodcastEpisode } from '../../../schemas/api/podcast-episode.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import { updateEpisode } from '../../../services/endpoints/podcast-admin.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';
import { momentOf } from './feed-rows.logic.ts';

export const EPISODE_TYPES = ['full', 'trailer', 'bonus'] as const;

/** As text. `day` as `2026-03-24`, `time` as `08:30`, local time. */
export interface EpisodeDetails {
  readonly season: string;
  readonly episode: string;
  readonly episodeType: string;
  readonly day: string;
  readonly time: string;
  readonly title: string;
  readonly subtitle: string;
  /** HTML. */
  readonly description: string;
}
export type EpisodeDetail = keyof EpisodeDetails;

export interface EpisodeId {
  readonly libraryItemId: string;
  readonly episodeId: string;
}

export interface EpisodeValues extends EpisodeDetails, EpisodeId {
  readonly base: EpisodeDetails;
  /** Changed elsewhere during the edit, undecided. */
  readonly clashes: readonly EpisodeDetail[];
}

/** `momentIncomplete`: day and time need each other. */
export type EpisodeProblem = 'titleMissing' | 'momentIncomplete';
export type EpisodeFormRef = FormRef<EpisodeValues, EpisodeProblem>;

/** `episode`: null where the answer lacks it. */
export interface EpisodeSaved {
  readonly isUpdated: boolean;
  /** Brings back the values before the save. */
  readonly undo: Body<'podcasts.updateEpisode'>;
  readonly episode: PodcastEpisode | null;
}

const FIELDS: readonly EpisodeDetail[] = [
  'season',
  'episode',
  'episodeType',
  'day',
  'time',
  'title',
  'subtitle',
  'description',
];
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Moment in ms to local day and time; empty for none. */
export function dayAndTime(moment: number | null | undefined): Pick<EpisodeDetails, 'day' | 'time'> {
  const date = new Date(moment ?? NaN);
  if (!Number.isFinite(date.getTime())) return { day: '', time: '' };
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return { day, time: `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}` };
}

/** In ms; null when incomplete. */
export function toMoment({ day, time }: Pick<EpisodeDetails, 'day' | 'time'>): number | null {
  const [, year, month, date] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  if (year === undefined || hour === undefined) return null;
  return new Date(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute)).getTime();
}

export function episodeDetails({ publishedAt, ...episode }: PodcastEpisode): EpisodeDetails {
  return {
    season: episode.season ?? '',
    episode: episode.episode ?? '',
    episodeType: episode.episodeType ?? '',
    ...dayAndTime(publishedAt),
    title: episode.title,
    subtitle: episode.subtitle ?? '',
    description: episode.description ?? '',
  };
}

export function episodeValues(id: EpisodeId, details: EpisodeDetails): EpisodeValues {
  return { ...details, libraryItemId: id.libraryItemId, episodeId: id.episodeId, base: details, clashes: [] };
}

const changedFields = (values: EpisodeValues): readonly EpisodeDetail[] =>
  FIELDS.filter((field) => values[field].trim() !== values.base[field].trim());

export const hasEpisodeChanges = (values: EpisodeValues): boolean => changedFields(values).length > 0;

/** Applies a server update: untouched fields follow, touched ones stay and clash if theirs changed. */
export function withTheirEpisode(values: EpisodeValues, theirs: EpisodeDetails): EpisodeValues {
  const touched = changedFields(values);
  const isNew = (field: EpisodeDetail) => theirs[field].trim() !== values.base[field].trim();
  const clashes = touched.filter(
    (field) => theirs[field].trim() !== values[field].trim() && (values.clashes.includes(field) || isNew(field)),
  );
  const mine = Object.fromEntries(touched.map((field) => [field, values[field]]));
  return { ...values, ...theirs, ...mine, base: theirs, clashes };
}

export const discardedEpisode = (values: EpisodeValues): EpisodeValues => episodeValues(values, values.base);

export function keepMyDetail(values: EpisodeValues, field: EpisodeDetail): EpisodeValues {
  return { ...values, clashes: values.clashes.filter((one) => one !== field) };
}

export function takeTheirDetail(values: EpisodeValues, field: EpisodeDetail): EpisodeValues {
  return { ...keepMyDetail(values, field), [field]: values.base[field] };
}

const published = (moment: number): Body<'podcasts.updateEpisode'> => ({
  publishedAt: moment,
  pubDate: new Date(moment).toUTCString(),
});

/** Changed fields only. */
export function episodeChanges(values: EpisodeValues): Body<'podcasts.updateEpisode'> {
  const changed = changedFields(values);
  const texts = changed.filter((field) => field !== 'day' && field !== 'time');
  const moment = texts.length === changed.length ? null : toMoment(values);
  return {
    ...Object.fromEntries(texts.map((field) => [field, values[field].trim()])),
    ...(moment === null ? {} : published(moment)),
  };
}

/** Fields that the feed has and that differ. */
export function changesFromFeed(found: FeedEpisode, episode: PodcastEpisode): Body<'podcasts.updateEpisode'> {
  const names = ['title', 'subtitle', 'description', 'season', 'episode', 'episodeType'] as const;
  const texts = names.filter((name) => {
    const theirs = found[name]?.trim() ?? '';
    return theirs !== '' && theirs !== (episode[name]?.trim() ?? '');
  });
  const moment = momentOf(found);
  return {
    ...Object.fromEntries(texts.map((name) => [name, found[name]])),
    ...(moment === null || moment === episode.publishedAt ? {} : published(moment)),
  };
}

/** Null when the item lacks it. */
export function episodeIn(item: LibraryItemExpanded, episodeId: string): PodcastEpisode | null {
  if (item.mediaType !== 'podcast') return null;
  return item.media.episodes.items.find(({ id }) => id === episodeId) ?? null;
}

export const episodeForm = form<EpisodeValues, EpisodeProblem, EpisodeSaved>('fields', {
  check(values) {
    const { day, time, base } = values;
    const isNone = day === '' && time === '' && base.day === '';
    return {
      ...(values.title.trim() === '' ? { title: 'titleMissing' as const } : {}),
      ...(isNone || day !== '' ? {} : { day: 'momentIncomplete' as const }),
      ...(isNone || time !== '' ? {} : { time: 'momentIncomplete' as const }),
    };
  },
  async save(api, values, signal) {
    if (!hasEpisodeChanges(values)) return { isUpdated: false, undo: {}, episode: null };
    const { libraryItemId: id, episodeId } = values;
    const item = await api.call(updateEpisode, { id, episodeId, change: episodeChanges(values) }, signal);
    const undo = episodeChanges({ ...values, ...values.base, base: values });
    return { isUpdated: true, undo, episode: episodeIn(item, episodeId) };
  },
});
