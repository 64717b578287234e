import type { ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { valuesOf } from './edit-library.logic.ts';
import { beginEdit, editLibrarySetup, takenPaths } from './edit-library.setup.ts';

/** Modal that adds or edits a library. Confirms before folders with items, files or edits are lost. */
export const editLibraryMachine = editLibrarySetup.createMachine({
  id: 'editLibrary',
  context: ({ input, spawn }) => ({
    ...beginEdit(input.library),
    form: spawn('library', { id: 'library', input: { values: valuesOf(input.library) } }),
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      invoke: {
        src: 'findProviders',
        id: 'findProviders',
        onDone: { actions: { type: 'keepProviders', params: ({ event }) => ({ providers: event.output }) } },
        onError: { actions: { type: 'keepKnownProviders', params: failureOf } },
      },
      on: {
        'editLibrary.showTab': { actions: by('showTab') },
        'server.customProvider.added': { actions: by('changeProviders') },
        'server.customProvider.removed': { actions: by('changeProviders') },
        'server.library.updated': {
          guard: { type: 'isThis', params: ({ event }) => event.library },
          actions: by('takeTheirs'),
        },
        'server.library.removed': {
          guard: { type: 'isThis', params: ({ event }) => event.library },
          target: '#editLibrary.closed',
          actions: 'notifyRemovedElsewhere',
        },
      },
      states: {
        dialog: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'editLibrary.save': [{ guard: 'losesFolders', target: 'askingToSave' }, { actions: 'submit' }],
                'editLibrary.close': [
                  { guard: 'isChanged', target: 'askingToDiscard' },
                  { target: '#editLibrary.closed' },
                ],
                'editLibrary.removeFiles': {
                  guard: 'isExisting',
                  target: 'askingForFiles',
                  actions: by('rememberFiles'),
                },
                'library.refused': { actions: 'showProblem' },
                'library.saved': [
                  {
                    guard: by('isUnchanged'),
                    actions: by('notifySaved'),
                  },
                  {
                    target: '#editLibrary.closed',
                    actions: [by('keepSaved'), by('notifySaved')],
                  },
                ],
              },
            },
            askingToSave: {
              entry: 'askToSave',
              on: {
                'modal.closed': [
                  { guard: by('isAccepted'), target: 'resting', actions: 'submit' },
                  { target: 'resting' },
                ],
              },
            },
            askingToDiscard: {
              entry: 'askToDiscard',
              on: {
                'modal.closed': [{ guard: by('isAccepted'), target: '#editLibrary.closed' }, { target: 'resting' }],
              },
            },
            askingForFiles: {
              entry: 'askToRemoveFiles',
              on: {
                'modal.closed': [{ guard: by('isAccepted'), target: 'removingFiles' }, { target: 'resting' }],
              },
            },
            removingFiles: {
              tags: 'busy',
              invoke: {
                src: 'removeFiles',
                id: 'removeFiles',
                input: ({ context }) => ({ id: context.library?.id ?? '', ext: context.ext }),
                onDone: {
                  target: 'resting',
                  actions: {
                    type: 'notifyFiles',
                    params: ({ event: { output } }) => ({ found: output.found, removed: output.removed ?? 0 }),
                  },
                },
                onError: { target: 'resting', actions: { type: 'notifyFilesFailed', params: failureOf } },
              },
            },
          },
        },
        chooser: {
          initial: 'hidden',
          states: {
            hidden: { on: { 'editLibrary.browse': 'shown' } },
            shown: {
              invoke: { src: 'folders', id: 'folders', input: ({ context }) => ({ taken: takenPaths(context) }) },
              on: {
                'folders.chosen': {
                  target: 'hidden',
                  actions: by('addFolder'),
                },
                'folders.left': 'hidden',
              },
            },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ library: context.saved }),
});

export type EditLibraryRef = ActorRefFrom<typeof editLibraryMachine>;
