import type { ActorRefFrom } from 'xstate';
import { itemEditSetup, SETTLE_MS } from './item-edit.setup.ts';

/**
 * Modal that edits an item. Follows server changes; edited fields stay, and clashes block saving.
 * Unsaved edits are dropped only after a confirmation, or when the item is removed. The address names the item.
 */
export const itemEditMachine = itemEditSetup.createMachine({
  id: 'itemEdit',
  context: ({ input }) => ({
    ...input,
    tab: input.tab ?? 'details',
    item: null,
    fields: null,
    schedule: null,
    tabs: null,
    isRestored: false,
    isScheduleRestored: false,
    closes: false,
    leaving: 'close',
    isRemoved: false,
  }),
  invoke: { src: 'address', id: 'address', input: ({ context }) => ({ edit: context.itemId }) },
  initial: 'shown',
  on: { 'itemEdit.showTab': { actions: [{ type: 'showTab', params: ({ event }) => event }, 'notifyTab'] } },
  states: {
    shown: {
      invoke: {
        src: 'item',
        id: 'item',
        input: ({ context }) => ({ request: { id: context.itemId }, settleMs: SETTLE_MS }),
      },
      initial: 'loading',
      on: {
        'server.item.updated': { guard: { type: 'isThis', params: ({ event }) => event }, actions: 'markOutdated' },
        'server.items.updated': { guard: { type: 'holdsThis', params: ({ event }) => event }, actions: 'markOutdated' },
        'server.item.removed': {
          guard: { type: 'isThis', params: ({ event }) => event },
          target: 'closed',
          actions: { type: 'notify', params: { kind: 'warning', key: 'itemEdit.removed' } },
        },
      },
      states: {
        loading: {
          tags: 'busy',
          on: {
            'item.loaded': {
              target: 'ready',
              actions: [{ type: 'keep', params: ({ event }) => event }, 'openForm', 'notifyTab'],
            },
            'item.failed': {
              target: '#itemEdit.closed',
              actions: {
                type: 'notifyFailure',
                params: ({ event }) => ({ key: 'itemEdit.loadFailed', cause: event.cause }),
              },
            },
            'itemEdit.step': {
              guard: { type: 'hasStep', params: ({ event }) => event },
              target: '#itemEdit.shown',
              reenter: true,
              actions: [{ type: 'moveBy', params: ({ event }) => event }, 'nameAddress'],
            },
            'itemEdit.close': '#itemEdit.closed',
            'address.left': '#itemEdit.closed',
          },
        },
        ready: {
          invoke: {
            src: 'draftKeeper',
            id: 'draftKeeper',
            input: ({ context }) => ({
              form: context.fields,
              schedule: context.schedule,
              match: context.tabs?.match ?? null,
              cover: context.tabs?.cover ?? null,
            }),
          },
          exit: 'closeForm',
          initial: 'resting',
          on: {
            'item.failed': {
              guard: { type: 'isGone', params: ({ event }) => event },
              target: '#itemEdit.closed',
              actions: {
                type: 'notifyFailure',
                params: ({ event }) => ({ key: 'itemEdit.loadFailed', cause: event.cause }),
              },
            },
            'item.loaded': {
              actions: [{ type: 'keep', params: ({ event }) => event }, 'followItem', 'notifyTabs'],
            },
            'tab.changedItem': { actions: 'markOutdated' },
            'tab.finished': { actions: { type: 'showTab', params: { tab: 'details' } } },
          },
          states: {
            resting: {
              on: {
                'itemEdit.save': {
                  target: 'saving',
                  actions: { type: 'rememberClosing', params: { closes: false } },
                },
                'itemEdit.saveAndClose': {
                  target: 'saving',
                  actions: { type: 'rememberClosing', params: { closes: true } },
                },
                'itemEdit.takeTheirs': {
                  actions: { type: 'takeTheirs', params: ({ event }) => event },
                },
                'itemEdit.keepMine': {
                  actions: { type: 'keepMine', params: ({ event }) => event },
                },
                'itemEdit.forgetDraft': { actions: 'discardDraft' },
                'itemEdit.step': [
                  {
                    guard: { type: 'leavesChanges', params: ({ event }) => event },
                    target: 'asking',
                    actions: { type: 'rememberLeaving', params: ({ event }) => ({ leaving: event.by }) },
                  },
                  {
                    guard: { type: 'hasStep', params: ({ event }) => event },
                    target: '#itemEdit.shown',
                    reenter: true,
                    actions: [{ type: 'moveBy', params: ({ event }) => event }, 'nameAddress'],
                  },
                ],
                'itemEdit.close': [
                  {
                    guard: 'isChanged',
                    target: 'asking',
                    actions: { type: 'rememberLeaving', params: { leaving: 'close' } },
                  },
                  { target: '#itemEdit.closed' },
                ],
                'address.left': [
                  {
                    guard: 'isChanged',
                    target: 'asking',
                    actions: [{ type: 'rememberLeaving', params: { leaving: 'close' } }, 'nameAddress'],
                  },
                  { target: '#itemEdit.closed' },
                ],
              },
            },
            saving: {
              tags: 'busy',
              entry: 'submit',
              on: {
                'itemEdit.close': { actions: { type: 'rememberClosing', params: { closes: true } } },
                'address.left': { actions: [{ type: 'rememberClosing', params: { closes: true } }, 'nameAddress'] },
                // A saving form takes no changes: they follow after.
                'item.loaded': { actions: [{ type: 'keep', params: ({ event }) => event }, 'notifyTabs'] },
                'edits.saved': [
                  {
                    guard: { type: 'closesOver', params: ({ event }) => event },
                    target: 'asking',
                    actions: [
                      { type: 'takeSaved', params: ({ event }) => event },
                      { type: 'rememberLeaving', params: { leaving: 'close' } },
                    ],
                  },
                  {
                    guard: 'closes',
                    target: '#itemEdit.closed',
                    actions: { type: 'notifySaved', params: ({ event }) => event },
                  },
                  { target: 'resting', actions: { type: 'takeSaved', params: ({ event }) => event } },
                ],
                'edits.refused': 'resting',
                'edits.failed': {
                  target: 'resting',
                  actions: ['followItem', { type: 'notifyUnsaved', params: ({ event }) => event }],
                },
              },
            },
            asking: {
              entry: 'ask',
              on: {
                'address.left': { actions: 'nameAddress' },
                'server.item.removed': {
                  guard: { type: 'isThis', params: ({ event }) => event },
                  actions: 'rememberRemoval',
                },
                'item.failed': {
                  guard: { type: 'isGone', params: ({ event }) => event },
                  actions: 'rememberRemoval',
                },
                'modal.closed': [
                  {
                    guard: 'isRemoved',
                    target: '#itemEdit.closed',
                    actions: { type: 'notify', params: { kind: 'warning', key: 'itemEdit.removed' } },
                  },
                  { guard: { type: 'isAcceptedClose', params: ({ event }) => event }, target: '#itemEdit.closed' },
                  {
                    guard: { type: 'isAccepted', params: ({ event }) => event },
                    target: '#itemEdit.shown',
                    reenter: true,
                    actions: ['moveOn', 'nameAddress'],
                  },
                  { target: 'resting' },
                ],
              },
            },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: 'closed',
});

export type ItemEditRef = ActorRefFrom<typeof itemEditMachine>;
