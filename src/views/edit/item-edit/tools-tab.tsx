import { useMemo, type ReactNode } from 'react';
import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ToolsRef } from '../../../machines/edit/item-edit/tools.machine.ts';
import { selectIsEmbedQueued, selectToolTask } from '../../../machines/edit/item-edit/item-edit.selectors.ts';
import { countOfTracks } from '../../../machines/browse/item/files.logic.ts';
import { selectTasks } from '../../../machines/app/session/background.selectors.ts';
import { selectBackground } from '../../../machines/app/session/session.selectors.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, useLinkTo } from '../../app/actors-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ErrorMessage } from '../../shared/message-page.tsx';

interface ToolsProps {
  tab: ToolsRef;
  item: LibraryItemExpanded;
}

export function ToolsTab({ tab, item }: ToolsProps) {
  const t = useTranslations('editTools');
  const linkTo = useLinkTo();
  const error = useSelector(tab, ({ context }) => context.error);
  if (countOfTracks(item) === 0) return <FormMessage tone="info">{t('noSound')}</FormMessage>;
  return (
    <div className="flex flex-col gap-6">
      <ErrorMessage text={t('notStarted')} error={error} />
      <Tool heading={t('embed')} about={t('embedAbout')}>
        <Embed tab={tab} item={item} />
      </Tool>
      <Tool heading={t('m4b')} about={t('m4bAbout')}>
        <LinkButton aria-label={t('m4bManager')} {...linkTo({ name: 'manage', id: item.id, tool: 'm4b' })}>
          {t('manager')}
        </LinkButton>
        <Progress itemId={item.id} action="encode-m4b" />
      </Tool>
      <Tool heading={t('split')} about={t('splitAbout')} />
    </div>
  );
}

function Tool({ heading, about, children }: { heading: string; about: string; children?: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <Heading level={3} looksLike={4}>
        {heading}
      </Heading>
      <p className="max-w-prose text-sm text-ink-2">{about}</p>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </section>
  );
}

const useTasks = () => useSelector(useSelector(useActorRefOf('session'), selectBackground), selectTasks) ?? undefined;

function Embed({ tab, item }: ToolsProps) {
  const t = useTranslations('editTools');
  const linkTo = useLinkTo();
  const tasks = useTasks();
  const isStarting = useSelector(tab, (snapshot) => snapshot.matches('starting'));
  const isQueued = useSelector(
    tasks,
    useMemo(() => selectIsEmbedQueued(item.id), [item.id]),
  );
  const entry = useSelector(
    tasks,
    useMemo(() => selectToolTask(item.id, 'embed-metadata'), [item.id]),
  );
  const isRunning = isQueued || (entry !== undefined && !entry.task.isFinished);
  return (
    <>
      <LinkButton aria-label={t('embedManager')} {...linkTo({ name: 'manage', id: item.id, tool: 'embed' })}>
        {t('manager')}
      </LinkButton>
      <Button
        busy={isStarting}
        disabledReason={isRunning ? t('running') : null}
        onClick={() => tab.send({ type: 'tools.run' })}
      >
        {t('quickEmbed')}
      </Button>
      {isQueued && (
        <p role="status" className="basis-full text-sm text-ink-2">
          {t('queued')}
        </p>
      )}
      <Progress itemId={item.id} action="embed-metadata" />
    </>
  );
}

function Progress({ itemId, action }: { itemId: string; action: 'embed-metadata' | 'encode-m4b' }) {
  const t = useTranslations('editTools');
  const entry = useSelector(
    useTasks(),
    useMemo(() => selectToolTask(itemId, action), [itemId, action]),
  );
  if (!entry) return null;
  const { task, progress } = entry;
  if (task.isFinished) {
    return (
      <p role="status" className="basis-full text-sm text-ink-2">
        {task.isFailed ? t('failed', { error: task.error ?? '' }) : t('done')}
      </p>
    );
  }
  return (
    <div className="flex basis-full flex-col gap-1.5 text-sm text-ink-2">
      <p role="status">{t('working')}</p>
      <ProgressLine value={progress === null ? null : progress / 100} label={t('working')} />
    </div>
  );
}
