import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import type { listTasks } from '../../../services/endpoints/tasks.ts';
import type { ResourceReport } from '../../kit/resource.machine.ts';

export type TasksEvent =
  | { type: 'tasks.refresh' }
  | { type: 'tasks.retry' }
  | { type: 'tasks.markSeen' }
  | { type: 'tasks.cancelScan'; id: string }
  | { type: 'tasks.expired'; id: string }
  | ResourceReport<'tasks', typeof listTasks>
  | ServerEventOf<
      'server.task.started' | 'server.task.finished' | 'server.task.progressed' | 'server.embedQueue.updated'
    >;

export interface TasksParentEvent {
  type: 'tasks.cancelRequested';
  libraryId: string;
}
