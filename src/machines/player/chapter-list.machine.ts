import { assign, setup, type ActorRefFrom } from 'xstate';

export type ChapterListEvent =
  /** The list opens: nothing is searched. */
  | { type: 'chapterList.reset' }
  /** The text that titles shall have, as it is typed. */
  | { type: 'chapterList.filter'; text: string }
  /** A character pressed in the list, to find a title by its beginning. */
  | { type: 'chapterList.type'; character: string };

interface ChapterListContext {
  readonly query: string;
  /** What was typed in one go. */
  readonly typed: string;
}

/** How the chapters of what is open are searched: by a text, or by typing in the list. */
export const chapterListMachine = setup({
  types: { context: {} as ChapterListContext, events: {} as ChapterListEvent },
  actions: {
    reset: assign({ query: '', typed: '' }),
    keepQuery: assign((_, { text }: { text: string }) => ({ query: text })),
    addTyped: assign(({ context }, { character }: { character: string }) => ({ typed: context.typed + character })),
    forgetTyped: assign({ typed: '' }),
  },
  delays: {
    /** What is typed after such a pause begins anew. */
    typingPause: 700,
  },
}).createMachine({
  id: 'chapterList',
  context: { query: '', typed: '' },
  initial: 'resting',
  on: {
    'chapterList.reset': { target: '.resting', actions: 'reset' },
    'chapterList.filter': { actions: { type: 'keepQuery', params: ({ event }) => event } },
    'chapterList.type': { target: '.typing', actions: { type: 'addTyped', params: ({ event }) => event } },
  },
  states: {
    resting: { entry: 'forgetTyped' },
    typing: { after: { typingPause: 'resting' } },
  },
});

export type ChapterListRef = ActorRefFrom<typeof chapterListMachine>;
