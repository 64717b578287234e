import type { ActorRef, AnyEventObject, Snapshot } from 'xstate';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { DraftHistory } from '../kit/history.logic.ts';

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
export const selectDraftBook = ({ context }: WithBook) => context.book;
export const selectIsSaving = (snapshot: Draft) => snapshot.matches({ editing: { draft: 'saving' } });
export const selectHasUndo = ({ context }: WithHistory) => context.history.past.length > 0;
export const selectHasRedo = ({ context }: WithHistory) => context.history.future.length > 0;
