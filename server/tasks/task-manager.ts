import { randomUUID } from 'node:crypto';
import type { EventHub, ItemFacts, View } from '../events/events.ts';
import { canSeeItem, canSeeLibrary } from '../http/access.ts';
import type { User } from '../store/users.repo.ts';

/** A text for the person: English, with the key and the values by which a client translates it. */
export interface TaskText {
  readonly text: string;
  readonly key: string;
  readonly subs?: readonly (string | number)[];
}

/** The item or the library of a task: users who may not see it do not see the task. */
export type TaskSubject = ItemFacts | { readonly libraryId: string };

export interface TaskStart {
  readonly about: TaskSubject;
  /** `library-scan`, `encode-m4b`, `embed-metadata`, `download-podcast-episode` ... */
  readonly action: string;
  readonly title: TaskText;
  readonly description?: TaskText;
  readonly data?: Record<string, unknown>;
  readonly showSuccess?: boolean;
}

/** A long-running job as the API shows it. Times in ms. */
export interface Task {
  readonly id: string;
  readonly action: string;
  data: Record<string, unknown> | null;
  readonly title: string;
  readonly titleKey: string;
  readonly titleSubs: readonly (string | number)[] | null;
  description: string | null;
  descriptionKey: string | null;
  descriptionSubs: readonly (string | number)[] | null;
  error: string | null;
  errorKey: string | null;
  errorSubs: readonly (string | number)[] | null;
  readonly showSuccess: boolean;
  isFailed: boolean;
  isFinished: boolean;
  readonly startedAt: number;
  finishedAt: number | null;
}

export interface RunningTask {
  readonly id: string;
  /** Adds to `data` without announcing it. */
  addData(data: Record<string, unknown>): void;
  /** Ends the task successfully; a description replaces the one from the start. */
  finish(description?: TaskText): void;
  fail(error: TaskText): void;
}

export type TaskManager = ReturnType<typeof createTaskManager>;

const taskOf = (input: TaskStart): Task => ({
  id: randomUUID(),
  action: input.action,
  data: input.data ?? null,
  title: input.title.text,
  titleKey: input.title.key,
  titleSubs: input.title.subs ?? null,
  description: input.description?.text ?? null,
  descriptionKey: input.description?.key ?? null,
  descriptionSubs: input.description?.subs ?? null,
  error: null,
  errorKey: null,
  errorSubs: null,
  showSuccess: input.showSuccess ?? false,
  isFailed: false,
  isFinished: false,
  startedAt: Date.now(),
  finishedAt: null,
});

function setError(task: Task, error: TaskText): void {
  task.error = error.text;
  task.errorKey = error.key;
  task.errorSubs = error.subs ?? null;
  task.isFailed = true;
}

const canSee = (user: User, about: TaskSubject): boolean =>
  'tags' in about ? canSeeItem(user, about) : canSeeLibrary(user, about.libraryId);

/** Keeps the running tasks and announces their start and end to users who may see their subject. */
export function createTaskManager(events: EventHub) {
  const running = new Map<string, { readonly task: Task; readonly about: TaskSubject }>();
  const announce = (event: 'task_started' | 'task_finished', task: Task, about: TaskSubject): void => {
    const payload = { ...task };
    const view: View = (user) => (canSee(user, about) ? payload : undefined);
    events.toEach(event, payload, view);
  };
  return {
    list: (user: User): Task[] =>
      [...running.values()].filter(({ about }) => canSee(user, about)).map(({ task }) => task),
    /** Announces a task that failed before it could begin, by one event. */
    failAtOnce: (input: TaskStart, error: TaskText): void => {
      const task: Task = { ...taskOf(input), isFinished: true, finishedAt: Date.now() };
      setError(task, error);
      announce('task_started', task, input.about);
    },
    start: (input: TaskStart): RunningTask => {
      const task = taskOf(input);
      running.set(task.id, { task, about: input.about });
      announce('task_started', task, input.about);
      const end = (): void => {
        if (!running.delete(task.id)) return;
        task.isFinished = true;
        task.finishedAt = Date.now();
        announce('task_finished', task, input.about);
      };
      return {
        id: task.id,
        addData: (data) => {
          task.data = { ...task.data, ...data };
        },
        finish: (description) => {
          if (description) {
            task.description = description.text;
            task.descriptionKey = description.key;
            task.descriptionSubs = description.subs ?? null;
          }
          end();
        },
        fail: (error) => {
          setError(task, error);
          end();
        },
      };
    },
  };
}
