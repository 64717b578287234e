import type { ActorRefFrom } from 'xstate';
import { by } from '../kit/by.ts';
import { getPorts } from '../app/ports.ts';
import { failureOf } from '../kit/failure.logic.ts';
import { firstContext, folderOf } from './upload.logic.ts';
import { uploadSetup, UPLOAD_LEFT } from './upload.setup.ts';
import { workRegion } from './work.region.ts';

/**
 * Upload page. Turns picked files into items and sends two at a time, each by its own actor.
 * Sends to no taken folder and to none twice. Connection failures are retried; leaving with unsent items asks first.
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  context: ({ self }) => firstContext(getPorts(self.system).tabStorage.read(UPLOAD_LEFT)),
  entry: 'forgetLeft',
  invoke: { src: 'libraries', id: 'libraries', input: { request: undefined, settleMs: 300 } },
  initial: 'loading',
  on: {
    'page.refresh': { actions: 'refresh' },
    'server.library.*': { actions: 'markOutdated' },
  },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'libraries.loaded': [
          {
            guard: by('hasLibraries'),
            target: 'ready',
            actions: by('takeLibraries'),
          },
          { target: 'unavailable' },
        ],
        'libraries.failed': { target: 'failed', actions: by('rememberFailure') },
      },
    },
    failed: {
      tags: 'failed',
      on: { 'upload.reload': { target: 'loading', actions: 'retryLibraries' } },
    },
    unavailable: {
      on: {
        'libraries.loaded': {
          guard: by('hasLibraries'),
          target: 'ready',
          actions: by('takeLibraries'),
        },
      },
    },
    ready: {
      type: 'parallel',
      on: {
        'libraries.loaded': { actions: by('takeLibraries') },
        'upload.chooseFolder': { guard: 'isEmpty', actions: by('chooseFolder') },
        'upload.pick': { guard: 'hasFolder', actions: by('keepPick') },
        'upload.type': { actions: by('type') },
        'upload.remove': {
          guard: by('mayRemove'),
          actions: by('remove'),
        },
        'upload.setAuto': {
          actions: [by('setAuto'), { type: 'lookUp', params: { key: null } }],
        },
        'upload.lookUp': { actions: by('lookUp') },
        'upload.leaveOut': { actions: 'leaveOut' },
        'upload.join': { actions: 'join' },
        'lookUp.found': { actions: by('takeDetails') },
        'lookUp.failed': { actions: by('noteUnrequested') },
        'upload.restore': { actions: 'restore' },
        'upload.showFiles': { actions: by('showFiles') },
        'upload.toggleIgnored': { actions: 'toggleIgnored' },
        'upload.stop': { actions: by('stop') },
        'upload.start': [{ guard: 'mayStart', actions: 'queueAll' }, { actions: 'refuse' }],
        'upload.retry': { actions: by('queueAgain') },
        'uploadItem.progressed': { actions: by('noteProgress') },
        'uploadItem.ended': { actions: by('settle') },
      },
      states: {
        picking: {
          initial: 'resting',
          states: {
            resting: { always: { guard: 'hasPicks', target: 'reading' } },
            reading: {
              invoke: {
                src: 'read',
                id: 'read',
                input: ({ context }) => context.picks[0] ?? { files: [], entries: [] },
                onDone: {
                  target: 'resting',
                  actions: [
                    { type: 'takePicked', params: ({ event }) => event.output },
                    { type: 'lookUp', params: { key: null } },
                  ],
                },
                onError: { target: 'resting', actions: { type: 'dropPick', params: failureOf } },
              },
            },
          },
        },
        details: {
          initial: 'offered',
          states: {
            offered: {
              invoke: {
                src: 'lookUp',
                id: 'lookUp',
                input: ({ context }) => ({ libraryId: context.libraryId ?? '' }),
              },
              on: {
                'upload.chooseLibrary': {
                  guard: 'isEmpty',
                  target: 'offered',
                  reenter: true,
                  actions: by('chooseLibrary'),
                },
              },
            },
          },
        },
        places: {
          initial: 'known',
          states: {
            known: { always: { guard: 'hasUnchecked', target: 'settling' } },
            settling: { after: { settleTime: 'found' } },
            found: { always: [{ guard: 'hasUnchecked', target: 'asking' }, { target: 'known' }] },
            asking: {
              entry: 'noteRequested',
              invoke: {
                src: 'check',
                id: 'check',
                input: ({ context }) => ({
                  directory: context.requested?.directory ?? '',
                  folderPath: folderOf(context)?.fullPath ?? '',
                }),
                onDone: { target: 'found', actions: { type: 'keepCheck', params: ({ event }) => event.output } },
                onError: { target: 'found', actions: 'keepUnknown' },
              },
            },
          },
        },
        work: workRegion,
        door: {
          initial: 'open',
          states: {
            open: { always: { guard: 'hasUnsent', target: 'held' } },
            held: {
              invoke: [
                { src: 'leaveGuard', id: 'leaveGuard' },
                { src: 'closingQuestion', id: 'closingQuestion' },
                {
                  src: 'leftNote',
                  id: 'leftNote',
                  input: ({ context: { libraryId, folderId } }) => ({
                    libraryId: libraryId ?? '',
                    folderId: folderId ?? '',
                  }),
                },
              ],
              always: { guard: 'hasNoUnsent', target: 'open' },
              initial: 'shut',
              states: {
                shut: { on: { 'leave.wanted': 'asking' } },
                asking: {
                  entry: 'ask',
                  on: {
                    'modal.closed': [
                      {
                        guard: by('isAccepted'),
                        target: 'shut',
                        actions: 'proceed',
                      },
                      { target: 'shut' },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});

export type UploadRef = ActorRefFrom<typeof uploadMachine>;
