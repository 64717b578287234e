import { type ActorRefFrom, sendTo } from 'xstate';
import { by } from '../../kit/by.ts';
import { itemEditSetup, SETTLE_MS } from './item-edit.setup.ts';
import { named } from '../../kit/system.ts';
import { discardQuestion } from '../../kit/messages.ts';

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
    afterSave: 'stay',
    leaving: 'close',
    isRemoved: false,
  }),
  entry: ['restoreList', 'keepList'],
  invoke: { src: 'address', id: 'address', input: ({ context }) => ({ edit: context.itemId }) },
  initial: 'shown',
  on: { 'itemEdit.showTab': { actions: [by('showTab'), 'notifyTab'] } },
  states: {
    shown: {
      invoke: {
        src: 'item',
        id: 'item',
        input: ({ context }) => ({ request: { id: context.itemId }, settleMs: SETTLE_MS }),
      },
      initial: 'loading',
      on: {
        'server.item.updated': { guard: by('isThis'), actions: 'markOutdated' },
        'server.items.updated': { guard: by('holdsThis'), actions: 'markOutdated' },
        'server.customProvider.added': { actions: by('notifyProviders') },
        'server.customProvider.removed': { actions: by('notifyProviders') },
        'server.item.removed': {
          guard: by('isThis'),
          target: 'closed',
          actions: { type: 'notify', params: { kind: 'warning', key: 'itemEdit.removed' } },
        },
      },
      states: {
        loading: {
          tags: 'busy',
          on: {
            'item.loaded': { target: 'ready', actions: [by('keep'), 'openForm', 'notifyTab'] },
            'item.failed': {
              target: '#itemEdit.closed',
              actions: {
                type: 'notifyFailure',
                params: ({ event }) => ({ key: 'itemEdit.loadFailed', cause: event.cause }),
              },
            },
            'itemEdit.step': {
              guard: by('hasStep'),
              target: '#itemEdit.shown',
              reenter: true,
              actions: [by('moveBy'), 'nameAddress'],
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
              guard: by('isMissing'),
              target: '#itemEdit.closed',
              actions: {
                type: 'notifyFailure',
                params: ({ event }) => ({ key: 'itemEdit.loadFailed', cause: event.cause }),
              },
            },
            'item.loaded': { actions: [by('keep'), 'followItem', 'notifyTabs'] },
            'tab.changedItem': { actions: 'markOutdated' },
            'tab.finished': { actions: { type: 'showTab', params: { tab: 'details' } } },
          },
          states: {
            resting: {
              on: {
                'itemEdit.save': {
                  target: 'saving',
                  actions: { type: 'planAfterSave', params: { afterSave: 'stay' } },
                },
                'itemEdit.saveAndClose': {
                  target: 'saving',
                  actions: { type: 'planAfterSave', params: { afterSave: 'close' } },
                },
                'itemEdit.saveAndNext': {
                  target: 'saving',
                  actions: { type: 'planAfterSave', params: { afterSave: 'next' } },
                },
                'itemEdit.takeTheirs': { actions: by('takeTheirs') },
                'itemEdit.keepMine': { actions: by('keepMine') },
                'itemEdit.forgetDraft': { actions: 'discardDraft' },
                'itemEdit.step': [
                  {
                    guard: by('leavesChanges'),
                    target: 'asking',
                    actions: { type: 'rememberLeaving', params: ({ event }) => ({ leaving: event.by }) },
                  },
                  {
                    guard: by('hasStep'),
                    target: '#itemEdit.shown',
                    reenter: true,
                    actions: [by('moveBy'), 'nameAddress'],
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
                'itemEdit.close': { actions: { type: 'planAfterSave', params: { afterSave: 'close' } } },
                'address.left': {
                  actions: [{ type: 'planAfterSave', params: { afterSave: 'close' } }, 'nameAddress'],
                },
                // A saving form takes no changes: they follow after.
                'item.loaded': { actions: [by('keep'), 'notifyTabs'] },
                'edits.saved': [
                  { guard: by('leavesOver'), target: 'asking', actions: [by('takeSaved'), 'leaveAfterSave'] },
                  { guard: 'closes', target: '#itemEdit.closed', actions: by('notifySaved') },
                  {
                    guard: 'movesOn',
                    target: '#itemEdit.shown',
                    reenter: true,
                    actions: [by('notifySaved'), { type: 'moveBy', params: { by: 1 } }, 'nameAddress'],
                  },
                  { target: 'resting', actions: by('takeSaved') },
                ],
                'edits.refused': 'resting',
                'edits.failed': { target: 'resting', actions: ['followItem', by('notifyUnsaved')] },
              },
            },
            asking: {
              entry: sendTo(named('modals'), ({ context, self }) => discardQuestion(context.title, self)),
              on: {
                'address.left': { actions: 'nameAddress' },
                'server.item.removed': { guard: by('isThis'), actions: 'rememberRemoval' },
                'item.failed': { guard: by('isMissing'), actions: 'rememberRemoval' },
                'modal.closed': [
                  {
                    guard: 'isRemoved',
                    target: '#itemEdit.closed',
                    actions: { type: 'notify', params: { kind: 'warning', key: 'itemEdit.removed' } },
                  },
                  { guard: by('isAcceptedClose'), target: '#itemEdit.closed' },
                  {
                    guard: by('isAccepted'),
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
