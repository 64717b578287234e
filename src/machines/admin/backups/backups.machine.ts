import { assign, enqueueActions, sendParent, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Backup } from '../../../schemas/api/backup.ts';
import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { applyBackup, createBackup, deleteBackup } from '../../../services/endpoints/backups.ts';
import type { EndpointOutput } from '../../../services/endpoints/define-endpoint.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { dataPage, type PageRetry } from '../../kit/data-page.ts';
import { failedBy, failureOf, keepError, type Failure } from '../../kit/failure.logic.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import { doneToast, failedToast, toast } from '../../kit/toast.ts';
import { recheckMachine } from '../../kit/recheck.machine.ts';
import { removal, type RemovalReport } from '../../kit/removal.machine.ts';
import { expressionOf, type ScheduleDraft } from '../../kit/schedule.logic.ts';
import type { SettingsFormSaved } from '../../kit/settings-form.machine.ts';
import type { PageInput, PageRefresh, PageSettingsSaved } from '../../app/page-host/page.protocol.ts';
import { backupDelivery, backupUpload, type BackupFileReport } from './backup-files.actor.ts';
import {
  backupForm,
  backupsData,
  backupValuesOf,
  isBackupFile,
  isRestorable,
  newestFirst,
  pathForm,
  type BackupsData,
  type ImportedBackup,
  type PathValues,
  restoredMark,
} from './backups.logic.ts';

export type BackupsEvent =
  | { type: 'backups.create' }
  | { type: 'backups.send'; file: File }
  | { type: 'backups.download'; backup: Backup }
  | { type: 'backups.cancel' }
  | { type: 'backups.delete'; backup: Backup; moment: string }
  | { type: 'backups.openRestore'; backup: Backup }
  | { type: 'backups.typeWord'; text: string }
  | { type: 'backups.restore' }
  | { type: 'backups.closeRestore' }
  | { type: 'backups.closeReport' }
  | { type: 'backups.editPath' }
  | { type: 'backups.closePath' }
  | { type: 'backups.changeSchedule'; draft: ScheduleDraft }
  | { type: 'data.loaded'; data: BackupsData }
  | ({ type: 'data.failed' } & Failure)
  | BackupFileReport
  | FormReport<'path', PathValues, unknown>
  | SettingsFormSaved<ServerSettings>
  | PageRetry
  | PageRefresh
  | RemovalReport<BackupOfMoment, BackupsAnswer>
  | ServerEventOf<'server.backup.applied'>;

interface BackupsContext {
  readonly data: BackupsData | null;
  readonly subject: Backup | null;
  readonly file: File | null;
  /** 0..1; null when unknown. */
  readonly share: number | null;
  readonly word: string;
  readonly report: readonly string[];
  readonly refusal: AppError | null;
  /** Null: as saved. */
  readonly draft: ScheduleDraft | null;
  readonly notifiesRestored: boolean;
  readonly error: AppError | null;
}

const { loading, failed, removed } = dataPage<BackupsData>();

interface BackupOfMoment {
  readonly backup: Backup;
  readonly moment: string;
}

type BackupsAnswer = EndpointOutput<typeof deleteBackup>;

const backupRemoval = removal<BackupOfMoment, BackupsAnswer>({
  remove: (api, { backup: { id } }, signal) => api.call(deleteBackup, { id }, signal),
  texts: ({ moment }) => ({
    toast: 'backups',
    values: { moment },
    question: 'backups.confirmDelete',
    confirm: 'backups.delete',
    removed: 'backups.deleted',
    notRemoved: 'backups.deleteFailed',
  }),
});

const opensRestore = {
  guard: { type: 'isRestorable', params: ({ event }: { event: { backup: Backup } }) => event },
  target: 'confirming',
  actions: { type: 'rememberSubject', params: ({ event }: { event: { backup: Backup } }) => event },
} as const;

const fileEvents = {
  'backups.progressed': {
    actions: {
      type: 'noteShare',
      params: ({ event }: { event: { share: number | null } }) => ({ share: event.share }),
    },
  },
  'backups.cancel': 'resting',
} as const;

/** Backups of the server: makes, uploads, downloads, deletes and restores them, one operation at a time. */
export const backupsMachine = setup({
  types: {
    input: {} as PageInput<'configBackups'>,
    context: {} as BackupsContext,
    events: {} as BackupsEvent,
    tags: {} as 'busy' | 'failed' | 'working',
    children: {} as {
      data: 'data';
      form: 'form';
      path: 'path';
      create: 'create';
      upload: 'upload';
      delivery: 'delivery';
      removal: 'removal';
      apply: 'apply';
      recheck: 'recheck';
    },
  },
  actors: {
    recheck: recheckMachine,
    data: backupsData,
    form: backupForm,
    path: pathForm,
    create: callEndpoint(createBackup),
    upload: backupUpload,
    delivery: backupDelivery,
    removal: backupRemoval,
    apply: callEndpoint(applyBackup),
  },
  guards: {
    isMissing: (_, params: Failure) => failedBy(params, 'notFound', 'forbidden'),
    isBackupFile: (_, { file }: { file: File }) => isBackupFile(file),
    isRestorable: (_, { backup }: { backup: Backup }) => isRestorable(backup),
    isImported: (_, { imported }: { imported: ImportedBackup | null }) => imported !== null,
    isConfirmed: ({ context: { subject, word } }) => subject !== null && word.trim() === subject.id,
    mayMove: ({ context }) => context.data?.backupPathEnvSet === false,
    notifiesRestored: ({ context }) => context.notifiesRestored,
  },
  actions: {
    keepData: assign((_, { data }: { data: BackupsData }) => ({ data, error: null })),
    followSettings: sendTo('form', (_, { data }: { data: BackupsData }) => ({
      type: 'form.follow' as const,
      values: backupValuesOf(data.settings),
    })),
    keepBackups: assign(({ context: { data } }, { backups }: { backups: readonly Backup[] }) => ({
      data: data && { ...data, backups: newestFirst(backups) },
    })),
    keepSettings: assign(({ context: { data } }, { settings }: { settings: ServerSettings }) => ({
      data: data && { ...data, settings },
      draft: null,
    })),
    notifySettings: sendParent(
      (_, { settings }: { settings: ServerSettings }) =>
        ({ type: 'page.settingsSaved', serverSettings: settings }) satisfies PageSettingsSaved,
    ),
    rememberFailure: assign(keepError),
    retry: sendTo('data', { type: 'resource.retry' }),
    refresh: sendTo('data', { type: 'resource.refresh' }),
    rememberFile: assign((_, { file }: { file: File }) => ({ file, share: 0 })),
    rememberSubject: assign((_, { backup }: { backup: Backup }) => ({
      subject: backup,
      share: null,
      word: '',
      refusal: null,
    })),
    rememberImport: assign((_, { imported }: { imported: ImportedBackup | null }) =>
      imported === null ? {} : { subject: imported.backup, report: imported.report },
    ),
    noteShare: assign((_, { share }: { share: number | null }) => ({ share })),
    typeWord: assign((_, { text }: { text: string }) => ({ word: text, refusal: null })),
    rememberRefusal: assign((_, { cause }: Failure) => ({ refusal: toAppError(cause) })),
    changeSchedule: enqueueActions(({ enqueue }, { draft }: { draft: ScheduleDraft }) => {
      enqueue.assign({ draft });
      enqueue.sendTo('form', { type: 'form.change', field: 'schedule', value: expressionOf(draft) ?? '' });
    }),
    askToDelete: sendTo('removal', (_, { backup, moment }: BackupOfMoment) => ({
      type: 'removal.ask',
      subject: { backup, moment },
    })),
    keepRemaining: enqueueActions(({ context: { data }, enqueue }, { answer }: { answer: BackupsAnswer | null }) => {
      if (answer === null) enqueue.sendTo('data', { type: 'resource.refresh' });
      else if (data !== null) enqueue.assign({ data: { ...data, backups: newestFirst(answer.backups.items) } });
    }),
    notify: sendTo(named('toasts'), (_, { key }: { key: string }) => doneToast('backups', key)),
    notifyFailure: sendTo(named('toasts'), (_, { key, cause }: Failure & { key: string }) =>
      failedToast('backups', key, cause),
    ),
    refuseFile: sendTo(named('toasts'), toast('error', 'backups', 'backups.noBackupFile')),
    markRestored: ({ system }) => void getPorts(system).tabStorage.write(restoredMark, true),
    reload: sendTo(named('router'), { type: 'router.reload' }),
    forgetMark: ({ system }) => getPorts(system).tabStorage.remove(restoredMark),
    cleanAddress: sendTo(named('router'), { type: 'router.go', to: { name: 'configBackups' }, replace: true }),
  },
}).createMachine({
  id: 'backups',
  context: ({ input, self }) => ({
    data: null,
    subject: null,
    file: null,
    share: null,
    word: '',
    report: [],
    refusal: null,
    draft: null,
    notifiesRestored: input.route.backup === '1' || getPorts(self.system).tabStorage.read(restoredMark) === true,
    error: null,
  }),
  invoke: [
    { src: 'data', id: 'data', input: { request: undefined, settleMs: 300 } },
    { src: 'recheck', id: 'recheck' },
    { src: 'removal', id: 'removal' },
  ],
  initial: 'starting',
  on: { 'page.refresh': { actions: 'refresh' } },
  states: {
    starting: {
      always: [
        {
          guard: 'notifiesRestored',
          target: 'loading',
          actions: [{ type: 'notify', params: { key: 'backups.restored' } }, 'forgetMark', 'cleanAddress'],
        },
        { target: 'loading' },
      ],
    },
    loading,
    failed,
    shown: {
      invoke: {
        src: 'form',
        id: 'form',
        input: ({ context: { data } }) => {
          if (data === null) throw new Error('The form needs the settings');
          return { values: backupValuesOf(data.settings) };
        },
      },
      on: {
        'data.loaded': {
          actions: [by('keepData'), by('followSettings')],
        },
        'form.saved': {
          actions: [
            { type: 'keepSettings', params: ({ event }) => ({ settings: event.data }) },
            { type: 'notifySettings', params: ({ event }) => ({ settings: event.data }) },
          ],
        },
        'removal.finished': { actions: by('keepRemaining') },
        'removal.failed': { actions: 'refresh' },
        'backups.changeSchedule': { actions: by('changeSchedule') },
        ...removed,
      },
      type: 'parallel',
      states: {
        work: {
          initial: 'resting',
          states: {
            resting: {
              on: {
                'backups.create': 'creating',
                'backups.send': [
                  {
                    guard: by('isBackupFile'),
                    target: 'uploading',
                    actions: by('rememberFile'),
                  },
                  { actions: 'refuseFile' },
                ],
                'backups.download': {
                  target: 'downloading',
                  actions: by('rememberSubject'),
                },
                'backups.delete': { actions: by('askToDelete') },
                'removal.started': 'deleting',
                'backups.openRestore': opensRestore,
              },
            },
            creating: {
              tags: 'working',
              invoke: {
                src: 'create',
                id: 'create',
                onDone: {
                  target: 'resting',
                  actions: [
                    { type: 'keepBackups', params: ({ event }) => ({ backups: event.output.backups.items }) },
                    { type: 'notify', params: { key: 'backups.created' } },
                  ],
                },
                onError: {
                  target: 'resting',
                  actions: {
                    type: 'notifyFailure',
                    params: ({ event }) => ({ key: 'backups.createFailed', cause: event.error }),
                  },
                },
              },
            },
            uploading: {
              tags: 'working',
              invoke: {
                src: 'upload',
                id: 'upload',
                input: ({ context: { file } }) => {
                  if (file === null) throw new Error('An upload needs a file');
                  return { file };
                },
              },
              on: {
                ...fileEvents,
                'backups.uploaded': [
                  {
                    guard: by('isImported'),
                    target: 'reporting',
                    actions: [by('keepBackups'), 'refresh', by('rememberImport')],
                  },
                  {
                    target: 'resting',
                    actions: [by('keepBackups'), 'refresh', { type: 'notify', params: { key: 'backups.uploaded' } }],
                  },
                ],
                'backups.failed': {
                  target: 'resting',
                  actions: {
                    type: 'notifyFailure',
                    params: ({ event }) => ({ key: 'backups.uploadFailed', cause: event.cause }),
                  },
                },
              },
            },
            reporting: { on: { 'backups.openRestore': opensRestore, 'backups.closeReport': 'resting' } },
            downloading: {
              tags: 'working',
              invoke: {
                src: 'delivery',
                id: 'delivery',
                input: ({ context: { subject } }) => ({ id: subject?.id ?? '', name: subject?.filename ?? '' }),
              },
              on: {
                ...fileEvents,
                'backups.delivered': 'resting',
                'backups.failed': {
                  target: 'resting',
                  actions: {
                    type: 'notifyFailure',
                    params: ({ event }) => ({ key: 'backups.downloadFailed', cause: event.cause }),
                  },
                },
              },
            },
            deleting: {
              tags: 'working',
              on: {
                'removal.finished': {
                  target: 'resting',
                  actions: by('keepRemaining'),
                },
                'removal.failed': { target: 'resting', actions: 'refresh' },
              },
            },
            confirming: {
              on: {
                'backups.typeWord': { actions: by('typeWord') },
                'backups.restore': { guard: 'isConfirmed', target: 'applying' },
                'backups.closeRestore': 'resting',
              },
            },
            applying: {
              tags: 'working',
              on: { 'server.backup.applied': { target: 'restored', actions: 'markRestored' } },
              invoke: {
                src: 'apply',
                id: 'apply',
                input: ({ context: { subject } }) => ({ id: subject?.id ?? '' }),
                onDone: { target: 'restored', actions: ['markRestored', 'reload'] },
                onError: { target: 'confirming', actions: { type: 'rememberRefusal', params: failureOf } },
              },
            },
            restored: { tags: 'working' },
          },
        },
        panel: {
          initial: 'settled',
          states: {
            settled: { on: { 'backups.editPath': { guard: 'mayMove', target: 'editing' } } },
            editing: {
              invoke: {
                src: 'path',
                id: 'path',
                input: ({ context: { data } }) => ({ values: { path: data?.backupLocation ?? '' } }),
              },
              on: {
                'backups.closePath': 'settled',
                'path.saved': {
                  target: 'settled',
                  actions: ['refresh', { type: 'notify', params: { key: 'backups.moved' } }],
                },
              },
            },
          },
        },
      },
    },
  },
});

export type BackupsRef = ActorRefFrom<typeof backupsMachine>;
