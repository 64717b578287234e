import { taskList } from '../../schemas/api/task.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const listTasks = defineEndpoint()({
  name: 'tasks.list',
  method: 'GET',
  path: () => '/api/tasks',
  query: () => ({ include: 'queue' }),
  output: taskList,
});
