import { by } from '../../kit/by.ts';
import { failureOf } from '../../kit/failure.logic.ts';
import { folderOf, withPicked, withoutRow, mediaTypeOf, withCheck, withoutUnstarted } from './uploads.logic.ts';
import { uploadsSetup } from './uploads.setup.ts';
import { assign } from 'xstate';
import { uncheckedIn } from './rows.logic.ts';

/** What a person does on the page. Without it, what was not started is dropped. */
export const pageRegion = uploadsSetup.createStateConfig({
  initial: 'closed',
  states: {
    closed: {
      on: { 'uploads.opened': { target: 'open', actions: by('takeLibraries') } },
    },
    open: {
      type: 'parallel',
      on: {
        'uploads.opened': { actions: by('takeLibraries') },
        'uploads.left': { target: 'closed', actions: assign(({ context }) => withoutUnstarted(context)) },
        'upload.chooseFolder': { guard: 'isEmpty', actions: assign(({ event: { id } }) => ({ folderId: id })) },
        'upload.pick': { guard: 'hasFolder', actions: by('keepPick') },
        'upload.type': { actions: by('type') },
        'upload.remove': {
          guard: by('mayRemove'),
          actions: assign(({ context, event: { key } }) => withoutRow(context, key)),
        },
        'upload.setAuto': {
          actions: [assign(({ event: { isOn } }) => ({ isAuto: isOn })), { type: 'lookUp', params: { key: null } }],
        },
        'upload.lookUp': { actions: by('lookUp') },
        'upload.leaveOut': { actions: 'leaveOut' },
        'upload.join': { actions: 'join' },
        'server.customProvider.added': { actions: by('notifyLookUp') },
        'server.customProvider.removed': { actions: by('notifyLookUp') },
        'lookUp.found': { actions: by('takeDetails') },
        'lookUp.failed': { actions: by('markLookupFailed') },
        'upload.restore': { actions: 'restore' },
        'upload.showFiles': { actions: assign(({ event: { key } }) => ({ filesOf: key })) },
        'upload.toggleIgnored': { actions: assign(({ context }) => ({ hasIgnored: !context.hasIgnored })) },
        'upload.stop': { actions: by('stop') },
        'upload.start': [{ guard: 'mayStart', actions: 'queueAll' }, { actions: 'refuse' }],
        'upload.retry': { actions: by('queueAgain') },
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
                    assign(({ context, event: { output: read } }) => withPicked(context, read)),
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
              entry: assign(({ context }) => ({ requested: uncheckedIn(context.rows, mediaTypeOf(context)) })),
              invoke: {
                src: 'check',
                id: 'check',
                input: ({ context }) => ({
                  directory: context.requested?.directory ?? '',
                  folderPath: folderOf(context)?.fullPath ?? '',
                }),
                onDone: { target: 'found', actions: { type: 'keepCheck', params: ({ event }) => event.output } },
                onError: { target: 'found', actions: assign(({ context }) => withCheck(context, 'unknown')) },
              },
            },
          },
        },
        door: {
          initial: 'open',
          states: {
            open: { always: { guard: 'hasUnstarted', target: 'held' } },
            held: {
              invoke: { src: 'pageGuard', id: 'pageGuard' },
              always: { guard: 'hasNoUnstarted', target: 'open' },
              initial: 'shut',
              states: {
                shut: { on: { 'leave.wanted': 'asking' } },
                asking: {
                  entry: { type: 'ask', params: { message: { key: 'confirm.leaveUpload' } } },
                  on: {
                    'modal.closed': [
                      {
                        guard: by('isAccepted'),
                        target: 'shut',
                        actions: { type: 'proceed', params: { guard: 'pageGuard' } },
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
