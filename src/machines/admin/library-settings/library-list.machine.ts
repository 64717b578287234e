import type { ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibraryList } from '../../../schemas/api/library.ts';
import { dataPage } from '../../kit/data-page.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { orderToSend, libraryListSetup, SETTLE_MS } from './library-list.setup.ts';

const { loading, failed, kept, removed } = dataPage<LibraryList>();

/** Page of the libraries: order, scans, edits and removals. Saves one order at a time; later moves follow. */
export const libraryListMachine = libraryListSetup.createMachine({
  id: 'libraryList',
  context: {
    libraries: [],
    order: null,
    sent: null,
    starting: [],
    said: null,
    error: null,
  },
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: SETTLE_MS } },
    { src: 'removal', id: 'removal' },
    { src: 'recheck', id: 'recheck' },
  ],
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    loading,
    failed,
    shown: {
      initial: 'resting',
      exit: 'dropOrder',
      on: {
        ...kept,
        ...removed,
        'server.library.added': {
          actions: [by('keepLibrary'), 'markOutdated'],
        },
        'server.library.updated': {
          actions: [by('keepLibrary'), 'markOutdated'],
        },
        'server.library.removed': {
          actions: [{ type: 'dropLibrary', params: ({ event }) => event.library }, 'markOutdated'],
        },
        'server.item.added': { actions: 'markOutdated' },
        'server.items.added': { actions: 'markOutdated' },
        'server.item.removed': { actions: 'markOutdated' },
        'libraryList.start': {
          guard: by('isIdle'),
          actions: by('start'),
        },
        'libraryList.edit': { actions: by('edit') },
        'modal.closed': {
          guard: by('isSaved'),
          actions: [by('keepSaved'), 'markOutdated'],
        },
        'libraryList.remove': {
          guard: by('isListed'),
          actions: by('askToRemove'),
        },
        'removal.finished': { actions: { type: 'dropLibrary', params: ({ event }) => event.subject } },
        'libraryCall.ended': { actions: by('noteEnded') },
      },
      states: {
        resting: {
          on: {
            'libraryList.move': { actions: by('move') },
            'libraryList.keepOrder': { guard: 'isMoved', target: 'saving' },
          },
        },
        saving: {
          entry: 'takeOrder',
          on: { 'libraryList.move': { actions: by('move') } },
          invoke: {
            src: 'saveOrder',
            id: 'saveOrder',
            input: ({ context }) => orderToSend(context),
            onDone: [
              {
                guard: 'isMovedOn',
                target: 'saving',
                reenter: true,
                actions: { type: 'keepList', params: ({ event }) => ({ data: event.output }) },
              },
              {
                target: 'resting',
                actions: [{ type: 'keepList', params: ({ event }) => ({ data: event.output }) }, 'dropOrder'],
              },
            ],
            onError: {
              target: 'resting',
              actions: ['dropOrder', { type: 'notifyNotOrdered', params: failureOf }, 'refresh'],
            },
          },
        },
      },
    },
  },
});

export type LibraryListRef = ActorRefFrom<typeof libraryListMachine>;
