import type { ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { editAuthorSetup, matchInput } from './edit-author.setup.ts';

/** Modal that edits, matches, merges or removes an author. Removals and merges need a confirmation. */
export const editAuthorMachine = editAuthorSetup.createMachine({
  id: 'editAuthor',
  context: ({ input }) => ({
    ...input,
    author: null,
    provider: '',
    subject: 'image',
    kind: 'closed',
    fields: null,
    image: null,
    error: null,
  }),
  invoke: {
    src: 'author',
    id: 'author',
    input: ({ context }) => ({ request: { id: context.authorId }, settleMs: 0 }),
  },
  initial: 'loading',
  on: { 'editAuthor.close': '.closed' },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'author.loaded': { target: 'ready', actions: by('keep') },
        'author.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: { tags: 'failed', on: { 'editAuthor.retry': { target: 'loading', actions: 'retry' } } },
    ready: {
      on: {
        'fields.saved': [
          {
            guard: by('isMerged'),
            target: 'closed',
            actions: [by('rememberMerged'), { type: 'notify', params: { kind: 'success', key: 'authors.merged' } }],
          },
          {
            guard: by('isUpdated'),
            target: 'closed',
            actions: ['rememberUpdated', { type: 'notify', params: { kind: 'success', key: 'authors.updated' } }],
          },
          {
            guard: by('isTaken'),
            target: '.asking',
            actions: { type: 'rememberQuestion', params: { what: 'merge' } },
          },
          { actions: { type: 'notify', params: { kind: 'info', key: 'authors.noUpdates' } } },
        ],
        'image.saved': {
          actions: [
            { type: 'takeAuthor', params: ({ event }) => ({ author: event.answer }) },
            'clearImageUrl',
            { type: 'notify', params: { kind: 'success', key: 'authors.updated' } },
          ],
        },
      },
      initial: 'resting',
      states: {
        resting: {
          on: {
            'editAuthor.match': {
              guard: by('canMatch'),
              target: 'matching',
              actions: by('rememberProvider'),
            },
            'editAuthor.setImage': { actions: 'setImage' },
            'editAuthor.remove': {
              target: 'asking',
              actions: by('rememberQuestion'),
            },
          },
        },
        matching: {
          tags: 'busy',
          invoke: {
            src: 'match',
            id: 'match',
            input: ({ context }) => matchInput(context),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'takeMatch', params: ({ event }) => event.output },
                { type: 'takeAuthor', params: ({ event }) => event.output },
                { type: 'notifyMatched', params: ({ event }) => event.output },
              ],
            },
            onError: [
              {
                guard: { type: 'isUnknown', params: ({ event }) => ({ cause: event.error }) },
                target: 'resting',
                actions: { type: 'notify', params: { kind: 'error', key: 'authors.notFoundByProvider' } },
              },
              {
                target: 'resting',
                actions: {
                  type: 'notifyFailure',
                  params: ({ event }) => ({ key: 'authors.updateFailed', cause: event.error }),
                },
              },
            ],
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [{ guard: by('isAccepted'), target: 'agreed' }, { target: 'resting' }],
          },
        },
        agreed: {
          always: [
            { guard: { type: 'isAbout', params: { what: 'author' } }, target: 'removingAuthor' },
            { guard: { type: 'isAbout', params: { what: 'image' } }, target: 'removingImage' },
            { target: 'resting', actions: 'merge' },
          ],
        },
        removingAuthor: {
          tags: 'busy',
          invoke: {
            src: 'removeAuthor',
            id: 'removeAuthor',
            input: ({ context }) => ({ id: context.authorId }),
            onDone: {
              target: '#editAuthor.closed',
              actions: ['rememberRemoved', { type: 'notify', params: { kind: 'success', key: 'authors.removed' } }],
            },
            onError: {
              target: 'resting',
              actions: {
                type: 'notifyFailure',
                params: ({ event }) => ({ key: 'authors.removeFailed', cause: event.error }),
              },
            },
          },
        },
        removingImage: {
          tags: 'busy',
          invoke: {
            src: 'removeImage',
            id: 'removeImage',
            input: ({ context }) => ({ id: context.authorId }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'takeAuthor', params: ({ event }) => event.output },
                { type: 'notify', params: { kind: 'success', key: 'authors.imageRemoved' } },
              ],
            },
            onError: {
              target: 'resting',
              actions: {
                type: 'notifyFailure',
                params: ({ event }) => ({ key: 'authors.removeFailed', cause: event.error }),
              },
            },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context: { kind, authorId } }) => ({ kind, authorId }),
});

export type EditAuthorRef = ActorRefFrom<typeof editAuthorMachine>;
