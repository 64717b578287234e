import { assign, enqueueActions, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { dataPage, itemChanges, type ItemChange, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageRefresh } from '../../app/page-host/page.protocol.ts';
import {
  changedNames,
  isMerge,
  otherSpelling,
  readNames,
  readUses,
  runNameJob,
  wayBack,
  type NameJob,
  type NameKind,
  type NameUses,
} from './names.logic.ts';

export type NamesEvent =
  | { type: 'names.search'; query: string }
  | { type: 'names.select'; name: string; isOn: boolean }
  | { type: 'names.deselect' }
  | { type: 'names.edit'; name: string | null }
  | { type: 'names.write'; text: string }
  | { type: 'names.save' }
  | { type: 'names.remove'; names: readonly string[] }
  | { type: 'data.loaded'; data: readonly string[] }
  | ({ type: 'data.failed' } & Failure)
  | { type: 'uses.loaded'; data: NameUses }
  | { type: ItemChange }
  | PageRetry
  | PageRefresh
  | ModalClosed<'confirm'>;

interface NamesContext {
  readonly kind: NameKind;
  readonly names: readonly string[];
  readonly uses: NameUses | null;
  readonly query: string;
  readonly selected: readonly string[];
  readonly edited: string | null;
  readonly written: string;
  readonly job: NameJob | null;
  readonly error: AppError | null;
}

/** A scan sends many events: wait before reloading the names, in ms. */
const SETTLE_MS = 2000;

const { loading, failed, kept, removed } = dataPage<readonly string[]>();

const renameOf = ({ edited, selected, written }: NamesContext): NameJob => ({
  kind: 'rename',
  names: edited === null ? selected : [edited],
  to: written.trim(),
});

const toast = (context: NamesContext, key: string, count: number, error?: AppError) => ({
  type: 'toasts.show' as const,
  id: 'names',
  kind: error ? ('error' as const) : ('success' as const),
  message: { key: `metadataUtils.${context.kind}.${key}`, values: { count } },
  ...(error ? { error } : {}),
});

const CONFIRM_LABELS = { confirmRename: 'rename', confirmMerge: 'merge', confirmRemove: 'remove' } as const;

/** Page of all tags or genres: renames, merges and removes. Undo only after a rename to an unused name. */
export const namesMachine = setup({
  types: {
    input: {} as PageInput<'configTags' | 'configGenres'>,
    context: {} as NamesContext,
    events: {} as NamesEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { data: 'data'; uses: 'uses'; run: 'run' },
  },
  actors: {
    data: resourceBy<NameKind>('data', readNames),
    /** Slower than the names; nothing waits for it. */
    uses: resourceBy<NameKind>('uses', readUses),
    run: fromPromise<number, Pick<NamesContext, 'kind' | 'job'>>(async ({ input: { kind, job }, system, signal }) =>
      job ? runNameJob(getPorts(system).api, kind, job, signal) : 0,
    ),
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true,
    isRenaming: ({ context }) => {
      const job = renameOf(context);
      return context.written.trim() !== '' && changedNames(job).length > 0;
    },
    hasSome: (_, { names }: { names: readonly string[] }) => names.length > 0,
  },
  actions: {
    keepData: assign(({ context }, { data }: { data: readonly string[] }) => ({
      names: data,
      selected: context.selected.filter((name) => data.includes(name)),
      edited: context.edited !== null && data.includes(context.edited) ? context.edited : null,
      error: null,
    })),
    rememberFailure: assign(keepError),
    select: assign(({ context }, { name, isOn }: { name: string; isOn: boolean }) => {
      const others = context.selected.filter((other) => other !== name);
      const selected = isOn ? [...others, name] : others;
      return { selected, edited: null, written: selected[0] ?? '' };
    }),
    edit: assign((_, { name }: { name: string | null }) => ({ edited: name, written: name ?? '' })),
    ask: sendTo(named('modals'), ({ context, self }): ModalsEvent => {
      const { job, kind, names } = context;
      const isRename = job?.kind === 'rename';
      const other = isRename ? otherSpelling(job, names) : null;
      const key: keyof typeof CONFIRM_LABELS = !isRename
        ? 'confirmRemove'
        : isMerge(job, names)
          ? 'confirmMerge'
          : 'confirmRename';
      const values = {
        names: job ? changedNames(job).join(', ') : '',
        count: job ? changedNames(job).length : 0,
        to: isRename ? job.to : '',
        hasOther: other === null ? 'no' : 'yes',
        other: other ?? '',
      };
      return {
        type: 'modals.open',
        modal: 'confirm',
        tag: 'names',
        replyTo: self,
        input: {
          type: 'yesNo',
          tone: isRename ? 'primary' : 'danger',
          message: { key: `metadataUtils.${kind}.${key}`, values },
          confirmLabel: { key: `metadataUtils.${CONFIRM_LABELS[key]}` },
        },
      };
    }),
    notifyDone: sendTo(named('toasts'), ({ context }, { count }: { count: number }): ToastsEvent => {
      const shown = toast(context, context.job?.kind === 'remove' ? 'removed' : 'renamed', count);
      const event = count > 0 ? wayBack(context.kind, context.job, context.names) : null;
      return event ? { ...shown, action: { label: { key: 'toasts.undo' }, to: 'itemRestorer', event } } : shown;
    }),
    notifyFailed: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      toast(context, 'failed', 0, toAppError(cause)),
    ),
    markOutdated: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('data', { type: 'resource.markOutdated' });
      enqueue.sendTo('uses', { type: 'resource.markOutdated' });
    }),
    refresh: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('data', { type: 'resource.refresh' });
      enqueue.sendTo('uses', { type: 'resource.refresh' });
    }),
    retry: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('data', { type: 'resource.retry' });
      enqueue.sendTo('uses', { type: 'resource.retry' });
    }),
  },
}).createMachine({
  id: 'names',
  context: ({ input }) => ({
    kind: input.route.name === 'configTags' ? 'tags' : 'genres',
    names: [],
    uses: null,
    query: '',
    selected: [],
    edited: null,
    written: '',
    job: null,
    error: null,
  }),
  invoke: [
    { src: 'data', id: 'data', input: ({ context }) => ({ request: context.kind, settleMs: SETTLE_MS }) },
    { src: 'uses', id: 'uses', input: ({ context }) => ({ request: context.kind, settleMs: SETTLE_MS }) },
  ],
  initial: 'loading',
  on: {
    'page.refresh': { actions: 'refresh' },
    'uses.loaded': { actions: assign(({ event: { data } }) => ({ uses: data })) },
  },
  states: {
    loading,
    failed,
    shown: {
      on: {
        ...kept,
        ...removed,
        ...itemChanges,
        'names.search': { actions: assign(({ event: { query } }) => ({ query })) },
      },
      initial: 'resting',
      states: {
        resting: {
          on: {
            'names.select': { actions: by('select') },
            'names.deselect': { actions: assign({ selected: [], edited: null, written: '' }) },
            'names.edit': { actions: by('edit') },
            'names.write': { actions: assign(({ event: { text } }) => ({ written: text })) },
            'names.save': [
              { guard: 'isRenaming', target: 'asking', actions: assign(({ context }) => ({ job: renameOf(context) })) },
              { actions: { type: 'edit', params: { name: null } } },
            ],
            'names.remove': {
              guard: by('hasSome'),
              target: 'asking',
              actions: assign(({ event: { names } }) => ({ job: { kind: 'remove' as const, names } })),
            },
          },
        },
        asking: {
          entry: 'ask',
          on: {
            'modal.closed': [{ guard: by('isAccepted'), target: 'working' }, { target: 'resting' }],
          },
        },
        working: {
          tags: 'busy',
          invoke: {
            src: 'run',
            id: 'run',
            input: ({ context }) => context,
            onDone: {
              target: 'resting',
              actions: [
                { type: 'notifyDone', params: ({ event }) => ({ count: event.output }) },
                assign({ selected: [], edited: null, written: '' }),
                'refresh',
              ],
            },
            onError: { target: 'resting', actions: [{ type: 'notifyFailed', params: failureOf }, 'refresh'] },
          },
        },
      },
    },
  },
});

export type NamesRef = ActorRefFrom<typeof namesMachine>;
