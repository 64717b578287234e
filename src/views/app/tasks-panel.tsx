import { shallowEqual, useSelector } from '@xstate/react';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectIsAdmin } from '../../machines/app/session/session.selectors.ts';
import {
  isLibraryScan,
  routeOf,
  type TaskEntry,
  selectEmbedQueueLength,
  selectTaskRows,
  selectTasksState,
} from '../../machines/browse/tasks/tasks.logic.ts';
import type { TasksRef } from '../../machines/browse/tasks/tasks.machine.ts';
import { AppLink } from '../ui/links.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/waiting.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { useActorRefOf, useLinkTo } from './actors-context.tsx';
import { useTaskText } from '../texts/use-task-text.ts';

export function TasksPanel({ tasks }: { tasks: TasksRef }) {
  const t = useTranslations('tasks');
  const tCommon = useTranslations('common');
  const state = useSelector(tasks, selectTasksState);
  const { rows, more } = useSelector(tasks, selectTaskRows, isSameRows);
  const waiting = useSelector(tasks, selectEmbedQueueLength);
  const isLive = useSelector(useActorRefOf('socket'), (socket) => socket.matches('connected'));
  return (
    <div className="flex flex-col gap-2 p-2 text-sm phone:pb-4">
      <h2 className="px-2 pt-1 font-semibold phone:hidden">{t('label')}</h2>
      {!isLive && <p className="px-2 text-ink-2">{t('notLive')}</p>}
      {state === 'failed' && (
        <div className="flex items-center justify-between gap-2 px-2">
          <p>{t('failed')}</p>
          <Button size="sm" onClick={() => tasks.send({ type: 'tasks.retry' })}>
            {tCommon('retry')}
          </Button>
        </div>
      )}
      {rows.length > 0 ? (
        <ul className="flex flex-col">
          {rows.map((entry) => (
            <Row key={entry.task.id} entry={entry} tasks={tasks} mayCancel={isLive} />
          ))}
        </ul>
      ) : state === 'loading' ? (
        <p className="px-2 pb-2">
          <Spinner label={tCommon('loading')} />
        </p>
      ) : (
        state === 'loaded' && waiting === 0 && <p className="px-2 pb-2 text-ink-2">{t('none')}</p>
      )}
      {more > 0 && <p className="px-2 pb-1 text-ink-2">{t('more', { count: more })}</p>}
      {waiting > 0 && <p className="px-2 pb-1 text-ink-2">{t('embedQueue', { count: waiting })}</p>}
    </div>
  );
}

type Rows = ReturnType<typeof selectTaskRows>;
const isSameRows = (one: Rows, other: Rows) => one.more === other.more && shallowEqual(one.rows, other.rows);

function Row({ entry, tasks, mayCancel }: { entry: TaskEntry; tasks: TasksRef; mayCancel: boolean }) {
  const t = useTranslations('tasks');
  const text = useTaskText();
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const { task, progress, isCanceling } = entry;
  const title = text.title(task);
  const result = text.scanResult(task);
  const description = text.description(task);
  return (
    <li className="flex min-h-12 items-start gap-3 rounded-md px-2 py-2 not-last:border-b not-last:border-line">
      <StateIcon entry={entry} />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink">
          <TaskLink entry={entry} title={title} isLinked={isAdmin} />
        </p>
        {description && <p className="wrap-anywhere text-ink-2">{description}</p>}
        {task.isFailed && <p className="wrap-anywhere text-danger">{text.error(task)}</p>}
        {result && <p className="text-ink-2">{result}</p>}
        {!task.isFinished && progress !== null && (
          <p className="text-ink-2 tabular-nums">{t('percent', { percent: Math.round(progress) })}</p>
        )}
        {isCanceling && <p className="text-ink-2">{t('canceling')}</p>}
      </div>
      {isAdmin && isLibraryScan(task) && !task.isFinished && !isCanceling && (
        <Button
          size="sm"
          aria-label={t('cancelOf', { title })}
          disabled={!mayCancel}
          onClick={() => tasks.send({ type: 'tasks.cancelScan', id: task.id })}
        >
          {t('cancel')}
        </Button>
      )}
    </li>
  );
}

function StateIcon({ entry: { task } }: { entry: TaskEntry }) {
  const t = useTranslations('tasks');
  const name = !task.isFinished ? t('running') : task.isFailed ? t('hasFailed') : t('succeeded');
  return (
    <span className="mt-0.5 shrink-0">
      {!task.isFinished ? (
        <Spinner size={18} />
      ) : task.isFailed ? (
        <CircleX size={18} className="text-danger" />
      ) : (
        <CircleCheck size={18} className="text-success" />
      )}
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}

function TaskLink({ entry: { task }, title, isLinked }: { entry: TaskEntry; title: string; isLinked: boolean }) {
  const linkTo = useLinkTo();
  const route = isLinked ? routeOf(task) : null;
  return route ? (
    <AppLink {...linkTo(route)} className="inline-flex min-h-6 items-center underline-offset-2 touch:min-h-11">
      {title}
    </AppLink>
  ) : (
    title
  );
}
