import { assign, setup, type ActorRefFrom, fromPromise } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { type AppError, toAppError } from '../../../schemas/app-error.ts';
import { updateItem } from '../../../services/endpoints/item-editing.ts';
import { checkNewEpisodes, readFeed } from '../../../services/endpoints/podcast-admin.ts';
import { getPorts } from '../../kit/ports.ts';
import { orderAfter, type Arrangement } from '../../browse/episodes/arrange.logic.ts';
import type { TabInput, TabNews } from '../item-edit/item-edit.protocol.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { isWholeAmount } from '../../kit/text.logic.ts';
import { dayAndTime, toMoment } from './episode-form.logic.ts';

interface CheckInput {
  readonly id: string;
  readonly feedUrl: string;
  readonly limit: number;
  /** In ms: the server's last check, and the time to write first; null: unchanged. */
  readonly before: number | null;
  readonly written: number | null;
}

/** `unread`: the feed could not be read. */
interface CheckResult extends Pick<CheckInput, 'before' | 'written'> {
  readonly found: number;
  readonly unread: AppError | null;
}

/** The time is written only when it differs by the minute, as fields show it. */
function checkInput(entered: {
  readonly id: string;
  readonly feedUrl: string;
  readonly lastCheck: number | null;
  readonly day: string;
  readonly time: string;
  readonly limit: number | null;
}): CheckInput {
  const { id, feedUrl, lastCheck: before, day, time, limit } = entered;
  const known = dayAndTime(before);
  const isSame = day === known.day && time === known.time;
  return { id, feedUrl, limit: limit ?? 0, before, written: isSame ? null : toMoment({ day, time }) };
}

/**
 * Has the server check the feed for new episodes. The server reports an unreadable feed as nothing new, so a check
 * without result reads the feed again.
 */
const checkFeed = fromPromise<CheckResult, CheckInput>(async ({ input, system, signal }) => {
  const { api } = getPorts(system);
  const { id, feedUrl, limit, before, written } = input;
  if (written !== null) await api.call(updateItem, { id, change: { lastEpisodeCheck: written } }, signal);
  const { episodes } = await api.call(checkNewEpisodes, { id, limit }, signal);
  const found = episodes.items.length + episodes.dropped.length;
  const unread = found > 0 ? null : await api.call(readFeed, { url: feedUrl }, signal).then(() => null, toAppError);
  return { found, unread, before, written };
});

/** `momentIncomplete`: day and time need each other. */
interface CheckProblems {
  readonly moment?: 'momentIncomplete';
  readonly limit?: 'noWholeNumber';
}

type NewEpisodesEvent =
  /** `2026-03-24` and `08:30`, local: only later episodes are new. */
  | { type: 'newEpisodes.setMoment'; day: string; time: string }
  /** 0 for all; null while empty. */
  | { type: 'newEpisodes.setLimit'; limit: number | null }
  | { type: 'newEpisodes.check' }
  | { type: 'newEpisodes.sort'; by: Arrangement['sort'] }
  | TabNews;

interface NewEpisodesContext {
  readonly id: string;
  readonly feedUrl: string;
  /** In ms; null: never. */
  readonly lastCheck: number | null;
  readonly day: string;
  readonly time: string;
  readonly limit: number | null;
  readonly problems: CheckProblems;
  /** Null: not checked, or the feed could not be read. */
  readonly found: number | null;
  readonly unread: AppError | null;
  readonly error: AppError | null;
  readonly order: Arrangement;
}

/** Default limit of downloads per check. */
const MOST_FOUND = 3;

const lastCheckOf = (item: LibraryItemExpanded): number | null =>
  item.mediaType === 'podcast' ? (item.media.lastEpisodeCheck ?? null) : null;

const isUntouched = ({ day, time, lastCheck }: NewEpisodesContext): boolean => {
  const known = dayAndTime(lastCheck);
  return day === known.day && time === known.time;
};

const feedUrlOf = (item: LibraryItemExpanded): string =>
  (item.mediaType === 'podcast' ? item.media.metadata.feedUrl : null) ?? '';

function problemsOf(context: NewEpisodesContext): CheckProblems {
  const { day, time, limit } = context;
  const isMoment = isUntouched(context) || (day !== '' && time !== '');
  return {
    ...(isMoment ? {} : { moment: 'momentIncomplete' as const }),
    ...(isWholeAmount(limit) ? {} : { limit: 'noWholeNumber' as const }),
  };
}

/** Tab that checks a podcast's feed for new episodes. Writes the time of the last check only when changed. */
export const newEpisodesMachine = setup({
  types: {
    input: {} as TabInput,
    context: {} as NewEpisodesContext,
    events: {} as NewEpisodesEvent,
    tags: {} as 'busy',
    children: {} as { checkFeed: 'checkFeed' },
  },
  actors: { checkFeed },
  guards: { hasProblems: ({ context }) => Object.keys(problemsOf(context)).length > 0 },
  actions: {
    setMoment: assign(({ context }, { day, time }: { day: string; time: string }) => {
      const { moment: _gone, ...problems } = context.problems;
      return { day, time, problems };
    }),
    setLimit: assign(({ context }, { limit }: { limit: number | null }) => {
      const { limit: _gone, ...problems } = context.problems;
      return { limit, problems };
    }),
    noteProblems: assign(({ context }) => ({ problems: problemsOf(context) })),
    follow: assign(({ context }, { item }: TabInput) => {
      const known = { lastCheck: lastCheckOf(item), feedUrl: feedUrlOf(item) };
      return isUntouched(context) ? { ...known, ...dayAndTime(known.lastCheck) } : known;
    }),
    takeResult: assign(({ context }, { found, unread, before, written }: CheckResult) => {
      const lastCheck = context.lastCheck === before && written !== null ? written : context.lastCheck;
      return { found: unread ? null : found, unread, lastCheck, ...dayAndTime(lastCheck) };
    }),
    sort: assign(({ context: { order } }, { by }: { by: Arrangement['sort'] }) => {
      const { podcastEpisodesSortBy: sort, podcastEpisodesSortDesc: isDescending } = orderAfter(order, by);
      return { order: { ...order, sort, isDescending } };
    }),
    rememberFailure: assign(keepError),
  },
}).createMachine({
  id: 'newEpisodes',
  context: ({ input: { item } }) => ({
    id: item.id,
    feedUrl: feedUrlOf(item),
    lastCheck: lastCheckOf(item),
    ...dayAndTime(lastCheckOf(item)),
    limit: MOST_FOUND,
    problems: {},
    found: null,
    unread: null,
    error: null,
    order: { show: 'all', sort: 'publishedAt', isDescending: true, search: '' },
  }),
  initial: 'resting',
  on: { 'newEpisodes.sort': { actions: by('sort') } },
  states: {
    resting: {
      on: {
        'newEpisodes.setMoment': { actions: by('setMoment') },
        'newEpisodes.setLimit': { actions: by('setLimit') },
        'tab.itemChanged': { actions: by('follow') },
        'newEpisodes.check': [{ guard: 'hasProblems', actions: 'noteProblems' }, { target: 'checking' }],
      },
    },
    checking: {
      tags: 'busy',
      entry: assign({ problems: {}, found: null, unread: null, error: null }),
      invoke: {
        src: 'checkFeed',
        id: 'checkFeed',
        input: ({ context }) => checkInput(context),
        onDone: { target: 'resting', actions: { type: 'takeResult', params: ({ event }) => event.output } },
        onError: { target: 'resting', actions: { type: 'rememberFailure', params: failureOf } },
      },
      on: { 'tab.itemChanged': { actions: assign(({ event: { item } }) => ({ lastCheck: lastCheckOf(item) })) } },
    },
  },
});

export type NewEpisodesRef = ActorRefFrom<typeof newEpisodesMachine>;
