import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { ToastsEvent } from '../app/toasts.protocol.ts';
import { named } from '../app/system.ts';
import type { Failure } from '../kit/failure.logic.ts';
import { form, type FormRef, type FormTold } from '../kit/form.machine.ts';
import { failureToast } from './job-toasts.logic.ts';
import { describeList } from './list-calls.ts';
import type { EditListInput, EditListOutput } from './media-lists.protocol.ts';
import { isSameList, type ListOutline, type MediaList } from './media-list.logic.ts';

export interface EditListValues {
  readonly name: string;
  readonly description: string;
  /** What is changed. */
  readonly list: ListOutline;
}

export type EditListForm = FormRef<EditListValues, 'missing'>;

type EditListEvent =
  { type: 'editList.close' } | { type: 'editList.remove' } | FormTold<'form', EditListValues, MediaList | null>;

const valuesOf = ({ name, description }: EditListValues) => ({
  name: name.trim(),
  description: description.trim() || null,
});

/** Nothing is sent when nothing was changed (COL-008, PLY-007). An empty description is null (COL-009, PLY-008). */
const editForm = form<EditListValues, 'missing', MediaList | null>('form', {
  check: ({ name }) => (name.trim() === '' ? { name: 'missing' } : {}),
  save: async (api, values, signal) => {
    const change = valuesOf(values);
    if (isSameList({ ...values.list, ...change }, values.list)) return null;
    return describeList(api, values.list, change, signal);
  },
});

interface EditListContext extends EditListInput {
  readonly saved: MediaList | null;
  readonly wantsRemoval: boolean;
}

/** Name and description of a collection or a playlist. What was typed stays until it is saved. */
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
    keepSaved: assign((_, { answer }: { answer: MediaList | null }) => ({ saved: answer })),
    noteRemoval: assign({ wantsRemoval: true }),
    tellSaved: sendTo(named('toasts'), (_, { values, answer }: Saved): ToastsEvent => ({
      type: 'toasts.show',
      ...savedToast(values, answer),
    })),
    tellNameMissing: sendTo(named('toasts'), {
      type: 'toasts.show',
      kind: 'error',
      message: { key: 'mediaLists.nameRequired' },
    }),
    tellFailed: sendTo(named('toasts'), (_, { cause }: Failure) =>
      failureToast({ key: 'mediaLists.notUpdated' }, cause),
    ),
  },
}).createMachine({
  id: 'editList',
  context: ({ input }) => ({ ...input, saved: null, wantsRemoval: false }),
  invoke: {
    src: 'form',
    id: 'form',
    input: ({ context: { list } }) => ({
      values: { name: list.name, description: list.description ?? '', list },
    }),
  },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'form.saved': {
          target: 'closed',
          actions: [
            { type: 'keepSaved', params: ({ event }) => event },
            { type: 'tellSaved', params: ({ event }) => event },
          ],
        },
        'form.refused': { actions: 'tellNameMissing' },
        'form.failed': { actions: { type: 'tellFailed', params: ({ event }) => event } },
        'editList.remove': { target: 'closed', actions: 'noteRemoval' },
        'editList.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ list: context.saved, wantsRemoval: context.wantsRemoval }),
});

type Saved = Extract<EditListEvent, { type: 'form.saved' }>;

/** A server may keep the description of a playlist that was cleared. */
function savedToast(values: EditListValues, answer: MediaList | null) {
  if (!answer) return { kind: 'info', message: { key: 'mediaLists.unchanged' } } as const;
  if (answer.description !== null && valuesOf(values).description === null)
    return { kind: 'warning', message: { key: 'mediaLists.descriptionKept' } } as const;
  return answer.kind === 'collection'
    ? ({ kind: 'success', message: { key: 'mediaLists.collectionUpdated' } } as const)
    : ({ kind: 'success', message: { key: 'mediaLists.playlistUpdated' } } as const);
}

export type EditListRef = ActorRefFrom<typeof editListMachine>;
