import type { ActorRefFrom } from 'xstate';
import type { LibraryList } from '../../schemas/api/library.ts';
import { dataPage } from '../kit/data-page.ts';
import { failureOf } from '../kit/failure.logic.ts';
import { orderToSend, libraryListSetup, SETTLE_MS } from './library-list.setup.ts';

const { loading, failed, kept, gone } = dataPage<LibraryList>();

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
        ...gone,
        'server.library.added': {
          actions: [{ type: 'keepLibrary', params: ({ event }) => event }, 'markOutdated'],
        },
        'server.library.updated': {
          actions: [{ type: 'keepLibrary', params: ({ event }) => event }, 'markOutdated'],
        },
        'server.library.removed': {
          actions: [{ type: 'dropLibrary', params: ({ event }) => event.library }, 'markOutdated'],
        },
        'server.item.added': { actions: 'markOutdated' },
        'server.items.added': { actions: 'markOutdated' },
        'server.item.removed': { actions: 'markOutdated' },
        'libraryList.start': {
          guard: { type: 'isIdle', params: ({ event }) => event },
          actions: { type: 'start', params: ({ event }) => event },
        },
        'libraryList.edit': { actions: { type: 'edit', params: ({ event }) => event } },
        'modal.closed': {
          guard: { type: 'isSaved', params: ({ event }) => event },
          actions: [{ type: 'keepSaved', params: ({ event }) => event }, 'markOutdated'],
        },
        'libraryList.remove': {
          guard: { type: 'isListed', params: ({ event }) => event },
          actions: { type: 'askToRemove', params: ({ event }) => event },
        },
        'removal.finished': { actions: { type: 'dropLibrary', params: ({ event }) => event.subject } },
        'libraryCall.ended': { actions: { type: 'noteEnded', params: ({ event }) => event } },
      },
      states: {
        resting: {
          on: {
            'libraryList.move': { actions: { type: 'move', params: ({ event }) => event } },
            'libraryList.keepOrder': { guard: 'isMoved', target: 'saving' },
          },
        },
        saving: {
          entry: 'takeOrder',
          on: { 'libraryList.move': { actions: { type: 'move', params: ({ event }) => event } } },
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
