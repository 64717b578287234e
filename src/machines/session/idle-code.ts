import { fromPromise } from 'xstate';
import { getPorts } from '../app/ports.ts';

export interface IdleMachines {
  readonly ebookSender: typeof import('../send-ebook/ebook-sender.machine.ts').ebookSenderMachine;
  readonly failedDownloads: typeof import('../podcasts/failed-downloads.machine.ts').failedDownloadsMachine;
  readonly inspectorDoor: typeof import('../inspector/inspector-door.machine.ts').inspectorDoorMachine;
  readonly itemRestorer: typeof import('../item-edit/item-restorer.actor.ts').itemRestorer;
  readonly tasks: typeof import('../tasks/tasks.machine.ts').tasksMachine;
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
    import('../send-ebook/ebook-sender.machine.ts'),
    import('../podcasts/failed-downloads.machine.ts'),
    import('../inspector/inspector-door.machine.ts'),
    import('../item-edit/item-restorer.actor.ts'),
    import('../tasks/tasks.machine.ts'),
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
