import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Library } from '../../../schemas/api/library.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { removeLibraryMetadata } from '../../../services/endpoints/library-admin.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastKind, ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { Message } from '../../kit/message.ts';
import type { Failure } from '../../kit/failure.logic.ts';
import { type FormReport, formChanges } from '../../kit/form.machine.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import { findAllProviders, KNOWN_PROVIDERS, withProviderNews, type AllProviders } from './all-providers.actor.ts';
import type { ProviderNews } from '../../edit/quick-match/find-providers.actor.ts';
import type { EditLibraryInput, EditLibraryOutput } from '../../app/modals/modal-inputs.protocol.ts';
import {
  hasLibraryChanges,
  libraryForm,
  libraryProblems,
  lostFolders,
  withTheirs,
  type LibraryForm,
  type LibrarySaved,
  type LibraryValues,
  tabOfProblems,
  type LibraryTab,
} from './edit-library.logic.ts';
import { foldersMachine, type FoldersParentEvent } from './folders.machine.ts';

export type MetadataFile = 'json' | 'abs';

export type EditLibraryEvent =
  | { type: 'editLibrary.showTab'; tab: LibraryTab }
  /** Confirms first if folders with items would be removed. */
  | { type: 'editLibrary.save' }
  /** Confirms first with unsaved changes. */
  | { type: 'editLibrary.close' }
  | { type: 'editLibrary.browse' }
  /** Deletes metadata files in all item folders, after a confirmation. */
  | { type: 'editLibrary.removeFiles'; ext: MetadataFile }
  | FoldersParentEvent
  | FormReport<'library', LibraryValues, LibrarySaved>
  | ModalClosed
  | ProviderNews
  | ServerEventOf<'server.library.updated' | 'server.library.removed'>;

export interface EditLibraryContext extends EditLibraryInput {
  readonly form: LibraryForm;
  readonly tab: LibraryTab;
  readonly providers: AllProviders;
  readonly providersError: AppError | null;
  readonly saved: Library | null;
  readonly ext: MetadataFile;
}

const values = ({ form }: EditLibraryContext) => form.getSnapshot().context.values;

const question = (tag: string, message: Message, confirmLabel: string, persistent = false) =>
  ({
    type: 'modals.open',
    modal: 'confirm',
    tag,
    input: { type: 'yesNo', tone: 'danger', message, confirmLabel: { key: confirmLabel }, persistent },
  }) as const satisfies ModalsEvent;

const toast = (kind: ToastKind, message: Message, error?: AppError): ToastsEvent => ({
  type: 'toasts.show',
  id: 'editLibrary',
  kind,
  message,
  ...(error ? { error } : {}),
});

export const editLibrarySetup = setup({
  types: {
    input: {} as EditLibraryInput,
    context: {} as EditLibraryContext,
    events: {} as EditLibraryEvent,
    output: {} as EditLibraryOutput,
    tags: {} as 'busy',
    children: {} as {
      library: 'library';
      folders: 'folders';
      findProviders: 'findProviders';
      removeFiles: 'removeFiles';
    },
  },
  actors: {
    library: libraryForm,
    folders: foldersMachine,
    findProviders: findAllProviders,
    removeFiles: callEndpoint(removeLibraryMetadata),
  },
  guards: {
    isChanged: ({ context }) => hasLibraryChanges(values(context)),
    losesFolders: ({ context }) =>
      lostFolders(values(context)).length > 0 && Object.keys(libraryProblems(values(context))).length === 0,
    isExisting: ({ context }) => context.library !== null,
    isUnchanged: (_, { answer }: { answer: LibrarySaved }) => answer.kind === 'unchanged',
    isThis: ({ context }, { id }: { id: string }) => id === context.library?.id,
    isAccepted: (_, closed: ModalClosed) => closed.modal === 'confirm' && closed.output?.accepted === true,
  },
  actions: {
    showTab: assign((_, { tab }: { tab: LibraryTab }) => ({ tab })),
    showProblem: assign(({ context }) => ({ tab: tabOfProblems(libraryProblems(values(context))) ?? context.tab })),
    keepProviders: assign((_, { providers }: { providers: AllProviders }) => ({ providers, providersError: null })),
    changeProviders: assign(({ context }, news: ProviderNews) => ({
      providers: withProviderNews(context.providers, news),
    })),
    keepKnownProviders: assign((_, { cause }: Failure) => ({
      providers: KNOWN_PROVIDERS,
      providersError: toAppError(cause),
    })),
    submit: sendTo('library', { type: 'form.submit' }),
    addFolder: sendTo('library', ({ context }, { path }: { path: string }) => ({
      type: 'form.change',
      field: 'folders',
      value: [...values(context).folders, { fullPath: path }],
    })),
    takeTheirs: enqueueActions(({ context, enqueue }, { library }: { library: Library }) => {
      for (const change of formChanges(values(context), withTheirs, library)) enqueue.sendTo('library', change);
    }),
    rememberFiles: assign((_, { ext }: { ext: MetadataFile }) => ({ ext })),
    keepSaved: assign((_, { answer }: { answer: LibrarySaved }) => ({ saved: answer.library })),
    askToSave: sendTo(named('modals'), ({ context, self }): ModalsEvent => {
      const folders = lostFolders(values(context));
      const message = {
        key: 'editLibrary.confirmFolders',
        values: { count: folders.length, folders: folders.join(', '), name: context.library?.name ?? '' },
      };
      return { ...question('folders', message, 'editLibrary.removeFolders'), replyTo: self };
    }),
    askToDiscard: sendTo(named('modals'), ({ context, self }): ModalsEvent => {
      const key = context.library ? 'editLibrary.confirmDiscard' : 'editLibrary.confirmDiscardNew';
      const message = { key, values: { name: context.library?.name ?? '' } };
      return { ...question('discard', message, 'editLibrary.discard'), replyTo: self };
    }),
    askToRemoveFiles: sendTo(named('modals'), ({ context, self }): ModalsEvent => {
      const message = {
        key: 'editLibrary.confirmFiles',
        values: { file: `metadata.${context.ext}`, name: context.library?.name ?? '' },
      };
      return { ...question('files', message, 'editLibrary.removeFiles', true), replyTo: self };
    }),
    notifySaved: sendTo(named('toasts'), (_, { answer: { kind, library } }: { answer: LibrarySaved }) =>
      toast(kind === 'unchanged' ? 'info' : 'success', {
        key: `editLibrary.${kind}`,
        values: { name: library.name },
      }),
    ),
    notifyRemovedElsewhere: sendTo(named('toasts'), ({ context }) =>
      toast('warning', { key: 'editLibrary.gone', values: { name: context.library?.name ?? '' } }),
    ),
    notifyFiles: sendTo(named('toasts'), ({ context }, { found, removed }: { found: number; removed: number }) => {
      const key = found === 0 ? 'filesNone' : removed === 0 ? 'filesKept' : 'filesRemoved';
      return toast(key === 'filesRemoved' ? 'success' : 'info', {
        key: `editLibrary.${key}`,
        values: { count: removed, file: `metadata.${context.ext}` },
      });
    }),
    notifyFilesFailed: sendTo(named('toasts'), ({ context }, { cause }: Failure) =>
      toast(
        'error',
        { key: 'editLibrary.filesFailed', values: { file: `metadata.${context.ext}` } },
        toAppError(cause),
      ),
    ),
  },
});

export const beginEdit = (library: Library | null) => ({
  library,
  tab: 'details' as const,
  providers: KNOWN_PROVIDERS,
  providersError: null,
  saved: null,
  ext: 'json' as const,
});

export const takenPaths = (context: EditLibraryContext): readonly string[] =>
  values(context).folders.map(({ fullPath }) => fullPath);
