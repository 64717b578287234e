import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { PodcastEpisode } from '../../../schemas/api/podcast-episode.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { getEpisode } from '../../../services/endpoints/podcasts.ts';
import { named } from '../../kit/system.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import { holdAddress, type AddressLeft } from '../../kit/address.actor.ts';
import type { PlayerCommand } from '../../playback/player/player.protocol.ts';
import { previewOf, type Episode, type PodcastOutline } from './episode.logic.ts';
import type { EpisodeViewInput, EpisodeViewOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type EpisodeViewEvent =
  | { type: 'episode.retry' }
  | { type: 'episode.dismiss' }
  /** Plays from a time in seconds; the jump can be undone. */
  | { type: 'episode.playFrom'; time: number }
  | AddressLeft;

interface EpisodeViewContext {
  readonly podcast: PodcastOutline;
  readonly episodeId: string;
  readonly episode: Episode | null;
  readonly error: AppError | null;
}

/** Dialog of one episode, named in the URL. Shows at once what the opener knows. */
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
  guards: { isKnown: ({ context }) => context.episode !== null },
  actions: {
    keep: assign((_, { episode }: { episode: PodcastEpisode }) => ({ episode, error: null })),
    rememberFailure: assign(keepError),
    play: sendTo(
      named('player'),
      ({ context: { podcast, episode, episodeId } }, { time }: { time: number }): PlayerCommand => ({
        type: 'player.play',
        libraryItemId: podcast.id,
        episodeId,
        startTime: time,
        isJump: true,
        ...(episode && { preview: previewOf(podcast, episode) }),
      }),
    ),
  },
}).createMachine({
  id: 'episodeView',
  context: ({ input: { podcast, episodeId, known } }) => ({
    podcast,
    episodeId,
    episode: known,
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
    ready: { on: { 'episode.playFrom': { actions: by('play') } } },
    closed: { type: 'final' },
  },
  output: 'dismissed',
});

export type EpisodeViewRef = ActorRefFrom<typeof episodeViewMachine>;
