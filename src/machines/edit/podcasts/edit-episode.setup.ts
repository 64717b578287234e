import { assign, enqueueActions, sendTo, setup, stopChild, type ActorRefFrom } from 'xstate';
import type { EpisodeDraft } from '../../../schemas/drafts.ts';
import type { FeedEpisode } from '../../../schemas/api/podcast-feed.ts';
import type { PodcastEpisode } from '../../../schemas/api/podcast-episode.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { searchFeedEpisode, updateEpisode } from '../../../services/endpoints/podcast-admin.ts';
import { getEpisode } from '../../../services/endpoints/podcasts.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastKind } from '../../kit/toasts.protocol.ts';
import { editorToast, savedToast, unsavedToast } from '../../kit/messages.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { type AfterSave, type FormReport, formChanges } from '../../kit/form.machine.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import { begunEpisode, EPISODE_DRAFT, episodeDraftKeeper } from './episode-draft.actor.ts';
import type { EditEpisodeInput, EditEpisodeOutput, ListedEpisode } from '../../app/modals/modal-inputs.protocol.ts';
import {
  changesFromFeed,
  discardedEpisode,
  episodeDetails,
  episodeForm,
  episodeIn,
  hasEpisodeChanges,
  keepMyDetail,
  takeTheirDetail,
  withTheirEpisode,
  type EpisodeDetail,
  type EpisodeSaved,
  type EpisodeValues,
} from './episode-form.logic.ts';

export type EpisodeTab = 'details' | 'match';

export type EditEpisodeEvent =
  | { type: 'editEpisode.showTab'; tab: EpisodeTab }
  | { type: 'editEpisode.save' }
  | { type: 'editEpisode.saveAndClose' }
  | { type: 'editEpisode.saveAndNext' }
  | { type: 'editEpisode.step'; by: Step }
  | { type: 'editEpisode.typeTerm'; text: string }
  | { type: 'editEpisode.search' }
  /** Applies the feed's data of this result. */
  | { type: 'editEpisode.matchWith'; found: FeedEpisode }
  | { type: 'editEpisode.takeTheirs'; field: EpisodeDetail }
  | { type: 'editEpisode.keepMine'; field: EpisodeDetail }
  /** Drops edits from before a reload. */
  | { type: 'editEpisode.forgetDraft' }
  | { type: 'editEpisode.retry' }
  | { type: 'editEpisode.close' }
  | FormReport<'fields', EpisodeValues, EpisodeSaved>
  | ModalClosed<'confirm'>
  | ResourceReport<'episode', typeof getEpisode>
  | ServerEventOf<'server.item.updated' | 'server.items.updated' | 'server.item.removed'>;

interface EditEpisodeContext extends EditEpisodeInput {
  readonly tab: EpisodeTab;
  readonly known: PodcastEpisode | null;
  readonly fields: ActorRefFrom<typeof episodeForm> | null;
  readonly afterSave: AfterSave;
  /** What happens after unsaved edits are dropped. */
  readonly leaving: Step | 'close';
  /** Removed while the dialog was open. */
  readonly isRemoved: boolean;
  /** Edits from before a reload; null once the form has them. */
  readonly kept: EpisodeDraft | null;
  readonly isRestored: boolean;
  readonly term: string;
  /** Null before a search. */
  readonly matches: readonly FeedEpisode[] | null;
  readonly matched: FeedEpisode | null;
  readonly error: AppError | null;
}

/** Next (1) or previous (-1). */
type Step = 1 | -1;

/** Undefined at the ends of the list. */
export function episodeAfter(
  { list, episodeId }: Pick<EditEpisodeInput, 'list' | 'episodeId'>,
  by: Step,
): ListedEpisode | undefined {
  const index = list.findIndex((one) => one.episodeId === episodeId);
  return index === -1 ? undefined : list[index + by];
}

const isDirty = ({ fields }: EditEpisodeContext): boolean =>
  fields !== null && hasEpisodeChanges(fields.getSnapshot().context.values);

const NOTHING_FOUND = { term: '', matches: null, matched: null, error: null };

function placed(context: EditEpisodeContext, by: Step): Partial<EditEpisodeContext> {
  const next = episodeAfter(context, by);
  return next ? { ...next, ...NOTHING_FOUND, known: null } : {};
}

const EDITOR = 'editEpisode';
/** Update events come in bursts: the episode is fetched after this pause, in ms. */
const SETTLE_MS = 300;

const typedIn = ({ fields }: EditEpisodeContext): EpisodeValues | undefined => fields?.getSnapshot().context.values;

export const editEpisodeSetup = setup({
  types: {
    input: {} as EditEpisodeInput,
    context: {} as EditEpisodeContext,
    events: {} as EditEpisodeEvent,
    output: {} as EditEpisodeOutput,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      episode: 'episode';
      fields: 'fields';
      draftKeeper: 'draftKeeper';
      searchFeed: 'searchFeed';
      applyMatch: 'applyMatch';
    },
  },
  actors: {
    episode: resource('episode', getEpisode),
    fields: episodeForm,
    draftKeeper: episodeDraftKeeper,
    searchFeed: callEndpoint(searchFeedEpisode),
    applyMatch: callEndpoint(updateEpisode),
  },
  guards: {
    isThis: ({ context }, { item }: { item: { readonly id: string } }) => item.id === context.libraryItemId,
    holdsThis: ({ context }, { items }: { items: { readonly items: readonly { readonly id: string }[] } }) =>
      items.items.some(({ id }) => id === context.libraryItemId),
    isMissing: (_, failure: Failure) => failedBy(failure, 'notFound', 'forbidden'),
    isRemoved: ({ context }) => context.isRemoved,
    hasStep: ({ context }, { by }: { by: Step }) => episodeAfter(context, by) !== undefined,
    leavesChanges: ({ context }, { by }: { by: Step }) => episodeAfter(context, by) !== undefined && isDirty(context),
    isChanged: ({ context }) => isDirty(context),
    closes: ({ context }) => context.afterSave === 'close',
    movesOn: ({ context }) => context.afterSave === 'next' && episodeAfter(context, 1) !== undefined,
    /** Edits beside the match are unsaved. */
    closesOver: ({ context }, { item }: { item: Parameters<typeof episodeIn>[0] }) => {
      const typed = typedIn(context);
      const theirs = episodeIn(item, context.episodeId) ?? context.known;
      return (
        context.afterSave === 'close' &&
        typed !== undefined &&
        hasEpisodeChanges(theirs ? withTheirEpisode(typed, episodeDetails(theirs)) : typed)
      );
    },
    hasTerm: ({ context }) => context.term.trim() !== '',
    changesSomething: ({ context: { known } }, { found }: { found: FeedEpisode }) =>
      known !== null && Object.keys(changesFromFeed(found, known)).length > 0,
    isAcceptedClose: ({ context }, { output }: ModalClosed<'confirm'>) =>
      output?.accepted === true && context.leaving === 'close',
    isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true,
  },
  actions: {
    showTab: assign((_, { tab }: { tab: EpisodeTab }) => ({ tab })),
    readEpisode: enqueueActions(({ context: { libraryItemId: id, episodeId }, enqueue }) => {
      enqueue.stopChild('episode');
      enqueue.spawnChild('episode', { id: 'episode', input: { request: { id, episodeId }, settleMs: SETTLE_MS } });
    }),
    retryEpisode: sendTo('episode', { type: 'resource.retry' }),
    markOutdated: sendTo('episode', { type: 'resource.markOutdated' }),
    rememberRemoval: assign({ isRemoved: true }),
    keepNews: assign((_, { data }: { data: PodcastEpisode }) => ({ known: data, title: data.title })),
    followEpisode: enqueueActions(({ context, enqueue }) => {
      if (!context.known) return;
      const changes = formChanges(typedIn(context), withTheirEpisode, episodeDetails(context.known));
      for (const change of changes) enqueue.sendTo('fields', change);
    }),
    takeTheirs: enqueueActions(({ context, enqueue }, { field }: { field: EpisodeDetail }) => {
      for (const change of formChanges(typedIn(context), takeTheirDetail, field)) enqueue.sendTo('fields', change);
    }),
    keepMine: enqueueActions(({ context, enqueue }, { field }: { field: EpisodeDetail }) => {
      for (const change of formChanges(typedIn(context), keepMyDetail, field)) enqueue.sendTo('fields', change);
    }),
    keep: assign(({ system }, { episode }: { episode: PodcastEpisode }) => ({
      known: episode,
      kept: getPorts(system).tabStorage.read(EPISODE_DRAFT),
      title: episode.title,
      term: episode.title,
      matches: null,
      error: null,
    })),
    keepSaved: assign(({ context }, { answer: { episode } }: { answer: EpisodeSaved }) => ({
      known: episode ?? context.known,
      title: episode?.title ?? context.title,
    })),
    keepMatched: assign(({ context }, { item }: { item: Parameters<typeof episodeIn>[0] }) => {
      const episode = episodeIn(item, context.episodeId) ?? context.known;
      return { known: episode, title: episode?.title ?? context.title, tab: 'details' as const, matches: null };
    }),
    openForm: assign(({ context: { known, kept, libraryItemId, episodeId }, spawn }) => {
      if (!known) return {};
      const { values, isRestored } = begunEpisode(kept, { libraryItemId, episodeId }, episodeDetails(known));
      return { fields: spawn('fields', { id: 'fields', input: { values } }), isRestored, kept: null };
    }),
    discardDraft: enqueueActions(({ context, enqueue }) => {
      for (const change of formChanges(typedIn(context), discardedEpisode, null)) enqueue.sendTo('fields', change);
      enqueue.assign({ isRestored: false });
    }),
    closeForm: enqueueActions(({ context: { fields }, enqueue }) => {
      if (fields) enqueue(stopChild(fields));
      enqueue.assign({ fields: null });
    }),
    planAfterSave: assign((_, { afterSave }: { afterSave: AfterSave }) => ({ afterSave })),
    rememberLeaving: assign((_, { leaving }: { leaving: Step | 'close' }) => ({ leaving })),
    moveBy: assign(({ context }, { by }: { by: Step }) => placed(context, by)),
    moveOn: assign(({ context }) => (context.leaving === 'close' ? {} : placed(context, context.leaving))),
    takeMatches: assign((_, { found }: { found: readonly FeedEpisode[] }) => ({ matches: found, error: null })),
    rememberMatch: assign((_, { found }: { found: FeedEpisode }) => ({ matched: found })),
    rememberFailure: assign(keepError),
    notify: sendTo(named('toasts'), ({ context }, message: { kind: ToastKind; key: string }) =>
      editorToast(EDITOR, context.title, message),
    ),
    notifySaved: sendTo(
      named('toasts'),
      ({ context }, { answer: { isUpdated, undo: change } }: { answer: EpisodeSaved }) =>
        savedToast(EDITOR, context.title, isUpdated, {
          undo: {
            type: 'itemRestorer.restoreEpisode',
            id: context.libraryItemId,
            episodeId: context.episodeId,
            change,
          },
        }),
    ),
    notifyFailure: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      unsavedToast(EDITOR, context.title, toAppError(cause)),
    ),
  },
});

export function matchInput({ libraryItemId, episodeId, known, matched }: EditEpisodeContext) {
  return { id: libraryItemId, episodeId, change: known && matched ? changesFromFeed(matched, known) : {} };
}
