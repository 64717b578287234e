import type { Task } from '../../src/schemas/api/task.ts';

/** A task that runs, with these fields. */
export function taskOf(fields: Partial<Task> & { readonly id: string }): Task {
  return {
    action: 'some-work',
    data: null,
    title: `Task ${fields.id}`,
    titleKey: null,
    titleSubs: null,
    description: null,
    descriptionKey: null,
    descriptionSubs: null,
    error: null,
    errorKey: null,
    errorSubs: null,
    showSuccess: false,
    isFailed: false,
    isFinished: false,
    startedAt: 1000,
    finishedAt: null,
    ...fields,
  };
}
