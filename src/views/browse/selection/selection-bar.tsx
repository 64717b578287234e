import { shallowEqual, useSelector } from '@xstate/react';
import { CircleCheck, Pencil, Play, Trash2, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { progressOf } from '../../../machines/playback/progress/progress.selectors.ts';
import { actionsOf } from '../../../machines/browse/selection/actions.logic.ts';
import { selectBatchProgress } from '../../../machines/edit/batch/batch.logic.ts';
import { markOf } from '../../../machines/browse/selection/selection.logic.ts';
import type { Job } from '../../../machines/browse/selection/selection.protocol.ts';
import {
  knownItems,
  selectBatch,
  selectIsWorking,
  selectPicked,
  selectWorkCount,
} from '../../../machines/browse/selection/selection.selectors.ts';
import { selectUser } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf, useMenu } from '../../app/actors-context.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { entriesFrom, MenuButton } from '../../ui/menu-button.tsx';
import { Spinner } from '../../ui/waiting.tsx';

export function SelectionBar() {
  const t = useTranslations('selection');
  const tCommon = useTranslations('common');
  const tEdit = useTranslations('itemEdit');
  const tLists = useTranslations('mediaLists');
  const tQueue = useTranslations('queue');
  const selection = useActorRefOf('selection');
  const user = useSelector(useActorRefOf('session'), selectUser);
  const count = useSelector(selection, selectWorkCount);
  const picked = useSelector(selection, selectPicked);
  const isWorking = useSelector(selection, selectIsWorking);
  const library = useCurrentLibrary();
  const menu = useMenu('selection');
  const mark = useSelector(useActorRefOf('progress'), (state) =>
    markOf(picked.keys(), (id) => progressOf(id, null)(state)?.isFinished ?? false),
  );
  const items = knownItems(selection.getSnapshot());
  const mediaType = items?.[0]?.mediaType ?? library?.mediaType ?? 'book';
  const actions: ReadonlySet<string> = user ? actionsOf({ count, items, mediaType }, user) : new Set();
  const run = (job: Job) => () => selection.send({ type: 'selection.run', job });
  const entry = (id: string, label: string, job: Job) =>
    actions.has(id) && ({ kind: 'action', id, label, onSelect: run(job) } as const);
  const work = (kind: 'scan' | 'embed' | 'download') => entry(kind, t(`actions.${kind}`), { kind });
  const entries = entriesFrom([
    entry('queue', tQueue('add'), { kind: 'queue' }),
    entry('addToCollection', tLists('addToCollection'), { kind: 'addToList', list: 'collection' }),
    entry('addToPlaylist', tLists('addToPlaylist'), { kind: 'addToList', list: 'playlist' }),
    actions.has('edit') && {
      kind: 'action',
      id: 'editAsTable',
      label: t('editAsTable'),
      onSelect: run({ kind: 'edit', view: 'table' }),
    },
    entry('quickMatch', t('actions.quickMatch'), { kind: 'quickMatch', options: null }),
    work('embed'),
    work('scan'),
    work('download'),
  ]);
  const finishLabel = tCommon(mark === 'unfinish' ? 'markUnfinished' : 'markFinished');
  return (
    <AppBar
      start={
        <>
          <IconButton
            label={t('clear')}
            icon={<X size={20} />}
            disabled={isWorking}
            onClick={() => selection.send({ type: 'selection.clear' })}
          />
          <p className="truncate text-base font-medium text-ink tabular-nums">
            {isWorking ? <Working count={count} /> : t('count', { count })}
          </p>
        </>
      }
      end={
        !isWorking && (
          <div ref={handFocusOn} className="contents">
            {actions.has('play') && (
              <IconButton label={tCommon('play')} icon={<Play size={20} />} onClick={run({ kind: 'play' })} />
            )}
            {actions.has('finish') && (
              <IconButton label={finishLabel} icon={<CircleCheck size={20} />} onClick={run({ kind: mark })} />
            )}
            {actions.has('edit') && (
              <IconButton label={tEdit('edit')} icon={<Pencil size={20} />} onClick={run({ kind: 'edit' })} />
            )}
            {actions.has('delete') && (
              <IconButton
                label={t('actions.delete')}
                icon={<Trash2 size={20} />}
                onClick={run({ kind: 'delete', hard: null })}
              />
            )}
            {entries.length > 0 && <MenuButton {...menu} label={t('more')} entries={entries} align="end" />}
          </div>
        )
      }
    />
  );
}

function Working({ count }: { count: number }) {
  const t = useTranslations('selection');
  const batch = useSelector(useActorRefOf('selection'), selectBatch);
  const progress = useSelector(
    batch ?? undefined,
    (state) => (state ? selectBatchProgress(state) : null),
    shallowEqual,
  );
  if (!progress) return t('count', { count });
  return (
    <span className="flex items-center gap-2">
      <Spinner label={t('working')} size={18} />
      {t('progress', progress)}
    </span>
  );
}
