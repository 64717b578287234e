import { fromPromise } from 'xstate';
import { getPorts } from '../../kit/ports.ts';

export interface IdleMachines {
  readonly ebookSender: typeof import('../../admin/send-ebook/ebook-sender.machine.ts').ebookSenderMachine;
  readonly failedDownloads: typeof import('../../edit/podcasts/failed-downloads.machine.ts').failedDownloadsMachine;
  readonly inspectorDoor: typeof import('../../inspector/inspector-door.machine.ts').inspectorDoorMachine;
  readonly itemRestorer: typeof import('../../edit/item-edit/item-restorer.actor.ts').itemRestorer;
  readonly tasks: typeof import('../../browse/tasks/tasks.machine.ts').tasksMachine;
  readonly updates: typeof import('../updates/updates.machine.ts').updatesMachine;
}

/** Loads after the first paint, when the browser is idle. Rejects when the code fails to load. */
export const loadIdleMachines = fromPromise<IdleMachines>(async ({ system }) => {
  await getPorts(system).page.untilIdle();
  const [
    { ebookSenderMachine },
    { failedDownloadsMachine },
    { inspectorDoorMachine },
    { itemRestorer },
    { tasksMachine },
    { updatesMachine },
  ] = await Promise.all([
    import('../../admin/send-ebook/ebook-sender.machine.ts'),
    import('../../edit/podcasts/failed-downloads.machine.ts'),
    import('../../inspector/inspector-door.machine.ts'),
    import('../../edit/item-edit/item-restorer.actor.ts'),
    import('../../browse/tasks/tasks.machine.ts'),
    import('../updates/updates.machine.ts'),
  ]);
  return {
    ebookSender: ebookSenderMachine,
    failedDownloads: failedDownloadsMachine,
    inspectorDoor: inspectorDoorMachine,
    itemRestorer,
    tasks: tasksMachine,
    updates: updatesMachine,
  };
});
