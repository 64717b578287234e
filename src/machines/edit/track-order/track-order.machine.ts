import { type ActorRefFrom, assign, sendTo } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { historyOf } from '../../kit/history.logic.ts';
import { toSave } from './order.logic.ts';
import { draftOf, withMoved } from './track-order.logic.ts';
import { ORDER_DRAFT, SETTLE_MS, trackOrderSetup } from './track-order.setup.ts';
import { door, draftPage, whileEditing } from '../draft-page.ts';

/** Page that sorts and excludes the files of a book. A draft with undo until saved; it survives a reload. */
export const trackOrderMachine = trackOrderSetup.createMachine({
  id: 'trackOrder',
  context: ({ input, self }) => ({
    itemId: input.route.id,
    book: null,
    base: [],
    history: historyOf([]),
    isOutdated: false,
    kept: getPorts(self.system).tabStorage.read(ORDER_DRAFT),
    isRestored: false,
    sort: null,
    moved: null,
    movedChapters: null,
    error: null,
  }),
  invoke: {
    src: 'item',
    id: 'item',
    input: ({ context }) => ({ request: { id: context.itemId }, settleMs: SETTLE_MS }),
  },
  initial: 'loading',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    ...draftPage,
    editing: {
      type: 'parallel',
      on: whileEditing,
      states: {
        draft: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'trackOrder.edit': { actions: [by('edit'), 'keepDraft'] },
                'trackOrder.settle': { actions: assign(({ context, event: { ino } }) => withMoved(context, ino)) },
                'trackOrder.undo': { actions: ['undo', 'keepDraft'] },
                'trackOrder.redo': { actions: ['redo', 'keepDraft'] },
                'trackOrder.reset': { actions: ['reset', 'keepDraft'] },
                'trackOrder.save': { guard: 'maySave', target: 'saving' },
                'leave.wanted': { guard: 'isHeld', target: 'asking' },
              },
            },
            asking: {
              entry: 'ask',
              on: {
                'modal.closed': [
                  {
                    guard: by('isAccepted'),
                    target: 'resting',
                    actions: ['forgetDraft', sendTo('leaveGuard', { type: 'leave.proceed' })],
                  },
                  { target: 'resting' },
                ],
              },
            },
            saving: {
              tags: 'busy',
              entry: assign({ error: null }),
              invoke: {
                src: 'save',
                id: 'save',
                input: ({ context }) => ({ id: context.itemId, files: toSave(draftOf(context)) }),
                onDone: [
                  {
                    guard: 'leavesChapters',
                    target: 'offering',
                    actions: ['keepSaved', 'forgetDraft', 'notifySaved'],
                  },
                  { target: '#trackOrder.left', actions: ['keepSaved', 'forgetDraft', 'notifySaved'] },
                ],
                onError: {
                  target: 'resting',
                  actions: [
                    { type: 'rememberFailure', params: failureOf },
                    { type: 'notifyNotSaved', params: failureOf },
                  ],
                },
              },
            },
            /** Chapters keep their times, whichever file is there now: offers to move them with their files. */
            offering: {
              entry: 'offerToMove',
              on: {
                'modal.closed': [{ guard: by('isAgreed'), target: 'movingChapters' }, { target: '#trackOrder.left' }],
              },
            },
            movingChapters: {
              tags: 'busy',
              invoke: {
                src: 'moveChapters',
                id: 'moveChapters',
                input: ({ context }) => ({ id: context.itemId, chapters: [...(context.movedChapters ?? [])] }),
                onDone: { target: '#trackOrder.left', actions: 'notifyMoved' },
                onError: { target: '#trackOrder.left', actions: { type: 'notifyNotMoved', params: failureOf } },
              },
            },
          },
        },
        door,
      },
    },
    left: { entry: 'showItem' },
  },
});

export type TrackOrderRef = ActorRefFrom<typeof trackOrderMachine>;
