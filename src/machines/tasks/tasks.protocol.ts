import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import type { listTasks } from '../../services/endpoints/tasks.ts';
import type { ResourceTold } from '../kit/resource.ts';

export type TasksEvent =
  /** The live connection stands: what happened before is to be read again. */
  | { type: 'tasks.refresh' }
  | { type: 'tasks.retry' }
  /** The list is opened or closed: what is in it was seen. */
  | { type: 'tasks.markSeen' }
  /** Cancels the library scan of this task (SOC-015). */
  | { type: 'tasks.cancelScan'; id: string }
  /** A finished task was listed for long enough. */
  | { type: 'tasks.expired'; id: string }
  | ResourceTold<'tasks', typeof listTasks>
  | ServerEventOf<
      'server.task.started' | 'server.task.finished' | 'server.task.progressed' | 'server.embedQueue.updated'
    >;

/** The scan of this library is to be canceled. */
export interface TasksParentEvent {
  type: 'tasks.cancelRequested';
  libraryId: string;
}
