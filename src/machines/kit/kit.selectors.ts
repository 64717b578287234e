import type { AnyEventObject, SnapshotFrom, ActorRef, Snapshot } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { copierMachine } from './copier.machine.ts';
import type { PageRetry } from './data-page.ts';
import type { FormContext } from './form.machine.ts';
import type { freshnessMachine } from './freshness.machine.ts';
import type { DraftHistory } from './history.logic.ts';
import type { RemovalContext } from './removal.machine.ts';

export const selectCopied = (snapshot: SnapshotFrom<typeof copierMachine>): string | null =>
  snapshot.matches('copied') ? snapshot.context.text : null;

export type DataPageRef = ActorRef<DataPageSnapshot, PageRetry>;

type DataPageSnapshot = Snapshot<unknown> & {
  readonly context: { readonly error: AppError | null };
  readonly matches: (state: 'loading' | 'failed') => boolean;
};

export function selectDataState(snapshot: DataPageSnapshot): 'loading' | 'failed' | 'shown' {
  if (snapshot.matches('loading')) return 'loading';
  return snapshot.matches('failed') ? 'failed' : 'shown';
}

export const selectDataError = ({ context }: DataPageSnapshot) => context.error;

interface Matching<State> {
  matches(state: State): boolean;
}
type Early = Matching<'loading' | 'failed' | 'unavailable' | 'removed'>;
type Draft = Matching<{ editing: { draft: 'saving' } }>;

interface WithHistory {
  readonly context: { readonly history: DraftHistory<unknown> };
}
interface WithBook {
  readonly context: { readonly book: BookItemExpanded | null };
}

export type EditorRef = ActorRef<Snapshot<unknown> & Early, AnyEventObject>;
export type DraftRef = ActorRef<Snapshot<unknown> & WithHistory & WithBook & Draft, AnyEventObject>;

export const selectEditorState = (snapshot: Early) =>
  (['loading', 'failed', 'unavailable', 'removed'] as const).find((state) => snapshot.matches(state)) ?? 'ready';
export const selectIsSavingDraft = (snapshot: Draft) => snapshot.matches({ editing: { draft: 'saving' } });

interface FormSnapshot<Values, Problem extends string> {
  readonly context: FormContext<Values, Problem>;
  hasTag(tag: 'busy'): boolean;
  matches(state: 'asking'): boolean;
}

export const selectForm = <Values, Problem extends string>({ context }: FormSnapshot<Values, Problem>) => context;
export const selectIsSaving = (snapshot: FormSnapshot<unknown, string>) => snapshot.hasTag('busy');
export const selectIsAsking = (snapshot: FormSnapshot<unknown, string>) => snapshot.matches('asking');
export const selectIsDirty = ({ context }: FormSnapshot<unknown, string>) =>
  JSON.stringify(context.values) !== JSON.stringify(context.saved);

/** Refreshing failed; the data is older than the server's. */
export const selectIsStale = (snapshot: SnapshotFrom<typeof freshnessMachine> | undefined) =>
  snapshot !== undefined && snapshot.context.error !== null;

type RemovalSnapshot<Subject> = Snapshot<unknown> & {
  readonly context: RemovalContext<Subject>;
  readonly hasTag: (tag: 'busy') => boolean;
};

export const selectRemoved = <Subject>(snapshot: RemovalSnapshot<Subject> | undefined): Subject | null =>
  snapshot?.hasTag('busy') === true ? snapshot.context.subject : null;

/** Memoizes a selector by parts of the context. Keeps one result, so use one per actor. */
export const remembering =
  <Context>() =>
  <Result>(parts: (context: Context) => readonly unknown[], make: (context: Context) => Result) => {
    let last: { readonly key: readonly unknown[]; readonly result: Result } | null = null;
    return ({ context }: { readonly context: Context }): Result => {
      const key = parts(context);
      if (!last?.key.every((part, index) => part === key[index])) last = { key, result: make(context) };
      return last.result;
    };
  };
