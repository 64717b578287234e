import type { SnapshotFrom } from 'xstate';
import { remembering } from '../../kit/kit.selectors.ts';
import type { chaptersEditorMachine } from './chapters-editor.machine.ts';
import { exported } from './chapters-editor.setup.ts';
import { isFault, problemsOf, type RowProblem } from './draft.logic.ts';
import { durationOf, isChanged, isUnreadable, readPasted, rowsOf, type EditorContext } from './editor.logic.ts';

type Snapshot = SnapshotFrom<typeof chaptersEditorMachine>;

const remembered = remembering<EditorContext>();

export const selectPreview = ({ children }: Snapshot) => children.preview;
export const selectDuration = ({ context }: Snapshot) => durationOf(context);
export const selectBook = ({ context }: Snapshot) => context.book;
export const selectRows = ({ context }: Snapshot) => rowsOf(context);
export const selectRowIds = remembered(
  ({ history }) => [history.draft.rows],
  (context) => rowsOf(context).map(({ key }) => String(key)),
);
const selectProblems = remembered(
  ({ history, book }) => [history.draft.rows, book],
  (context): readonly (RowProblem | null)[] => problemsOf(rowsOf(context), durationOf(context)),
);
export const problemAt = (index: number) => (snapshot: Snapshot) => selectProblems(snapshot)[index] ?? null;
export const rowAt =
  (index: number) =>
  ({ context }: Snapshot) =>
    rowsOf(context)[index];
export const typedAt =
  (key: number) =>
  ({ context }: Snapshot) =>
    context.typed.get(key) ?? null;
export const selectFaultCount = (snapshot: Snapshot) => selectProblems(snapshot).filter(isFault).length;
export const selectIsUnreadable = ({ context }: Snapshot) => isUnreadable(context);
export const selectIsChanged = ({ context }: Snapshot) => isChanged(context);
export const selectIsRestored = (snapshot: Snapshot) => snapshot.context.isRestored && selectIsChanged(snapshot);
export const selectHasTheirs = ({ context }: Snapshot) => context.theirs !== null;
export const selectFields = ({ context }: Snapshot) => context.fields;
export const selectCurrentNumber = ({ context }: Snapshot) =>
  rowsOf(context).findIndex(({ key }) => key === context.current) + 1;
export const selectPasted = remembered(
  ({ fields, book }) => [fields.pasted, book],
  (context) => readPasted(context),
);
export const selectExported = remembered(
  ({ fields, history, book }) => [fields.format, history.draft.rows, book],
  (context) => exported(context).text,
);
