import { collationLanguage } from '../../../locales/collation.ts';
import type { SnapshotFrom } from 'xstate';
import type { ProgressMap } from '../../playback/progress/progress.logic.ts';
import { arrange, isAsKept, type Arrangement } from './arrange.logic.ts';
import type { addToListMachine } from './add-to-list.machine.ts';
import type { editListMachine } from './edit-list.machine.ts';
import type { ListEntry } from './media-list.logic.ts';
import type { mediaListMachine } from './media-list.machine.ts';

type MediaListSnapshot = SnapshotFrom<typeof mediaListMachine>;

export function selectListPlace(
  snapshot: MediaListSnapshot,
): 'loading' | 'failed' | 'missing' | 'forbidden' | 'removed' | 'ready' {
  for (const state of ['failed', 'missing', 'forbidden', 'removed', 'ready'] as const)
    if (snapshot.matches(state)) return state;
  return 'loading';
}

export const selectMediaList = ({ context }: MediaListSnapshot) => context.list;
export const selectKind = ({ context }: MediaListSnapshot) => context.kind;
export const selectLoadError = ({ context }: MediaListSnapshot) => context.error;
export const selectArrangement = ({ context }: MediaListSnapshot) => context.arrangement;
export const selectIsRemoving = ({ context }: MediaListSnapshot) => context.isRemoving;
export const selectMoved = ({ context }: MediaListSnapshot) => context.said;

interface Arranged {
  readonly arrangement: Arrangement;
  readonly progress: ProgressMap;
  readonly language: string;
  readonly entries: readonly ListEntry[];
}
const arranged = new WeakMap<readonly ListEntry[], Arranged>();

/** Returns the same array for the same arguments. */
export function shownOf(
  entries: readonly ListEntry[],
  arrangement: Arrangement,
  progress: ProgressMap,
): readonly ListEntry[] {
  if (isAsKept(arrangement)) return entries;
  const known = arranged.get(entries);
  const language = collationLanguage();
  const isSame = known?.arrangement === arrangement && known.progress === progress && known.language === language;
  if (isSame) return known.entries;
  const shown = arrange(entries, arrangement, progress);
  arranged.set(entries, { arrangement, progress, language, entries: shown });
  return shown;
}

type AddSnapshot = SnapshotFrom<typeof addToListMachine>;

export function selectAddPlace(snapshot: AddSnapshot): 'loading' | 'failed' | 'ready' {
  if (snapshot.matches('ready')) return 'ready';
  return snapshot.matches('failed') ? 'failed' : 'loading';
}
export const selectAdding = ({ context }: AddSnapshot) => context;
export const selectNewListForm = ({ children }: AddSnapshot) => children.form;
export const selectEditing = ({ context }: SnapshotFrom<typeof editListMachine>) => context;
export const selectEditForm = ({ children }: SnapshotFrom<typeof editListMachine>) => children.form;
