import { hasText } from './has-text.ts';
import { useLocale, useTranslations } from 'use-intl';
import type { Task } from '../../schemas/api/task.ts';
import { messageOf, scanSummaryOf, wordsOf, type ScanSummary } from '../../machines/browse/tasks/tasks.logic.ts';
import { formatDuration } from '../format/amounts.ts';
import { messageText } from './message-text.ts';
import { formatList, joinClauses } from '../format/lists.ts';

/** From the catalogue, else the server's own text. */
export function useTaskText() {
  const t = useTranslations();
  const locale = useLocale();
  const isKnown = (key: string) => hasText(t, key);
  const words = (task: Task, field: 'title' | 'description' | 'error'): string | null => {
    const found = wordsOf(task, field);
    return found && messageText(t, messageOf(found, isKnown));
  };
  const scan = ({ changes, elapsed }: ScanSummary): string => {
    const result =
      formatList(
        changes.map(({ kind, count }) => t(`tasks.${kind}`, { count })),
        locale,
      ) || t('tasks.noChanges');
    if (elapsed === null) return result;
    const time =
      elapsed < 1000
        ? t('tasks.milliseconds', { count: Math.round(elapsed) })
        : formatDuration(Math.floor(elapsed / 1000), locale);
    return t('tasks.elapsed', { result, time });
  };
  const title = (task: Task): string => words(task, 'title') ?? task.action;
  return {
    title,
    description: (task: Task) => words(task, 'description'),
    /** null for other tasks. */
    scanResult(task: Task): string | null {
      const summary = scanSummaryOf(task);
      return summary && scan(summary);
    },
    error: (task: Task) => words(task, 'error') ?? t('tasks.hasFailed'),
    outcome(task: Task): string {
      if (task.isFailed) return words(task, 'error') ?? t('tasks.hasFailed');
      const summary = scanSummaryOf(task);
      return joinClauses([words(task, 'description'), summary && scan(summary)], locale) || t('tasks.succeeded');
    },
  };
}
