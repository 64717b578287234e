import { assign, sendParent, sendTo, setup, stateIn } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { toAppError } from '../../../schemas/app-error.ts';
import { chapterDraft } from '../../../schemas/drafts.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { updateChapters } from '../../../services/endpoints/item-editing.ts';
import { getItem } from '../../../services/endpoints/items.ts';
import { defineStored } from '../../../services/storage.ts';
import { textFileUrl } from '../../../services/text-file.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { discardQuestion, savedToast, unsavedToast, dangerQuestion, isAccepted } from '../../kit/messages.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { redone, undone } from '../../kit/history.logic.ts';
import { leaveGuard, type LeaveWanted } from '../../kit/leave-guard.actor.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageLibraryResolved, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import type { ChapterEdit } from './draft.logic.ts';
import {
  asOnServer,
  durationOf,
  edited,
  editedRow,
  followed,
  isChanged,
  maySave,
  movedStart,
  NONE_TYPED,
  opened,
  rowsOf,
  saved,
  typedStart,
  withoutLength,
  type EditorContext,
  type PanelFields,
  type PanelName,
} from './editor.logic.ts';
import { lookupMachine } from './lookup.machine.ts';
import { aroundStart, placeOf } from './preview.logic.ts';
import { previewMachine, type PreviewEvent } from './preview.machine.ts';
import { waveMachine, type WaveEvent } from './wave.machine.ts';
import { writeChapters, type TextFormat } from './text-formats.logic.ts';
import type { PageRetry } from '../../kit/data-page.ts';

type FieldTyped = {
  [Name in keyof PanelFields]: { type: 'chapters.typeIn'; field: Name; value: PanelFields[Name] };
}[keyof PanelFields];

export type ChaptersEvent =
  | PageRetry
  | { type: 'chapters.edit'; edit: ChapterEdit }
  | { type: 'chapters.typeStart'; key: number; text: string }
  | { type: 'chapters.moveStart'; key: number; start: number }
  /** A field was left: the next letter starts a new undo step. */
  | { type: 'chapters.settle' }
  | { type: 'chapters.touchRow'; key: number }
  | { type: 'chapters.undo' }
  | { type: 'chapters.redo' }
  | { type: 'chapters.reset' }
  | { type: 'chapters.clear' }
  | { type: 'chapters.takeTracks' }
  | { type: 'chapters.toggleTracks' }
  | { type: 'chapters.listen'; how: 'on' | 'around' }
  | { type: 'chapters.toggleWave' }
  | { type: 'chapters.showSeconds'; isOn: boolean }
  /** `pattern`: for titles, unless one was typed. */
  | { type: 'chapters.openPanel'; panel: PanelName; pattern: string }
  | { type: 'chapters.closePanel' }
  | FieldTyped
  | { type: 'chapters.runPanel' }
  | { type: 'chapters.download' }
  | { type: 'chapters.takeTheirs' }
  | { type: 'chapters.keepMine' }
  | { type: 'chapters.save' }
  | LeaveWanted
  | ResourceReport<'item', typeof getItem>
  | PageRefresh
  | ModalClosed<'confirm'>
  | ServerEventOf<'server.item.updated' | 'server.items.updated' | 'server.item.removed'>;

type Loaded = { readonly data: LibraryItemExpanded };

/** Draft of this tab, kept over a reload. */
export const CHAPTER_DRAFT = defineStored('earmark.chapterDraft', chapterDraft);

/** Update events come in bursts: the item is fetched after this pause, in ms. */
export const SETTLE_MS = 300;

const EXTENSIONS: { readonly [Format in TextFormat]: string } = {
  list: 'txt',
  cue: 'cue',
  labels: 'labels.txt',
  ffmetadata: 'ffmetadata.txt',
};

const titleOf = ({ book }: EditorContext) => book?.media.metadata.title ?? '';

export function exported(context: EditorContext): { readonly text: string; readonly name: string } {
  const { fields, book } = context;
  const name =
    titleOf(context)
      .replace(/[\\/:*?"<>|]+/g, '_')
      .trim() || 'chapters';
  const file = book?.media.tracks.items[0]?.metadata?.filename ?? `${name}.m4b`;
  return {
    text: writeChapters(fields.format, rowsOf(context), durationOf(context), file),
    name: `${name}.${EXTENSIONS[fields.format]}`,
  };
}

export const chaptersSetup = setup({
  types: {
    input: {} as PageInput<'chapters'>,
    context: {} as EditorContext,
    events: {} as ChaptersEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      item: 'item';
      leaveGuard: 'leaveGuard';
      lookup: 'lookup';
      preview: 'preview';
      save: 'save';
      wave: 'wave';
    },
  },
  actors: {
    item: resource('item', getItem),
    leaveGuard,
    lookup: lookupMachine,
    preview: previewMachine,
    save: callEndpoint(updateChapters),
    wave: waveMachine,
  },
  guards: {
    isUsable: (_, { data }: Loaded) => data.mediaType === 'book' && data.media.tracks.items.length > 0,
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isThis: ({ context }, { id }: { id: string }) => id === context.itemId,
    holdsThis: ({ context }, { items }: { items: readonly { readonly id: string }[] }) =>
      items.some(({ id }) => id === context.itemId),
    isChanged: ({ context }) => isChanged(context),
    isSaved: ({ context }) => !isChanged(context),
    isHeld: stateIn({ editing: { door: 'held' } }),
    maySave: ({ context }) => maySave(context),
    needsAnswer: ({ context }) => maySave(context) && withoutLength(context).length > 0,
    /** The draft may have become invalid while the dialog was open. */
    isAgreed: ({ context }, closed: ModalClosed<'confirm'>) => isAccepted(closed) && maySave(context),
    /** The draft may have become unchanged while the dialog was open: then the guard is over. */
    isAccepted: ({ context }, { output }: ModalClosed<'confirm'>) => output?.accepted === true && isChanged(context),
  },
  actions: {
    open: assign(({ context }, { data }: Loaded) => (data.mediaType === 'book' ? opened(context, data) : {})),
    follow: assign(({ context }, { data }: Loaded) => (data.mediaType === 'book' ? followed(context, data) : {})),
    notifyLibrary: sendParent(
      (_, { data }: Loaded) =>
        ({ type: 'page.libraryResolved', libraryId: data.libraryId }) satisfies PageLibraryResolved,
    ),
    edit: assign(({ context }, { edit }: { edit: ChapterEdit }) => editedRow(context, edit)),
    typeStart: assign(({ context }, { key, text }: { key: number; text: string }) => typedStart(context, key, text)),
    moveStart: assign(({ context }, { key, start }: { key: number; start: number }) => movedStart(context, key, start)),
    undo: assign(({ context }) => ({ history: undone(context.history), typed: NONE_TYPED, fault: null })),
    redo: assign(({ context }) => ({ history: redone(context.history), typed: NONE_TYPED, fault: null })),
    reset: assign(({ context }) => ({ ...asOnServer(context), isRestored: false })),
    clear: assign(({ context }) => edited(context, { kind: 'replace', chapters: [] })),
    listen: sendTo('preview', ({ context }, { how }: { how: 'on' | 'around' }) => {
      const row = rowsOf(context).find(({ key }) => key === context.current) ?? { key: -1, start: 0, title: '' };
      return { type: 'preview.toggle', place: how === 'on' ? placeOf(row) : aroundStart(row) } satisfies PreviewEvent;
    }),
    toggleWave: sendTo(
      'wave',
      ({ context }) =>
        ({
          type: 'wave.toggle',
          time: rowsOf(context).find(({ key }) => key === context.current)?.start ?? 0,
        }) satisfies WaveEvent,
    ),
    openPanel: assign(({ context }, { panel, pattern }: { panel: PanelName; pattern: string }) => ({
      panel,
      fault: null,
      fields: { ...context.fields, pattern: context.fields.pattern || pattern },
    })),
    typeIn: assign(({ context }, { field, value }: { field: string; value: unknown }) => ({
      fields: { ...context.fields, [field]: value },
      fault: null,
    })),
    download: ({ context, system }) => {
      const { text, name } = exported(context);
      getPorts(system).page.download(textFileUrl(text, 'text/plain;charset=utf-8'), name);
    },
    keepMine: assign(({ context }) => ({ base: context.theirs ?? context.base, theirs: null })),
    rememberFailure: assign(keepError),
    keepSaved: assign(({ context }) => saved(context)),
    /** Kept until saved, dropped or equal to the server's. */
    keepDraft: ({ context, system }) => {
      const { tabStorage } = getPorts(system);
      const rows = rowsOf(context).map(({ start, title }) => ({ start, title }));
      if (!isChanged(context)) tabStorage.remove(CHAPTER_DRAFT);
      else tabStorage.write(CHAPTER_DRAFT, { itemId: context.itemId, base: [...context.base], rows });
    },
    forgetDraft: ({ system }) => getPorts(system).tabStorage.remove(CHAPTER_DRAFT),
    ask: sendTo(named('modals'), ({ context, self }) => discardQuestion(titleOf(context), self)),
    askToSave: sendTo(named('modals'), ({ context, self }) => {
      const [first] = withoutLength(context);
      const values = { count: withoutLength(context).length, title: first?.title ?? '' };
      return dangerQuestion(
        'save',
        { key: 'chaptersQuestion.noLength', values },
        { key: 'chaptersQuestion.saveAnyway' },
        self,
      );
    }),
    notifySaved: sendTo(named('toasts'), ({ context }) =>
      savedToast('itemEdit', titleOf(context), true, { key: 'itemEdit.chaptersSaved' }),
    ),
    notifyNotSaved: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      unsavedToast('itemEdit', titleOf(context), toAppError(cause)),
    ),
    showItem: sendTo(named('router'), ({ context }): RouterEvent => ({
      type: 'router.go',
      to: { name: 'item', id: context.itemId },
      replace: true,
    })),
    markOutdated: sendTo('item', { type: 'resource.markOutdated' }),
    refresh: sendTo('item', { type: 'resource.refresh' }),
    retry: sendTo('item', { type: 'resource.retry' }),
  },
});
