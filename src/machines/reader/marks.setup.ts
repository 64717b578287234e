import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { Mark, MarkChange, MarkColour, MarksFile } from '../../schemas/marks.ts';
import type { MarksFault } from '../../services/marks-store.ts';
import { randomName } from '../../services/random-name.ts';
import type { Place, Spot, TextSelection } from '../../services/reader/engine.ts';
import { textFileUrl } from '../../services/text-file.ts';
import { getPorts, type System } from '../kit/ports.ts';
import { getUserId } from '../kit/system.ts';
import { jsonOf, markdownOf, newMarks, type MarksFileFault, type MarksWords } from './marks-file.logic.ts';
import { marksKeeper, type MarksCommand, type MarksReport } from './marks-keeper.actor.ts';
import { bookmarkOf, citationOf, highlightOf, pageMarksOf, type MarksInput } from './marks.logic.ts';
import type { BookCommand, BookReport } from './open-book.actor.ts';

const UNDO_MS = 10_000;
const SAID_MS = 5000;

export type MarksParentEvent =
  { type: 'book.requested'; command: BookCommand } | { type: 'marks.opened' } | { type: 'marks.closed' };

export type MarksEvent =
  /** Highlights the selection, or recolours the open mark. */
  | { type: 'marks.highlight'; colour: MarkColour }
  | { type: 'marks.annotate' }
  | { type: 'marks.copy' }
  | { type: 'marks.dismiss' }
  | { type: 'marks.focus' }
  /** Follows the link under the open mark. */
  | { type: 'marks.followLink' }
  | { type: 'marks.toggleBookmark'; place: Place }
  | { type: 'marks.edit'; id: string }
  | { type: 'marks.changeNote'; text: string }
  | { type: 'marks.remove'; id: string }
  | { type: 'marks.removeCurrent' }
  | { type: 'marks.undo' }
  | { type: 'marks.dismissNotice' }
  | { type: 'marks.retry' }
  | { type: 'marks.exportJson' }
  | { type: 'marks.exportMarkdown'; words: MarksWords }
  | { type: 'marks.import'; file: Blob }
  | Extract<BookReport, { type: 'book.selected' | 'book.marked' | 'book.viewed' }>
  | MarksReport;

export type MarksNotice =
  | { readonly kind: 'removed'; readonly of: Mark['kind'] }
  | { readonly kind: 'bookmarked' | 'copied' | 'copyFailed' }
  | { readonly kind: 'imported'; readonly added: number; readonly known: number }
  | { readonly kind: 'importFailed'; readonly fault: MarksFileFault };

export interface MarksContext {
  readonly book: MarksInput;
  readonly marks: readonly Mark[];
  readonly inView: readonly string[];
  readonly selection: TextSelection | null;
  readonly current: string | null;
  readonly spot: Spot;
  /** The open mark is inside a link. */
  readonly isInLink: boolean;
  readonly hasFocus: boolean;
  readonly colour: MarkColour;
  readonly removed: Mark | null;
  readonly notice: MarksNotice | null;
  readonly fault: MarksFault | null;
}

interface OpenedMark extends Partial<Spot> {
  readonly id: string;
  readonly isInLink?: boolean;
}

const NO_SPOT: Spot = { x: 0, y: 0, isLow: false };
const spotOf = ({ x, y, isLow }: Spot): Spot => ({ x, y, isLow });

export function firstMarks(book: MarksInput): MarksContext {
  return {
    book,
    marks: [],
    inView: [],
    selection: null,
    current: null,
    spot: NO_SPOT,
    isInLink: false,
    hasFocus: false,
    colour: 'yellow',
    removed: null,
    notice: null,
    fault: null,
  };
}

const currentOf = ({ marks, current }: MarksContext) => marks.find(({ id }) => id === current) ?? null;
const makerOf = ({ book }: MarksContext, system: System) => ({
  userId: getUserId(system),
  book,
  id: randomName(),
  now: getPorts(system).clock.now(),
});
const write = (...changes: readonly MarkChange[]): MarksCommand => ({ type: 'keeper.write', changes });
const ask = (command: BookCommand): MarksParentEvent => ({ type: 'book.requested', command });

export const marksSetup = setup({
  types: {
    input: {} as MarksInput,
    context: {} as MarksContext,
    events: {} as MarksEvent,
    children: {} as { keeper: 'marksKeeper' },
  },
  actors: { marksKeeper },
  delays: { noticeTime: ({ context: { notice } }) => (notice?.kind === 'removed' ? UNDO_MS : SAID_MS) },
  guards: {
    hasSelection: (_, { selection }: { selection: TextSelection | null }) => selection !== null,
    isKnown: ({ context }, { id }: { id: string }) => context.marks.some((mark) => mark.id === id),
    isRemoved: ({ context: { current } }, { marks }: { marks: readonly Mark[] }) =>
      current !== null && !marks.some(({ id }) => id === current),
    isInLink: ({ context }) => context.isInLink,
    hasRemoved: ({ context }) => context.removed !== null,
  },
  actions: {
    keepMarks: assign((_, { marks }: { marks: readonly Mark[] }) => ({ marks })),
    draw: sendParent(({ context }) => ask({ type: 'book.mark', marks: pageMarksOf(context.marks) })),
    keepView: assign((_, { ids }: { ids: readonly string[] }) => ({ inView: ids })),
    keepSelection: assign((_, { selection }: { selection: TextSelection | null }) => ({
      selection,
      spot: selection ? spotOf(selection) : NO_SPOT,
    })),
    openMark: assign((_, { id, isInLink = false, ...spot }: OpenedMark) => ({
      current: id,
      spot: spotOf({ ...NO_SPOT, ...spot }),
      isInLink,
      hasFocus: true,
    })),
    takeFocus: assign({ hasFocus: true }),
    closeMenu: assign({ selection: null, current: null, isInLink: false, hasFocus: false }),
    followLink: sendParent(ask({ type: 'book.followLink' })),
    notifyOpened: sendParent({ type: 'marks.opened' } satisfies MarksParentEvent),
    notifyClosed: sendParent({ type: 'marks.closed' } satisfies MarksParentEvent),
    deselect: sendParent(ask({ type: 'book.deselect' })),
    removeCurrent: enqueueActions(({ context: { current }, enqueue }) => {
      if (current !== null) enqueue.raise({ type: 'marks.remove', id: current });
    }),
    highlight: enqueueActions(({ context, enqueue, system }, { colour }: { colour: MarkColour | null }) => {
      const { selection } = context;
      if (!selection) return;
      const used = colour ?? context.colour;
      const known = context.marks.find(({ kind, target }) => kind === 'highlight' && target === selection.target);
      const mark = known ?? highlightOf(makerOf(context, system), selection, used);
      enqueue.assign({ selection: null, current: mark.id, colour: used });
      enqueue.sendTo(
        'keeper',
        write(known ? { kind: 'change', mark, fields: { colour: used } } : { kind: 'put', mark }),
      );
    }),
    changeColour: enqueueActions(({ context, enqueue }, { colour }: { colour: MarkColour }) => {
      const mark = currentOf(context);
      if (!mark) return;
      enqueue.assign({ colour });
      enqueue.sendTo('keeper', write({ kind: 'change', mark: { ...mark, colour }, fields: { colour } }));
    }),
    changeNote: enqueueActions(({ context, enqueue }, { text }: { text: string }) => {
      const mark = currentOf(context);
      if (mark)
        enqueue.sendTo('keeper', write({ kind: 'change', mark: { ...mark, note: text }, fields: { note: text } }));
    }),
    /** Adds one to the page in view, or removes its first. */
    toggleBookmark: enqueueActions(({ context, enqueue, system }, { place }: { place: Place }) => {
      const { marks, inView } = context;
      const first = marks.find(({ kind, id }) => kind === 'bookmark' && inView.includes(id));
      const mark = bookmarkOf(makerOf(context, system), place);
      if (!first) {
        enqueue.sendTo('keeper', write({ kind: 'put', mark }));
        enqueue.assign({ notice: { kind: 'bookmarked' }, removed: null });
      } else {
        enqueue.sendTo('keeper', write({ kind: 'remove', mark: first }));
        enqueue.assign({ notice: { kind: 'removed', of: 'bookmark' }, removed: first });
      }
    }),
    remove: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      const mark = context.marks.find((one) => one.id === id);
      if (!mark) return;
      enqueue.sendTo('keeper', write({ kind: 'remove', mark }));
      enqueue.assign({ notice: { kind: 'removed', of: mark.kind }, removed: mark });
    }),
    restore: enqueueActions(({ context: { removed }, enqueue }) => {
      if (removed) enqueue.sendTo('keeper', write({ kind: 'put', mark: removed }));
    }),
    say: assign((_, { notice }: { notice: MarksNotice }) => ({ notice, removed: null })),
    forgetNotice: assign({ notice: null, removed: null }),
    copy: enqueueActions(({ context, enqueue }) => {
      const words = context.selection ?? currentOf(context);
      if (words)
        enqueue.sendTo('keeper', { type: 'keeper.copy', text: citationOf(words, context.book) } satisfies MarksCommand);
    }),
    retry: sendTo('keeper', { type: 'keeper.retry' } satisfies MarksCommand),
    rememberFault: assign((_, { fault }: { fault: MarksFault }) => ({ fault })),
    forgetFault: assign({ fault: null }),
    exportJson: ({ context: { marks, book }, system }) =>
      getPorts(system).page.download(
        textFileUrl(jsonOf(marks, book), 'application/json'),
        `${nameOf(book)}.marks.json`,
      ),
    exportMarkdown: ({ context: { marks, book }, system }, { words }: { words: MarksWords }) =>
      getPorts(system).page.download(
        textFileUrl(markdownOf(marks, book, words), 'text/markdown;charset=utf-8'),
        `${nameOf(book)}.md`,
      ),
    readFile: sendTo('keeper', (_, { file }: { file: Blob }): MarksCommand => ({ type: 'keeper.import', file })),
    addImported: enqueueActions(({ context, enqueue, system }, { marks: read }: { marks: MarksFile['marks'] }) => {
      const { itemId, ino, fileName } = context.book;
      const userId = getUserId(system);
      const added = newMarks(read, context.marks);
      const changes = added.map((mark) => ({
        kind: 'put' as const,
        mark: { ...mark, id: randomName(), userId, itemId, ino, fileName },
      }));
      if (changes.length > 0) enqueue.sendTo('keeper', write(...changes));
      enqueue.assign({
        removed: null,
        notice: { kind: 'imported', added: added.length, known: read.length - added.length },
      });
    }),
    sayNoImport: assign((_, { fault }: { fault: MarksFileFault }) => ({
      removed: null,
      notice: { kind: 'importFailed' as const, fault },
    })),
  },
});

function nameOf({ title, fileName }: MarksInput): string {
  return (title || fileName).replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 100);
}
