import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { PodcastEpisode } from '../../schemas/api/podcast-episode.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { getEpisode } from '../../services/endpoints/podcasts.ts';
import { getProgress, isOpenInPlayer, named } from '../app/system.ts';
import { isUnderWay, playQuestion } from '../item/item.logic.ts';
import { callEndpoint } from '../app/ports.ts';
import { failureOf, keepError } from '../kit/failure.logic.ts';
import { holdAddress, type AddressLeft } from '../modals/address.actor.ts';
import type { ModalClosed, ModalsEvent } from '../modals/modals.protocol.ts';
import type { PlayerCommand } from '../player/player.protocol.ts';
import { previewOf, type Episode } from './episode.logic.ts';
import type { EpisodeViewInput, EpisodeViewOutput } from './episode-view.protocol.ts';
import type { PodcastOutline } from './outline.logic.ts';

export type EpisodeViewEvent =
  | { type: 'episode.retry' }
  | { type: 'episode.dismiss' }
  /** Plays from a time in seconds. Asks first when another position would be lost that the player has not open. */
  | { type: 'episode.playFrom'; time: number }
  /** The same, where it has to ask. */
  | { type: 'episode.confirmPlay'; time: number }
  | AddressLeft
  | ModalClosed<'confirm'>;

interface EpisodeViewContext {
  readonly podcast: PodcastOutline;
  readonly episodeId: string;
  readonly episode: Episode | null;
  /** Seconds: where to play from, while somebody is asked. */
  readonly asked: number | null;
  readonly error: AppError | null;
}

const mediaOf = ({ podcast, episodeId }: Pick<EpisodeViewContext, 'podcast' | 'episodeId'>) => ({
  libraryItemId: podcast.id,
  episodeId,
});

/**
 * One episode: what it is about, and what can be done with it (POD-005, POD-008). The address names it while it is
 * open.
 *
 * Invariants:
 * 1. A place is given up for another one only after a person has said so.
 * 2. What the opener knows is shown without a request.
 */
export const episodeViewMachine = setup({
  types: {
    input: {} as EpisodeViewInput,
    context: {} as EpisodeViewContext,
    events: {} as EpisodeViewEvent,
    output: {} as EpisodeViewOutput,
    children: {} as { address: 'address'; fetchEpisode: 'fetchEpisode' },
    tags: {} as 'busy' | 'failed',
  },
  actors: { address: holdAddress, fetchEpisode: callEndpoint(getEpisode) },
  guards: {
    isKnown: ({ context }) => context.episode !== null,
    isAccepted: (_, params: ModalClosed<'confirm'>) => params.output?.accepted === true,
  },
  actions: {
    keep: assign((_, { episode }: { episode: PodcastEpisode }) => ({ episode, error: null })),
    rememberFailure: assign(keepError),
    rememberQuestion: assign((_, { time }: { time: number }) => ({ asked: time })),
    forgetQuestion: assign({ asked: null }),
    ask: sendTo(named('modals'), ({ context, self, system }): ModalsEvent => {
      const place = getProgress(system, mediaOf(context))?.currentTime ?? 0;
      const input = playQuestion(context.episode?.title ?? '', place);
      return { type: 'modals.open', modal: 'confirm', input, tag: 'play', replyTo: self };
    }),
    playOrAsk: enqueueActions(({ context, enqueue, system }, { time }: { time: number }) => {
      const media = mediaOf(context);
      if (!isOpenInPlayer(system, media) && isUnderWay(getProgress(system, media)))
        enqueue.raise({ type: 'episode.confirmPlay', time });
      else if (context.episode) enqueue.sendTo(named('player'), playFrom(context, context.episode, time));
    }),
    playAsked: enqueueActions(({ context, enqueue }) => {
      if (context.episode && context.asked !== null)
        enqueue.sendTo(named('player'), playFrom(context, context.episode, context.asked));
    }),
  },
}).createMachine({
  id: 'episodeView',
  context: ({ input: { podcast, episodeId, known } }) => ({
    podcast,
    episodeId,
    episode: known,
    asked: null,
    error: null,
  }),
  invoke: { src: 'address', id: 'address', input: ({ context }) => ({ episode: context.episodeId }) },
  initial: 'deciding',
  on: { 'episode.dismiss': '.closed', 'address.left': '.closed' },
  states: {
    deciding: { always: [{ guard: 'isKnown', target: 'ready' }, { target: 'loading' }] },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'fetchEpisode',
        id: 'fetchEpisode',
        input: ({ context }) => ({ id: context.podcast.id, episodeId: context.episodeId }),
        onDone: { target: 'ready', actions: { type: 'keep', params: ({ event }) => ({ episode: event.output }) } },
        onError: { target: 'failed', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
    failed: { tags: 'failed', on: { 'episode.retry': 'loading' } },
    ready: {
      initial: 'resting',
      states: {
        resting: {
          on: {
            'episode.playFrom': { actions: { type: 'playOrAsk', params: ({ event }) => event } },
            'episode.confirmPlay': {
              target: 'asking',
              actions: { type: 'rememberQuestion', params: ({ event }) => event },
            },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [
              {
                guard: { type: 'isAccepted', params: ({ event }) => event },
                target: 'resting',
                actions: ['playAsked', 'forgetQuestion'],
              },
              { target: 'resting', actions: 'forgetQuestion' },
            ],
          },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: 'dismissed',
});

function playFrom(context: EpisodeViewContext, episode: Episode, startTime: number): PlayerCommand {
  return { type: 'player.play', ...mediaOf(context), preview: previewOf(context.podcast, episode), startTime };
}

export type EpisodeViewRef = ActorRefFrom<typeof episodeViewMachine>;
