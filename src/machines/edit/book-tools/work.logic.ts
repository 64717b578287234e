import type { Task, TaskList } from '../../../schemas/api/task.ts';

export type ToolName = 'embed' | 'm4b';

/** `sent`: accepted, no event yet. `lost`: ended without an event, result unknown. */
export type WorkPhase = 'idle' | 'sent' | 'queued' | 'running' | 'finished' | 'failed' | 'canceled' | 'lost';

export interface Work {
  readonly phase: WorkPhase;
  /** 0..100; null when unknown. */
  readonly progress: number | null;
  readonly task: Task | null;
}

export type Works = Readonly<Record<ToolName, Work>>;

export type FileMark = number | 'done' | 'failed';

/** By path: a rewritten file gets another inode. */
export type FileMarks = Readonly<Record<string, FileMark>>;

export interface WorkFile {
  readonly ino: string;
  readonly path: string;
}

export const NO_WORK: Work = { phase: 'idle', progress: null, task: null };
export const NO_WORKS: Works = { embed: NO_WORK, m4b: NO_WORK };

export const TOOLS = ['embed', 'm4b'] as const;

const ACTIONS: { readonly [Name in ToolName]: string } = { embed: 'embed-metadata', m4b: 'encode-m4b' };
const CANCELED_KEY = 'MessageTaskCanceledByUser';

export function toolOf({ action, data }: Task, itemId: string): ToolName | null {
  if (data?.libraryItemId !== itemId) return null;
  return TOOLS.find((tool) => ACTIONS[tool] === action) ?? null;
}

export const isActive = ({ phase }: Work): boolean => phase === 'sent' || phase === 'queued' || phase === 'running';

export const activeTool = (works: Works): ToolName | null => TOOLS.find((tool) => isActive(works[tool])) ?? null;

function phaseOf({ isFinished, isFailed, errorKey }: Task): WorkPhase {
  if (!isFinished) return 'running';
  if (!isFailed) return 'finished';
  return errorKey === CANCELED_KEY ? 'canceled' : 'failed';
}

export function withTask(works: Works, tool: ToolName, task: Task): Works {
  const progress = task.isFinished || works[tool].task?.id === task.id ? works[tool].progress : null;
  return { ...works, [tool]: { phase: phaseOf(task), progress, task } };
}

/** The event names no tool: the running one gets the percentage. */
export function withProgress(works: Works, progress: number): Works {
  const tool = TOOLS.find((name) => works[name].phase === 'running');
  return tool ? { ...works, [tool]: { ...works[tool], progress: Math.round(progress) } } : works;
}

export function withQueued(works: Works, isQueued: boolean): Works {
  const { embed } = works;
  if (isQueued) return { ...works, embed: { ...NO_WORK, phase: 'queued' } };
  return embed.phase === 'queued' ? { ...works, embed: { ...NO_WORK, phase: 'sent' } } : works;
}

/** Keeps a phase that an event has set since. */
export const withOrder = (works: Works, tool: ToolName): Works =>
  works[tool].phase === 'idle' ? { ...works, [tool]: { ...NO_WORK, phase: 'sent' } } : works;

/** The works by the list of tasks. An active tool without a task becomes `lost`. */
export function listed(works: Works, { tasks, queuedTaskData }: TaskList, itemId: string): Works {
  const isQueued = (queuedTaskData?.embedMetadata ?? []).some(({ libraryItemId }) => libraryItemId === itemId);
  return TOOLS.reduce<Works>((all, tool) => {
    const task = tasks.items.find((one) => toolOf(one, itemId) === tool);
    if (task) return withTask(all, tool, task);
    if (tool === 'embed' && isQueued) return withQueued(all, true);
    return isActive(all[tool]) ? { ...all, [tool]: { ...all[tool], phase: 'lost' } } : all;
  }, works);
}

/** Marks a file. The server works in order, so the files before it are done. */
export function marked(marks: FileMarks, files: readonly WorkFile[], ino: string, mark: number | 'done'): FileMarks {
  const index = files.findIndex((file) => file.ino === ino);
  const file = files[index];
  if (!file) return marks;
  const before = files.slice(0, index).map(({ path }) => [path, 'done'] as const);
  return { ...marks, ...Object.fromEntries(before), [file.path]: mark };
}

export function ended(marks: FileMarks, files: readonly WorkFile[], phase: WorkPhase): FileMarks {
  if (phase === 'finished') return Object.fromEntries(files.map(({ path }) => [path, 'done']));
  return Object.fromEntries(
    Object.entries(marks).flatMap(([path, mark]): [string, FileMark][] => {
      if (mark === 'done') return [[path, mark]];
      return phase === 'failed' ? [[path, 'failed']] : [];
    }),
  );
}
