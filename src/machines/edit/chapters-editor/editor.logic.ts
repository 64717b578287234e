import type { BookItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ChapterDraft } from '../../../schemas/drafts.ts';
import { historyOf, settled, withDraft, type DraftHistory } from '../../kit/history.logic.ts';
import {
  applyEdit,
  chaptersOfTracks,
  draftOf,
  isFault,
  isSameDraft,
  isSameList,
  problemsOf,
  type ChapterEdit,
  type Draft,
  type EditFault,
  type TimedTitle,
} from './draft.logic.ts';
import { readChapters, type TextFormat } from './text-formats.logic.ts';
import { readTime } from './time-text.logic.ts';
import type { WaveInput } from './wave.machine.ts';

export type PanelName = 'shift' | 'add' | 'rename' | 'paste' | 'export' | 'lookup';

export interface PanelFields {
  readonly seconds: string;
  readonly isFromHere: boolean;
  readonly by: 'count' | 'length';
  readonly count: string;
  readonly length: string;
  readonly pattern: string;
  readonly first: string;
  readonly pasted: string;
  readonly format: TextFormat;
}

export type PanelFault = EditFault | 'noNumber' | 'nothingFound';

export interface EditorContext {
  readonly itemId: string;
  readonly book: BookItemExpanded | null;
  readonly base: readonly TimedTitle[];
  readonly history: DraftHistory<Draft>;
  readonly theirs: readonly TimedTitle[] | null;
  readonly kept: ChapterDraft | null;
  readonly isRestored: boolean;
  /** By row key; a text that is no time stays until changed. */
  readonly typed: ReadonlyMap<number, string>;
  readonly hasSeconds: boolean;
  readonly hasTracks: boolean;
  readonly current: number | null;
  readonly follow: { readonly index: number } | null;
  readonly panel: PanelName | null;
  readonly fields: PanelFields;
  readonly fault: PanelFault | null;
  readonly isRefused: boolean;
  readonly error: AppError | null;
}

type Change = Partial<EditorContext>;

export const NONE_TYPED: ReadonlyMap<number, string> = new Map();

export const PANEL_FIELDS: PanelFields = {
  seconds: '',
  isFromHere: false,
  by: 'count',
  count: '10',
  length: '10:00',
  pattern: '',
  first: '1',
  pasted: '',
  format: 'list',
};

export const rowsOf = ({ history }: Pick<EditorContext, 'history'>) => history.draft.rows;
export const durationOf = ({ book }: Pick<EditorContext, 'book'>): number => book?.media.duration ?? 0;
const tracksOf = ({ book }: Pick<EditorContext, 'book'>) => book?.media.tracks.items ?? [];

export const isUnreadable = ({ history, typed }: Pick<EditorContext, 'history' | 'typed'>): boolean =>
  history.draft.rows.some(({ key }) => isNoTime(typed.get(key)));

const isNoTime = (text: string | undefined): boolean => text !== undefined && readTime(text) === null;

export const isChanged = (context: Pick<EditorContext, 'history' | 'base' | 'typed'>): boolean =>
  !isSameList(context.history.draft.rows, context.base) || isUnreadable(context);

export const maySave = (context: EditorContext): boolean =>
  isChanged(context) &&
  context.theirs === null &&
  !isUnreadable(context) &&
  !problemsOf(rowsOf(context), durationOf(context)).some(isFault);

export const withoutLength = (context: EditorContext): readonly TimedTitle[] => {
  const rows = rowsOf(context);
  const problems = problemsOf(rows, durationOf(context));
  return rows.filter((_, index) => problems[index + 1] === 'noLength');
};

const listOf = ({ media }: BookItemExpanded): readonly TimedTitle[] => media.chapters.items;

export function opened(context: EditorContext, book: BookItemExpanded): Change {
  const base = listOf(book);
  const begun = { book, base, error: null, history: historyOf(draftOf(base)), kept: null };
  const { kept } = context;
  if (kept?.itemId !== context.itemId || [base, kept.base].some((list) => isSameList(kept.rows, list))) return begun;
  return {
    ...begun,
    base: kept.base,
    history: withDraft(historyOf(draftOf(kept.base)), draftOf(kept.rows), null, isSameDraft),
    theirs: isSameList(kept.base, base) ? null : base,
    isRestored: true,
  };
}

/** Keeps edits after a reload of the book; asks when its chapters changed elsewhere. */
export function followed(context: EditorContext, book: BookItemExpanded): Change {
  const base = listOf(book);
  const known = context.theirs ?? context.base;
  if (isSameList(base, known)) return { book };
  if (!isChanged(context)) return { book, base, history: historyOf(draftOf(base)), typed: NONE_TYPED, theirs: null };
  if (isSameList(base, rowsOf(context))) return { book, base, theirs: null };
  return { book, theirs: base };
}

/** `about`: see {@link DraftHistory}. */
export function edited(context: EditorContext, edit: ChapterEdit, about: string | null = null): Change {
  const result = applyEdit(context.history.draft, edit, durationOf(context));
  if (typeof result === 'string') return { fault: result };
  const history = withDraft(context.history, result, about, isSameDraft);
  return { history, typed: typedAfter(context, edit), fault: null, isRefused: false };
}

function typedAfter({ typed }: EditorContext, edit: ChapterEdit): ReadonlyMap<number, string> {
  if (edit.kind === 'replace') return NONE_TYPED;
  return edit.kind === 'setStart' ? new Map([...typed].filter(([key]) => key !== edit.key)) : typed;
}

/** Typing in one field is one undo step; a new row gets the focus. */
export function editedRow(context: EditorContext, edit: ChapterEdit): Change {
  const about = edit.kind === 'setTitle' ? `title ${edit.key}` : null;
  const change = edited(context, edit, about);
  if (edit.kind !== 'insertBelow' || !change.history) return change;
  const { rows, nextKey } = change.history.draft;
  return { ...change, current: nextKey - 1, follow: { index: rows.findIndex(({ key }) => key === nextKey - 1) } };
}

export function typedStart(context: EditorContext, key: number, text: string): Change {
  const start = readTime(text);
  const typed = new Map(context.typed).set(key, text);
  if (start === null) return { typed };
  return { ...edited(context, { kind: 'setStart', key, start }, `start ${key}`), typed };
}

/** Clamped between the neighbours; one drag is one undo step. */
export function movedStart(context: EditorContext, key: number, start: number): Change {
  const rows = rowsOf(context);
  const index = rows.findIndex((row) => row.key === key);
  const least = rows[index - 1]?.start ?? 0;
  const most = rows[index + 1]?.start ?? durationOf(context);
  const within = Math.max(least, Math.min(start, most));
  return { ...edited(context, { kind: 'setStart', key, start: within }, `start ${key}`), current: key };
}

export function soundOf(context: EditorContext): WaveInput {
  const sizes = new Map((context.book?.media.audioFiles.items ?? []).map(({ ino, metadata }) => [ino, metadata.size]));
  return {
    itemId: context.itemId,
    duration: durationOf(context),
    tracks: tracksOf(context).flatMap(({ ino, startOffset, duration, metadata }) =>
      ino === undefined ? [] : [{ ino, startOffset, duration, size: metadata?.size ?? sizes.get(ino) ?? 0 }],
    ),
  };
}

/** A text that is no time stays and blocks saving. */
export const settledField = ({ history, typed }: EditorContext): Change => ({
  typed: new Map([...typed].filter(([, text]) => isNoTime(text))),
  history: settled(history),
});

function panelEdit(context: EditorContext): ChapterEdit | PanelFault {
  const { panel, fields, current } = context;
  const from = fields.isFromHere ? current : null;
  const { pattern } = fields;
  switch (panel) {
    case 'shift': {
      const seconds = readSigned(fields.seconds);
      return seconds === null ? 'noNumber' : { kind: 'shift', seconds, from };
    }
    case 'add': {
      if (fields.by === 'count') return { kind: 'divide', key: from, count: Number(fields.count), pattern };
      const seconds = readTime(fields.length);
      return seconds === null ? 'noNumber' : { kind: 'every', key: from, seconds, pattern };
    }
    case 'rename': {
      const first = Number(fields.first);
      return fields.first.trim() === '' || !Number.isInteger(first)
        ? 'noNumber'
        : { kind: 'rename', pattern, first, from };
    }
    case 'paste': {
      const { chapters } = readPasted(context);
      return chapters.length === 0 ? 'nothingFound' : { kind: 'replace', chapters };
    }
    case 'export':
    case 'lookup':
    case null:
      return 'nothingToDo';
  }
}

export function readPasted({ fields, book }: Pick<EditorContext, 'fields' | 'book'>) {
  return readChapters(
    fields.pasted,
    tracksOf({ book }).map(({ startOffset }) => startOffset),
  );
}

/** Seconds with a sign: `-1.5`, `+0:10`; null for other texts. */
export function readSigned(text: string): number | null {
  const found = /^([+\-−]?)(.*)$/.exec(text.trim());
  const seconds = readTime(found?.[2] ?? '');
  return seconds === null ? null : /[-−]/.test(found?.[1] ?? '') ? -seconds : seconds;
}

export function panelApplied(context: EditorContext): Change {
  const edit = panelEdit(context);
  if (typeof edit === 'string') return { fault: edit };
  const change = edited(context, edit);
  return change.fault ? change : { ...change, panel: null };
}

export const fromTracks = (context: EditorContext): Change =>
  edited(context, {
    kind: 'replace',
    chapters: chaptersOfTracks(
      tracksOf(context).map(({ startOffset, title, metadata }) => ({
        startOffset,
        title: metadata?.filename ?? title,
      })),
    ),
  });

export function saved(context: EditorContext): Change {
  return { base: rowsOf(context), theirs: null, error: null };
}

/** Reverts to the server's chapters, as one undo step. */
export function asOnServer(context: EditorContext): Change {
  const base = context.theirs ?? context.base;
  return { ...edited(context, { kind: 'replace', chapters: base }), base, theirs: null };
}
