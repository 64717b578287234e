import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { named } from '../../kit/system.ts';
import type { EditListInput, EditListOutput, ListWords } from './media-lists.protocol.ts';
import { isSameList, type ListOutline } from './media-list.logic.ts';
import { form, type FormRef, type FormReport } from '../../kit/form.machine.ts';

export interface EditListValues {
  readonly name: string;
  readonly description: string;
  readonly list: ListOutline;
}

export type EditListForm = FormRef<EditListValues, 'missing'>;

type EditListEvent =
  { type: 'editList.close' } | { type: 'editList.remove' } | FormReport<'form', EditListValues, ListWords | null>;

/** The result is null if nothing changed. An empty description becomes null. */
const editForm = form<EditListValues, 'missing', ListWords | null>('form', {
  check: ({ name }) => (name.trim() === '' ? { name: 'missing' } : {}),
  save: (_api, { name, description, list }) => {
    const change = { name: name.trim(), description: description.trim() || null };
    return Promise.resolve(isSameList({ ...list, ...change }, list) ? null : change);
  },
});

interface EditListContext extends EditListInput {
  readonly change: ListWords | null;
  readonly wantsRemoval: boolean;
}

/** Dialog for name and description of a list; `mediaLists` sends the change. */
export const editListMachine = setup({
  types: {
    input: {} as EditListInput,
    context: {} as EditListContext,
    events: {} as EditListEvent,
    output: {} as EditListOutput,
    children: {} as { form: 'form' },
  },
  actors: { form: editForm },
  actions: {
    change: enqueueActions(({ context: { list }, enqueue }, { answer: change }: { answer: ListWords | null }) => {
      enqueue.assign({ change });
      if (change)
        enqueue.sendTo(named('mediaLists'), { type: 'mediaLists.change', job: { kind: 'edit', list, change } });
      else enqueue.sendTo(named('toasts'), UNCHANGED);
    }),
    noteRemoval: assign({ wantsRemoval: true }),
    notifyNameMissing: sendTo(named('toasts'), {
      type: 'toasts.show',
      kind: 'error',
      message: { key: 'mediaLists.nameRequired' },
    }),
  },
}).createMachine({
  id: 'editList',
  context: ({ input }) => ({ ...input, change: null, wantsRemoval: false }),
  invoke: {
    src: 'form',
    id: 'form',
    input: ({ context: { list, typed = list } }) => ({
      values: { name: typed.name, description: typed.description ?? '', list },
    }),
  },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'form.saved': { target: 'closed', actions: by('change') },
        'form.refused': { actions: 'notifyNameMissing' },
        'editList.remove': { target: 'closed', actions: 'noteRemoval' },
        'editList.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context: { change, wantsRemoval } }) => ({ change, wantsRemoval }),
});

const UNCHANGED = { type: 'toasts.show', kind: 'info', message: { key: 'mediaLists.unchanged' } } as const;

export type EditListRef = ActorRefFrom<typeof editListMachine>;
