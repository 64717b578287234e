import { assign, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';

export type ChapterListEvent =
  | { type: 'chapterList.reset' }
  | { type: 'chapterList.filter'; text: string }
  | { type: 'chapterList.type'; character: string };

interface ChapterListContext {
  readonly query: string;
  readonly typed: string;
}

/** Searches the chapter list by text or by typing in the list. */
export const chapterListMachine = setup({
  types: { context: {} as ChapterListContext, events: {} as ChapterListEvent },
  actions: {
    reset: assign({ query: '', typed: '' }),
    keepQuery: assign((_, { text }: { text: string }) => ({ query: text })),
    addTyped: assign(({ context }, { character }: { character: string }) => ({ typed: context.typed + character })),
    forgetTyped: assign({ typed: '' }),
  },
  delays: {
    /** In ms; a longer pause starts a new search. */
    typingPause: 700,
  },
}).createMachine({
  id: 'chapterList',
  context: { query: '', typed: '' },
  initial: 'resting',
  on: {
    'chapterList.reset': { target: '.resting', actions: 'reset' },
    'chapterList.filter': { actions: by('keepQuery') },
    'chapterList.type': { target: '.typing', actions: by('addTyped') },
  },
  states: {
    resting: { entry: 'forgetTyped' },
    typing: { after: { typingPause: 'resting' } },
  },
});

export type ChapterListRef = ActorRefFrom<typeof chapterListMachine>;
