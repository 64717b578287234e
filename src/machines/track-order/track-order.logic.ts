import type { Chapter } from '../../schemas/api/chapter.ts';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { OrderDraft } from '../../schemas/order-draft.ts';
import { historyOf, settled, withDraft, type DraftHistory } from '../kit/history.logic.ts';
import { movedChapters } from './moved-chapters.logic.ts';
import { countOut, edited, isSameOrder, orderOf, withFiles, type Order, type OrderEdit } from './order.logic.ts';

/** The page's data. */
export interface TrackOrderContext {
  readonly itemId: string;
  readonly book: BookItemExpanded | null;
  /** The order as the server has it. */
  readonly base: Order;
  readonly history: DraftHistory<Order>;
  /** The order became another one elsewhere while it was changed here. */
  readonly isOutdated: boolean;
  /** What this tab kept of an order before a reload; null when there is nothing, and once it is back. */
  readonly kept: OrderDraft | null;
  readonly isRestored: boolean;
  /** The last edit sorted by this. */
  readonly sort: Pick<Extract<OrderEdit, { kind: 'sort' }>, 'by' | 'isDescending'> | null;
  /** The file that was moved last, for who cannot see it; another object for each move. */
  readonly moved: { readonly ino: string } | null;
  /** After a save: the chapters once each has moved with its file; null when they need not. */
  readonly movedChapters: readonly Chapter[] | null;
  /** Why it failed to load, or to save. */
  readonly error: AppError | null;
}

type Change = Partial<TrackOrderContext>;

export const filesOf = ({ book }: Pick<TrackOrderContext, 'book'>) => book?.media.audioFiles.items ?? [];
export const draftOf = ({ history }: Pick<TrackOrderContext, 'history'>): Order => history.draft;

/** Whether something was changed that the server has not got. */
export const isChanged = ({ history, base }: Pick<TrackOrderContext, 'history' | 'base'>): boolean =>
  !isSameOrder(history.draft, base);

/** Whether a file is left in the book. */
export const hasTracks = (context: TrackOrderContext): boolean => countOut(draftOf(context)) < draftOf(context).length;

/** What is kept of the draft over a reload. */
export function keptOf({ itemId, base, history, isOutdated }: TrackOrderContext): OrderDraft {
  const copied = (order: Order) => order.map((row) => ({ ...row }));
  return { itemId, base: copied(base), order: copied(history.draft), isOutdated };
}

/** The book has loaded: the draft begins, with what this tab kept of it where the book still has those files. */
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

/** The book was read again. What was changed here stays, with a notice where the order became another one. */
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

/** The draft after an edit: the places that a file is dragged over are one step. */
export function withEdit(context: TrackOrderContext, edit: OrderEdit): Change {
  const about = edit.kind === 'move' ? `move ${edit.ino}` : null;
  const draft = edited(draftOf(context), edit, filesOf(context));
  return {
    history: withDraft(context.history, draft, about, isSameOrder),
    sort: edit.kind === 'sort' ? edit : null,
  };
}

/** The file stays where it was moved to: the next move is a step of its own. */
export const withMoved = ({ history }: TrackOrderContext, ino: string): Change => ({
  history: settled(history),
  moved: { ino },
});

/** The server has the order. */
export function saved(context: TrackOrderContext): Change {
  const order = draftOf(context);
  const chapters = context.book?.media.chapters.items ?? [];
  return { base: order, error: null, movedChapters: movedChapters(chapters, filesOf(context), context.base, order) };
}
