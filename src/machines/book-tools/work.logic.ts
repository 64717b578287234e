import type { Task, TaskList } from '../../schemas/api/task.ts';

export type ToolName = 'embed' | 'm4b';

/**
 * How far the server is with a tool. `sent`: it has taken the order and told nothing yet. `lost`: it ended while
 * nothing was heard, nobody knows how.
 */
export type WorkPhase = 'idle' | 'sent' | 'queued' | 'running' | 'finished' | 'failed' | 'canceled' | 'lost';

/** What the server does or did with a tool for the book. */
export interface Work {
  readonly phase: WorkPhase;
  /** 0..100; null until the server tells it. */
  readonly progress: number | null;
  /** As it was told last. */
  readonly task: Task | null;
}

export type Works = Readonly<Record<ToolName, Work>>;

/** A file as the server is at it: percent, or how it ended. One that was not begun has none. */
export type FileMark = number | 'done' | 'failed';

/** By the path of the file: a file that is written anew gets another number, and keeps its path. */
export type FileMarks = Readonly<Record<string, FileMark>>;

/** A file of the book, in the order in which the server takes them. */
export interface WorkFile {
  readonly ino: string;
  readonly path: string;
}

export const NO_WORK: Work = { phase: 'idle', progress: null, task: null };
export const NO_WORKS: Works = { embed: NO_WORK, m4b: NO_WORK };

export const TOOLS = ['embed', 'm4b'] as const;

const ACTIONS: { readonly [Name in ToolName]: string } = { embed: 'embed-metadata', m4b: 'encode-m4b' };
const CANCELED_KEY = 'MessageTaskCanceledByUser';

/** The tool that a task is of; null for other work, and for that of another item. */
export function toolOf({ action, data }: Task, itemId: string): ToolName | null {
  if (data?.libraryItemId !== itemId) return null;
  return TOOLS.find((tool) => ACTIONS[tool] === action) ?? null;
}

/** Whether the server is at it, or will be. */
export const isActive = ({ phase }: Work): boolean => phase === 'sent' || phase === 'queued' || phase === 'running';

/** The tool that the server is at, or will be; null while it rests. */
export const activeTool = (works: Works): ToolName | null => TOOLS.find((tool) => isActive(works[tool])) ?? null;

function phaseOf({ isFinished, isFailed, errorKey }: Task): WorkPhase {
  if (!isFinished) return 'running';
  if (!isFailed) return 'finished';
  return errorKey === CANCELED_KEY ? 'canceled' : 'failed';
}

/** After a task was told. */
export function withTask(works: Works, tool: ToolName, task: Task): Works {
  const progress = task.isFinished || works[tool].task?.id === task.id ? works[tool].progress : null;
  return { ...works, [tool]: { phase: phaseOf(task), progress, task } };
}

/** Percent of what runs; the event does not say which tool it is of. */
export function withProgress(works: Works, progress: number): Works {
  const tool = TOOLS.find((name) => works[name].phase === 'running');
  return tool ? { ...works, [tool]: { ...works[tool], progress: Math.round(progress) } } : works;
}

/** The book waits for its turn, or no longer does: what began then is told by its task. */
export function withQueued(works: Works, isQueued: boolean): Works {
  const { embed } = works;
  if (isQueued) return { ...works, embed: { ...NO_WORK, phase: 'queued' } };
  return embed.phase === 'queued' ? { ...works, embed: { ...NO_WORK, phase: 'sent' } } : works;
}

/** The server has taken an order, unless it has told more than that by now. */
export const withOrder = (works: Works, tool: ToolName): Works =>
  works[tool].phase === 'idle' ? { ...works, [tool]: { ...NO_WORK, phase: 'sent' } } : works;

/** What the list of tasks says. What was at work and is not in it has ended unheard. */
export function listed(works: Works, { tasks, queuedTaskData }: TaskList, itemId: string): Works {
  const isQueued = (queuedTaskData?.embedMetadata ?? []).some(({ libraryItemId }) => libraryItemId === itemId);
  return TOOLS.reduce<Works>((all, tool) => {
    const task = tasks.items.find((one) => toolOf(one, itemId) === tool);
    if (task) return withTask(all, tool, task);
    if (tool === 'embed' && isQueued) return withQueued(all, true);
    return isActive(all[tool]) ? { ...all, [tool]: { ...all[tool], phase: 'lost' } } : all;
  }, works);
}

/**
 * The server is at a file: percent, or done with it. It takes them one after the other, so those before it are done,
 * which a page that opened later has not heard.
 */
export function marked(marks: FileMarks, files: readonly WorkFile[], ino: string, mark: number | 'done'): FileMarks {
  const index = files.findIndex((file) => file.ino === ino);
  const file = files[index];
  if (!file) return marks;
  const before = files.slice(0, index).map(({ path }) => [path, 'done'] as const);
  return { ...marks, ...Object.fromEntries(before), [file.path]: mark };
}

/** After the work ended: the file that it was at has failed, was left, or is done as all others. */
export function ended(marks: FileMarks, files: readonly WorkFile[], phase: WorkPhase): FileMarks {
  if (phase === 'finished') return Object.fromEntries(files.map(({ path }) => [path, 'done']));
  return Object.fromEntries(
    Object.entries(marks).flatMap(([path, mark]): [string, FileMark][] => {
      if (mark === 'done') return [[path, mark]];
      return phase === 'failed' ? [[path, 'failed']] : [];
    }),
  );
}
