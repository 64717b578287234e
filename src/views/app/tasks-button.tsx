import { useSelector } from '@xstate/react';
import { Bell } from 'lucide-react';
import { useTranslations } from 'use-intl';
import {
  TASKS_MENU,
  selectHasNews,
  selectLastFinished,
  selectRunningCount,
} from '../../machines/browse/tasks/tasks.logic.ts';
import type { TasksRef } from '../../machines/browse/tasks/tasks.machine.ts';
import { useSheet } from '../texts/use-sheet.ts';
import { chunk } from '../ui/chunk.tsx';
import { PopoverButton } from '../ui/popover-button.tsx';
import { Spinner } from '../ui/waiting.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { useMenu } from './actors-context.tsx';
import { useTaskText } from '../texts/use-task-text.ts';

const tasksPanel = chunk(async () => (await import('./tasks-panel.tsx')).TasksPanel);

/** A spinner while a task runs, else a bell, with a green dot for unseen finished tasks. Announces finished tasks. */
export function TasksButton({ tasks }: { tasks: TasksRef }) {
  const t = useTranslations('tasks');
  const count = useSelector(tasks, selectRunningCount);
  const hasNews = useSelector(tasks, selectHasNews);
  const lastFinished = useSelector(tasks, selectLastFinished);
  const text = useTaskText();
  const { open, onOpenChange } = useMenu(TASKS_MENU);
  const change = (next: boolean) => {
    tasks.send({ type: 'tasks.markSeen' });
    onOpenChange(next);
  };
  const showsDot = hasNews && !open;
  return (
    <>
      <span role="status">
        <VisuallyHidden>
          {lastFinished && t('finishedStatus', { title: text.title(lastFinished), result: text.outcome(lastFinished) })}
        </VisuallyHidden>
      </span>
      <PopoverButton
        label={count > 0 ? t('labelRunning', { count }) : showsDot ? t('labelNews') : t('label')}
        icon={
          <span className="relative grid place-items-center">
            {count > 0 ? <Spinner size={20} /> : <Bell size={20} />}
            {showsDot && (
              <span
                data-testid="tasks-dot"
                className="absolute -end-1 -top-1 size-2.5 rounded-full border-2 border-surface-0 bg-success"
              />
            )}
          </span>
        }
        open={open}
        onOpenChange={change}
        onPrefetch={() => void tasksPanel.preload()}
        sheet={useSheet(t('label'))}
        width={384}
      >
        <tasksPanel.View tasks={tasks} />
      </PopoverButton>
    </>
  );
}
