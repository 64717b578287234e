import type { Chapter, AudioFile } from '../../../schemas/api/audio-file.ts';
import type { BookItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { OrderDraft } from '../../../schemas/drafts.ts';
import { historyOf, settled, withDraft, type DraftHistory } from '../../kit/history.logic.ts';
import { movedChapters } from './moved-chapters.logic.ts';
import { countOut, edited, isSameOrder, orderOf, withFiles, type Order, type OrderEdit } from './order.logic.ts';
import type { SnapshotFrom } from 'xstate';
import type { trackOrderMachine } from './track-order.machine.ts';

export interface TrackOrderContext {
  readonly itemId: string;
  readonly book: BookItemExpanded | null;
  readonly base: Order;
  readonly history: DraftHistory<Order>;
  /** The order changed elsewhere during the edit. */
  readonly isOutdated: boolean;
  /** Draft kept over a reload; null if none, and once restored. */
  readonly kept: OrderDraft | null;
  readonly isRestored: boolean;
  readonly sort: Pick<Extract<OrderEdit, { kind: 'sort' }>, 'by' | 'isDescending'> | null;
  /** File moved last, for screen readers; a new object per move. */
  readonly moved: { readonly ino: string } | null;
  /** After a save: chapters moved with their files; null if not needed. */
  readonly movedChapters: readonly Chapter[] | null;
  readonly error: AppError | null;
}

type Change = Partial<TrackOrderContext>;

export const filesOf = ({ book }: Pick<TrackOrderContext, 'book'>) => book?.media.audioFiles.items ?? [];
export const draftOf = ({ history }: Pick<TrackOrderContext, 'history'>): Order => history.draft;

export const isChanged = ({ history, base }: Pick<TrackOrderContext, 'history' | 'base'>): boolean =>
  !isSameOrder(history.draft, base);

export const hasTracks = (context: TrackOrderContext): boolean => countOut(draftOf(context)) < draftOf(context).length;

export function keptOf({ itemId, base, history, isOutdated }: TrackOrderContext): OrderDraft {
  const copied = (order: Order) => order.map((row) => ({ ...row }));
  return { itemId, base: copied(base), order: copied(history.draft), isOutdated };
}

/** The draft begins with what this tab kept, for files that still exist. */
export function opened({ itemId, kept }: TrackOrderContext, book: BookItemExpanded): Change {
  const base = orderOf(book.media.audioFiles.items);
  const begun = { book, base, history: historyOf(base), error: null, kept: null };
  if (kept?.itemId !== itemId) return begun;
  const draft = withFiles(kept.order, base);
  if (isSameOrder(draft, base)) return begun;
  return {
    ...begun,
    history: withDraft(begun.history, draft, null, isSameOrder),
    isOutdated: kept.isOutdated || !isSameOrder(kept.base, base),
    isRestored: true,
  };
}

/** After a reload: edits stay, with a notice if the order changed. */
export function followed(context: TrackOrderContext, book: BookItemExpanded): Change {
  const base = orderOf(book.media.audioFiles.items);
  if (isSameOrder(base, context.base)) return { book };
  if (!isChanged(context)) return { book, base, history: historyOf(base) };
  const draft = withFiles(draftOf(context), base);
  return {
    book,
    base,
    history: isSameOrder(draft, base) ? historyOf(base) : withDraft(historyOf(base), draft, null, isSameOrder),
    isOutdated: !isSameOrder(draft, base),
  };
}

/** One drag is one undo step. */
export function withEdit(context: TrackOrderContext, edit: OrderEdit): Change {
  const about = edit.kind === 'move' ? `move ${edit.ino}` : null;
  const draft = edited(draftOf(context), edit, filesOf(context));
  return {
    history: withDraft(context.history, draft, about, isSameOrder),
    sort: edit.kind === 'sort' ? edit : null,
  };
}

export const withMoved = ({ history }: TrackOrderContext, ino: string): Change => ({
  history: settled(history),
  moved: { ino },
});

export function saved(context: TrackOrderContext): Change {
  const order = draftOf(context);
  const chapters = context.book?.media.chapters.items ?? [];
  return { base: order, error: null, movedChapters: movedChapters(chapters, filesOf(context), context.base, order) };
}

type Snapshot = SnapshotFrom<typeof trackOrderMachine>;

export const selectOrder = ({ context }: Snapshot) => draftOf(context);
export const selectIsChanged = ({ context }: Snapshot) => isChanged(context);
export const selectIsOutdated = ({ context }: Snapshot) => context.isOutdated;
export const selectIsRestored = ({ context }: Snapshot) => context.isRestored && isChanged(context);
export const selectHasTracks = ({ context }: Snapshot) => hasTracks(context);

export interface OrderedFile {
  readonly file: AudioFile;
  /** From 1; null when excluded. */
  readonly number: number | null;
}

/** `index` from 0; null beyond the list. */
export function fileAt({ context }: Snapshot, index: number): OrderedFile | null {
  const order = draftOf(context);
  const row = order[index];
  const file = row && filesOf(context).find(({ ino }) => ino === row.ino);
  return file ? { file, number: row.isOut ? null : index - countOut(order) + 1 } : null;
}
