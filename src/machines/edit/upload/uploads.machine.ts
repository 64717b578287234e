import type { ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { firstContext } from './uploads.logic.ts';
import { pageRegion } from './page.region.ts';
import { uploadsSetup, UPLOAD_LEFT } from './uploads.setup.ts';
import { workRegion } from './work.region.ts';
import type { SystemRef } from '../../kit/system.ts';

/**
 * Uploads of the session. Turns picked files into items while its page is open, and sends two at a time, each by its
 * own actor, whichever page is open. Sends to no taken folder and to none twice. Connection failures are retried.
 * Leaving the page confirms first while items are not started, a sign-out while any is not uploaded.
 */
export const uploadsMachine = uploadsSetup.createMachine({
  id: 'uploads',
  context: ({ self }) => firstContext(getPorts(self.system).tabStorage.read(UPLOAD_LEFT)),
  entry: 'forgetLeft',
  type: 'parallel',
  on: {
    'uploadItem.progressed': { actions: by('noteProgress') },
    'uploadItem.ended': { actions: by('settle') },
  },
  states: {
    page: pageRegion,
    work: workRegion,
    session: {
      initial: 'open',
      states: {
        open: { always: { guard: 'hasUnsent', target: 'held' } },
        held: {
          invoke: [
            { src: 'endGuard', id: 'endGuard' },
            { src: 'closingQuestion', id: 'closingQuestion' },
            {
              src: 'unfinishedUpload',
              id: 'unfinishedUpload',
              input: ({ context: { libraryId, folderId } }) => ({
                libraryId: libraryId ?? '',
                folderId: folderId ?? '',
              }),
            },
          ],
          always: { guard: 'hasNoUnsent', target: 'open' },
          initial: 'shut',
          states: {
            shut: { on: { 'leave.endWanted': 'asking' } },
            asking: {
              entry: { type: 'ask', params: { message: { key: 'confirm.endUploads' } } },
              on: {
                'modal.closed': [
                  {
                    guard: by('isAccepted'),
                    target: 'shut',
                    actions: { type: 'proceed', params: { guard: 'endGuard' } },
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
});

export type UploadsRef = SystemRef<'uploads', ActorRefFrom<typeof uploadsMachine>>;
