import { assign, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AddFeedsInput, AddFeedsOutput, OfferedFeed } from '../../app/modals/modal-inputs.protocol.ts';

export type AddFeedsEvent =
  | { type: 'addFeeds.chooseFolder'; folderId: string }
  | { type: 'addFeeds.setAutoDownload'; checked: boolean }
  | { type: 'addFeeds.toggle'; feedUrl: string }
  | { type: 'addFeeds.toggleAll' }
  | { type: 'addFeeds.submit' }
  | { type: 'addFeeds.close' };

interface AddFeedsContext extends AddFeedsInput {
  readonly folderId: string;
  readonly autoDownloadEpisodes: boolean;
  readonly chosen: ReadonlySet<string>;
}

const newOnes = (feeds: readonly OfferedFeed[]): ReadonlySet<string> =>
  new Set(feeds.filter(({ isKnown }) => !isKnown).map(({ feedUrl }) => feedUrl));

/** Modal that adds several feeds to one folder. Feeds that the library has are not preselected. */
export const addFeedsMachine = setup({
  types: {
    input: {} as AddFeedsInput,
    context: {} as AddFeedsContext,
    events: {} as AddFeedsEvent,
    output: {} as AddFeedsOutput,
  },
  guards: { mayAdd: ({ context }) => context.chosen.size > 0 && context.folderId !== '' },
  actions: {
    keepAutoDownload: assign((_, { checked }: { checked: boolean }) => ({ autoDownloadEpisodes: checked })),
    toggle: assign(({ context }, { feedUrl }: { feedUrl: string }) => {
      const chosen = new Set(context.chosen);
      if (!chosen.delete(feedUrl)) chosen.add(feedUrl);
      return { chosen };
    }),
    toggleAll: assign(({ context: { chosen, feeds } }) => {
      const all = newOnes(feeds);
      return { chosen: [...all].every((feedUrl) => chosen.has(feedUrl)) ? new Set<string>() : all };
    }),
  },
}).createMachine({
  id: 'addFeeds',
  context: ({ input }) => ({
    ...input,
    folderId: input.folders[0]?.id ?? '',
    autoDownloadEpisodes: false,
    chosen: newOnes(input.feeds),
  }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'addFeeds.chooseFolder': { actions: assign(({ event: { folderId } }) => ({ folderId })) },
        'addFeeds.setAutoDownload': { actions: by('keepAutoDownload') },
        'addFeeds.toggle': { actions: by('toggle') },
        'addFeeds.toggleAll': { actions: 'toggleAll' },
        'addFeeds.submit': { guard: 'mayAdd', target: 'closed' },
        'addFeeds.close': { target: 'closed', actions: assign({ chosen: new Set<string>() }) },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context: { feeds, chosen, folderId, autoDownloadEpisodes } }): AddFeedsOutput =>
    chosen.size === 0
      ? null
      : {
          feeds: feeds.filter(({ feedUrl }) => chosen.has(feedUrl)).map(({ isKnown: _known, ...feed }) => feed),
          folderId,
          autoDownloadEpisodes,
        },
});

export type AddFeedsRef = ActorRefFrom<typeof addFeedsMachine>;
