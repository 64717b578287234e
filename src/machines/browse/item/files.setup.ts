import { assign, sendParent, sendTo, setup, fromCallback } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { type AppError, toAppError } from '../../../schemas/app-error.ts';
import { deleteFile, toggleEbookStatus } from '../../../services/endpoints/item-editing.ts';
import { probeFile } from '../../../services/endpoints/item-tools.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { Failure } from '../../kit/failure.logic.ts';
import { holdBack, type BackPressed } from '../../kit/hold-back.actor.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import { filesOf, type ItemFile } from './files.logic.ts';
import type { TabInput, TabNews, TabParentEvent } from '../../edit/item-edit/item-edit.protocol.ts';

interface DeliveryInput {
  readonly itemId: string;
  readonly ino: string;
  readonly name: string;
}

type DeliveryReport =
  /** 0..1; null when the length is unknown. */
  | { type: 'files.progressed'; share: number | null }
  | { type: 'files.delivered' }
  | { type: 'files.failed'; cause: unknown };

/** Downloads by an authorised call, so that no address has a token. */
const fileDelivery = fromCallback<{ type: 'none' }, DeliveryInput>(({ input, sendBack, system }) => {
  const { files, page, readers } = getPorts(system);
  const { itemId, ino, name } = input;
  const controller = new AbortController();
  const { signal } = controller;
  const notify = (report: DeliveryReport) => {
    if (!signal.aborted) sendBack(report);
  };
  const onBytes = (loaded: number, total: number | null) =>
    notify({ type: 'files.progressed', share: total === null ? null : loaded / total });
  files.fetch({ itemId, ino, signal, onBytes }).then(
    (file) => {
      if (signal.aborted) return;
      page.download(readers.urlOf(file), name);
      notify({ type: 'files.delivered' });
    },
    (cause: unknown) => notify({ type: 'files.failed', cause }),
  );
  return () => controller.abort();
});

type Probe = Readonly<Record<string, unknown>>;

interface OfFile {
  readonly ino: string;
}

type FilesEvent =
  | TabNews
  | { type: 'files.togglePaths' }
  | ({ type: 'files.open' } & OfFile)
  | { type: 'files.close' }
  /** Runs ffprobe on the open file. */
  | { type: 'files.check' }
  | ({ type: 'files.delete' } & OfFile)
  /** Swaps main and supplementary. */
  | ({ type: 'files.toggleEbook' } & OfFile)
  | ({ type: 'files.download' } & OfFile)
  | { type: 'files.cancel' }
  | DeliveryReport
  | BackPressed
  | ModalClosed<'confirm'>;

interface FilesContext {
  readonly item: LibraryItemExpanded;
  readonly files: readonly ItemFile[];
  readonly showsPaths: boolean;
  readonly opened: string | null;
  readonly probe: Probe | null;
  readonly probeError: AppError | null;
  readonly changing: string | null;
  /** `share` 0..1. */
  readonly download: { readonly ino: string; readonly share: number | null } | null;
  readonly failure: { readonly name: string; readonly error: AppError } | null;
}

export function filesContext({ item }: TabInput): FilesContext {
  return {
    item,
    files: filesOf(item),
    showsPaths: false,
    opened: null,
    probe: null,
    probeError: null,
    changing: null,
    download: null,
    failure: null,
  };
}

const nameOf = ({ files }: FilesContext, ino: string | null): string =>
  files.find((file) => file.ino === ino)?.metadata.filename ?? '';

export const changeInput = ({ item, changing }: FilesContext) => ({ id: item.id, ino: changing ?? '' });
export const probeInput = ({ item, opened }: FilesContext) => ({ id: item.id, ino: opened ?? '' });
export function deliveryInput(context: FilesContext): DeliveryInput {
  const ino = context.download?.ino ?? '';
  return { itemId: context.item.id, ino, name: nameOf(context, ino) };
}

export const filesSetup = setup({
  types: {
    input: {} as TabInput,
    context: {} as FilesContext,
    events: {} as FilesEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      holdBack: 'holdBack';
      probeFile: 'probeFile';
      deleteFile: 'deleteFile';
      toggleEbook: 'toggleEbook';
      fileDelivery: 'fileDelivery';
    },
  },
  actors: {
    holdBack,
    probeFile: callEndpoint(probeFile),
    deleteFile: callEndpoint(deleteFile),
    toggleEbook: callEndpoint(toggleEbookStatus),
    fileDelivery,
  },
  guards: {
    isThere: ({ context }, { ino }: OfFile) => context.files.some((file) => file.ino === ino),
    isEbook: ({ context }, { ino }: OfFile) =>
      context.files.some((file) => file.ino === ino && file.fileType === 'ebook'),
    hasLost: ({ context }, { item }: { item: LibraryItemExpanded }) =>
      !filesOf(item).some(({ ino }) => ino === context.opened),
    isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true,
  },
  actions: {
    takeItem: assign((_, { item }: { item: LibraryItemExpanded }) => ({ item, files: filesOf(item) })),
    togglePaths: assign(({ context }) => ({ showsPaths: !context.showsPaths })),
    open: assign((_, { ino }: OfFile) => ({ opened: ino, probe: null, probeError: null })),
    close: assign({ opened: null, probe: null, probeError: null }),
    keepProbe: assign((_, { probe }: { probe: Probe }) => ({ probe })),
    keepProbeError: assign((_, { cause }: Failure) => ({ probeError: toAppError(cause) })),
    clearProbeError: assign({ probeError: null }),
    beginChange: assign((_, { ino }: OfFile) => ({ changing: ino, failure: null })),
    endChange: assign({ changing: null }),
    failChange: assign(({ context }, { cause }: Failure) => ({
      changing: null,
      failure: { name: nameOf(context, context.changing), error: toAppError(cause) },
    })),
    beginDownload: assign((_, { ino }: OfFile) => ({ download: { ino, share: null }, failure: null })),
    keepShare: assign(({ context: { download } }, { share }: { share: number | null }) => ({
      download: download && { ...download, share },
    })),
    endDownload: assign({ download: null }),
    failDownload: assign(({ context }, { cause }: Failure) => ({
      download: null,
      failure: { name: nameOf(context, context.download?.ino ?? null), error: toAppError(cause) },
    })),
    notifyChanged: sendParent({ type: 'tab.changedItem' } satisfies TabParentEvent),
    ask: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      input: {
        type: 'yesNo',
        tone: 'danger',
        message: { key: 'itemEdit.confirmDeleteFile', values: { name: nameOf(context, context.changing) } },
        confirmLabel: { key: 'itemEdit.deleteFile' },
      },
      tag: 'deleteFile',
      replyTo: self,
    })),
  },
});
