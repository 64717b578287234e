import { type ActorRefFrom, assign } from 'xstate';
import { by } from '../../kit/by.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { candidateInput, coverContext, coverSetup, searchInput } from './cover.setup.ts';
import { fileProblem } from './cover.logic.ts';

/**
 * Cover tab: search, file, address or folder picture. A choice is previewed first, and survives a reload.
 * Removing asks first.
 */
export const coverMachine = coverSetup.createMachine({
  id: 'itemCover',
  context: ({ input }) => coverContext(input),
  type: 'parallel',
  on: {
    'tab.itemChanged': { actions: assign(({ event: { item } }) => ({ item })) },
    'tab.providersChanged': { actions: by('changeProviders') },
    'cover.type': { actions: assign(({ event: { field, text } }) => ({ [field]: text, problem: null })) },
  },
  states: {
    results: {
      initial: 'unopened',
      states: {
        unopened: { on: { 'tab.show': 'preparing' } },
        preparing: {
          invoke: {
            src: 'findProviders',
            id: 'findProviders',
            input: ({ context: { item } }) => ({ libraryId: item.libraryId, mediaType: item.mediaType }),
            onDone: { target: 'ready', actions: { type: 'takeProviders', params: ({ event }) => event.output } },
            onError: { target: 'failed' },
          },
        },
        failed: { tags: 'failed', on: { 'cover.retry': 'preparing', 'tab.show': 'preparing' } },
        ready: {
          initial: 'resting',
          on: {
            'cover.setProvider': {
              guard: by('isKnown'),
              actions: [assign(({ event: { provider } }) => ({ provider })), by('rememberProvider')],
            },
            'cover.search': { guard: 'hasTitle', target: '.searching', reenter: true },
          },
          states: {
            resting: {},
            searching: {
              entry: assign({ found: [], silent: { unanswered: 0, requested: 0 } }),
              invoke: { src: 'coverSearch', id: 'coverSearch', input: ({ context }) => searchInput(context) },
              on: {
                'cover.found': { actions: by('addFound') },
                'cover.searched': { target: 'resting', actions: by('keepSilent') },
                'cover.stop': 'resting',
              },
            },
          },
        },
      },
    },
    picture: {
      initial: 'starting',
      states: {
        starting: { always: [{ guard: 'isKept', target: 'restoring' }, { target: 'resting' }] },
        restoring: {
          tags: 'busy',
          exit: 'forgetKept',
          invoke: {
            src: 'keptCandidate',
            id: 'keptCandidate',
            input: ({ context }) => context.kept,
            onDone: [
              {
                guard: by('wasFound'),
                target: 'chosen',
                actions: assign(({ event: { output } }) => ({ candidate: output, kept: null, isRestored: true })),
              },
              { target: 'resting', actions: { type: 'note', params: { problem: 'notKept' } } },
            ],
            onError: { target: 'resting', actions: { type: 'note', params: { problem: 'notKept' } } },
          },
        },
        resting: {
          on: { 'cover.remove': { guard: 'hasCover', target: 'asking' } },
        },
        chosen: {
          initial: 'opening',
          invoke: { src: 'candidatePicture', id: 'candidatePicture', input: ({ context }) => candidateInput(context) },
          on: { 'cover.deselect': { target: 'resting', actions: 'deselect' } },
          states: {
            opening: {
              tags: 'busy',
              on: {
                'cover.opened': { target: 'shown', actions: by('show') },
                'cover.missed': { target: 'missed', actions: by('show') },
                'cover.refused': {
                  target: '#itemCover.picture.resting',
                  actions: { type: 'refuse', params: { problem: 'noPicture' } },
                },
                'cover.failed': {
                  target: '#itemCover.picture.resting',
                  actions: ['deselect', by('rememberFailure')],
                },
              },
            },
            shown: { on: { 'cover.send': 'sending' } },
            /** The browser got no picture; the server may, so it can be set. */
            missed: { on: { 'cover.send': 'sending' } },
            sending: {
              tags: 'busy',
              entry: ['hold', assign({ share: 0, error: null })],
              exit: 'letGo',
              invoke: { src: 'sendCandidate', id: 'sendCandidate', input: ({ context }) => candidateInput(context) },
              on: {
                'cover.progressed': { actions: assign(({ event: { share } }) => ({ share })) },
                'cover.sent': {
                  target: '#itemCover.picture.resting',
                  actions: ['deselect', assign({ address: '' }), 'notifyChanged'],
                },
                'cover.failed': { target: 'shown', actions: [assign({ share: null }), by('rememberFailure')] },
              },
            },
          },
        },
        asking: {
          entry: [assign({ error: null }), 'ask'],
          on: {
            'modal.closed': [{ guard: by('isAccepted'), target: 'removing' }, { target: 'resting' }],
          },
        },
        removing: {
          tags: 'busy',
          entry: 'hold',
          exit: 'letGo',
          invoke: {
            src: 'removeCover',
            id: 'removeCover',
            input: ({ context }) => ({ id: context.item.id }),
            onDone: { target: 'resting', actions: 'notifyChanged' },
            onError: { target: 'resting', actions: { type: 'rememberFailure', params: failureOf } },
          },
        },
      },
      on: {
        'cover.pick': [
          { guard: by('isPicture'), target: '.chosen', actions: by('chooseFile') },
          { guard: 'isFree', actions: assign(({ event: { file } }) => ({ problem: fileProblem(file) })) },
        ],
        'cover.takeAddress': [
          { guard: 'isAddress', target: '.chosen', actions: 'chooseAddress' },
          { guard: 'isFree', actions: { type: 'note', params: { problem: 'invalidAddress' } } },
        ],
        'cover.choose': { guard: 'isFree', target: '.chosen', actions: by('choose') },
      },
    },
  },
});

export type CoverRef = ActorRefFrom<typeof coverMachine>;
