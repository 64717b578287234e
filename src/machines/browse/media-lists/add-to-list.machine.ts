import { assign, enqueueActions, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { randomName } from '../../../services/random-name.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { form, type FormRef, type FormReport } from '../../kit/form.machine.ts';
import { failureToast } from './job-toasts.logic.ts';
import { jobWatch } from './job-watch.actor.ts';
import { readLists } from './list-calls.ts';
import type { ListOutline, MediaList } from './media-list.logic.ts';
import type { AddToListInput, JobSettled, NewList } from './media-lists.protocol.ts';
import { changedBy, inPickOrder, jobOf, withList } from './picked.logic.ts';

export type NewListForm = FormRef<NewList, 'missing'>;

type AddToListEvent =
  | { type: 'addToList.retry' }
  /** Removes the items if the list holds all of them, else adds the missing ones. */
  | { type: 'addToList.toggle'; id: string }
  | { type: 'addToList.search'; text: string }
  | { type: 'addToList.close' }
  | FormReport<'form', NewList, NewList>
  | JobSettled;

interface AddToListContext extends AddToListInput {
  readonly lists: readonly ListOutline[];
  readonly search: string;
  readonly error: AppError | null;
}

const newListForm = form<NewList, 'missing', NewList>('form', {
  check: ({ name }) => (name.trim() === '' ? { name: 'missing' } : {}),
  save: (_api, values) => Promise.resolve({ ...values, name: values.name.trim() }),
});

/** Dialog that adds items to lists of a library or removes them. Changes show at once and revert if refused. */
export const addToListMachine = setup({
  types: {
    input: {} as AddToListInput,
    context: {} as AddToListContext,
    events: {} as AddToListEvent,
    output: null as null,
    tags: {} as 'busy' | 'failed',
    children: {} as { form: 'form'; jobWatch: 'jobWatch'; readLists: 'readLists' },
  },
  actors: {
    form: newListForm,
    jobWatch,
    readLists: fromPromise<readonly MediaList[], Pick<AddToListInput, 'kind' | 'libraryId'>>(
      ({ input, system, signal }) => readLists(getPorts(system).api, input, signal),
    ),
  },
  guards: {
    /** A known list, or a refused new one that a retry created. */
    isListed: ({ context }, { job: { kind, list }, answer }: JobSettled) =>
      context.lists.some(({ id }) => id === list.id) ||
      (kind === 'create' && answer !== null && list.kind === context.kind && list.libraryId === context.libraryId),
  },
  actions: {
    keepLists: assign(({ context }, { lists }: { lists: readonly MediaList[] }) => ({
      lists: inPickOrder(lists, context.items),
      error: null,
    })),
    rememberFailure: assign(keepError),
    notifyLoadFailed: sendTo(named('toasts'), (_, { cause }: Failure) =>
      failureToast({ key: 'errors.loadFailed' }, cause),
    ),
    toggle: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      const list = context.lists.find((other) => other.id === id);
      if (!list) return;
      const job = jobOf(list, context.items);
      enqueue.assign({ lists: withList(context.lists, id, { ...list, entries: changedBy(job) }) });
      enqueue.sendTo(named('mediaLists'), { type: 'mediaLists.change', job });
    }),
    search: assign((_, { text }: { text: string }) => ({ search: text })),
    /** Reverts a refused change and removes a refused new list. Of several changes, the last one counts. */
    settle: assign(({ context }, { job: { kind, list }, answer, error, isLast }: JobSettled) => {
      if (error && kind === 'create') return { lists: context.lists.filter(({ id }) => id !== list.id) };
      const isRenamed = answer !== null && answer.id !== list.id;
      if (!isLast && !isRenamed) return {};
      const before = error && kind !== 'recreate' ? list : { ...list, entries: [] };
      return { lists: withList(context.lists, list.id, answer ?? before) };
    }),
    /** The server replaces the random id. */
    create: enqueueActions(({ context, enqueue }, { answer }: { answer: NewList }) => {
      const list = { ...answer, id: randomName() };
      enqueue.assign({ lists: withList(context.lists, list.id, list) });
      enqueue.sendTo(named('mediaLists'), { type: 'mediaLists.change', job: { kind: 'create', list } });
    }),
    clearName: sendTo('form', { type: 'form.change', field: 'name', value: '' }),
  },
}).createMachine({
  id: 'addToList',
  context: ({ input }) => ({ ...input, lists: [], search: '', error: null }),
  invoke: [
    {
      src: 'form',
      id: 'form',
      input: ({ context: { kind, libraryId, items } }) => ({
        values: { kind, libraryId, name: '', description: null, entries: items },
      }),
    },
    { src: 'jobWatch', id: 'jobWatch' },
  ],
  initial: 'loading',
  on: {
    'addToList.close': '.closed',
    'form.saved': {
      actions: [by('create'), 'clearName'],
    },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'readLists',
        id: 'readLists',
        input: ({ context: { kind, libraryId } }) => ({ kind, libraryId }),
        onDone: { target: 'ready', actions: { type: 'keepLists', params: ({ event }) => ({ lists: event.output }) } },
        onError: {
          target: 'failed',
          actions: [
            { type: 'rememberFailure', params: failureOf },
            { type: 'notifyLoadFailed', params: failureOf },
          ],
        },
      },
    },
    failed: { tags: 'failed', on: { 'addToList.retry': 'loading' } },
    ready: {
      on: {
        'addToList.toggle': { actions: by('toggle') },
        'addToList.search': { actions: by('search') },
        'listJob.settled': {
          guard: by('isListed'),
          actions: by('settle'),
        },
      },
    },
    closed: { type: 'final' },
  },
  output: null,
});

export type AddToListRef = ActorRefFrom<typeof addToListMachine>;
