import { useSelector } from '@xstate/react';
import { ArrowLeft, ChevronRight, CornerLeftUp, Folder, FolderCheck } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { folderConflict, type Column, type Directory } from '../../../machines/admin/library-settings/folders.logic.ts';
import type { FoldersRef } from '../../../machines/admin/library-settings/folders.machine.ts';
import {
  selectColumns,
  selectConflict,
  selectPath,
  selectTaken,
} from '../../../machines/admin/library-settings/edit-library.logic.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FocusOnMount } from '../../ui/focus.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
import { arrowsOf } from '../../ui/roving.ts';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';

export function FolderChooser({ folders }: { folders: FoldersRef }) {
  const t = useTranslations('libraryForm.chooser');
  const columns = useSelector(folders, selectColumns);
  const path = useSelector(folders, selectPath);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <FocusOnMount>
          <Button
            size="sm"
            icon={<ArrowLeft size={15} className="rtl:-scale-x-100" />}
            onClick={() => folders.send({ type: 'folders.leave' })}
          >
            {t('back')}
          </Button>
        </FocusOnMount>
        <p role="status" className="min-w-0 flex-1 text-sm wrap-anywhere">
          <span className="text-ink-2">{t('path')}: </span>
          {path === '' ? <span className="text-ink-3">{t('none')}</span> : <bdi dir="ltr">{path}</bdi>}
        </p>
        <Button
          size="sm"
          icon={<CornerLeftUp size={15} className="rtl:-scale-x-100" />}
          disabledReason={path === '' ? t('none') : null}
          onClick={() => folders.send({ type: 'folders.goUp' })}
        >
          {t('up')}
        </Button>
      </div>
      <KeyScope onKey={stepBy} className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {columns.map((column) => (
          <Pane key={column.path} folders={folders} column={column} />
        ))}
      </KeyScope>
    </div>
  );
}

/** Up and Down go to the next folder of a pane, Left and Right to the other pane. */
function stepBy({ key, target: from }: KeyboardEvent): boolean {
  const pane = from instanceof Element ? from.closest('section') : null;
  if (!pane) return false;
  const { forward, back } = arrowsOf(pane);
  const rows = [...pane.querySelectorAll<HTMLElement>('[data-folder]')];
  const index = rows.findIndex((row) => row === from);
  const firstOf = (other: Element | null) =>
    other?.querySelector<HTMLElement>('[data-folder][tabindex="0"]') ?? undefined;
  const target =
    key === 'ArrowDown'
      ? rows[index + 1]
      : key === 'ArrowUp'
        ? rows[index - 1]
        : key === forward
          ? firstOf(pane.nextElementSibling)
          : key === back
            ? firstOf(pane.previousElementSibling)
            : undefined;
  target?.focus();
  return target !== undefined;
}

function Pane({ folders, column: { depth, path, listing, picked } }: { folders: FoldersRef; column: Column }) {
  const t = useTranslations('libraryForm.chooser');
  const tCommon = useTranslations('common');
  const taken = useSelector(folders, selectTaken);
  return (
    <section
      aria-label={t('list', { path: path === '' ? t('root') : path })}
      className="h-72 min-w-0 overflow-y-auto rounded-lg border border-line bg-surface-0 p-1 max-sm:h-40"
    >
      {listing === null && (
        <Waiting label={t('loading')}>
          <RowsSkeleton rows={4} />
        </Waiting>
      )}
      {listing?.isFailed && (
        <div role="alert" className="flex flex-col items-start gap-2 p-3 text-sm">
          <p>{t('failed')}</p>
          <Button size="sm" onClick={() => folders.send({ type: 'folders.retry' })}>
            {tCommon('retry')}
          </Button>
        </div>
      )}
      {listing && !listing.isFailed && listing.directories.length === 0 && (
        <div className="flex flex-col gap-1 p-3 text-sm text-ink-2">
          <p>{t(path === '' ? 'emptyRoot' : 'empty')}</p>
          {path === '' && <p>{t('emptyRootDetail')}</p>}
        </div>
      )}
      {listing && listing.directories.length > 0 && (
        <ul>
          {listing.directories.map((directory, index) => (
            <FolderRow
              key={directory.path}
              directory={directory}
              isPicked={directory.path === picked}
              isTaken={folderConflict(directory.path, taken) === 'isTaken'}
              inTabOrder={picked === null ? index === 0 : directory.path === picked}
              onPick={() => folders.send({ type: 'folders.pick', depth, directory })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface FolderRowProps {
  directory: Directory;
  isPicked: boolean;
  isTaken: boolean;
  inTabOrder: boolean;
  onPick: () => void;
}

function FolderRow({ directory: { dirname }, isPicked, isTaken, inTabOrder, onPick }: FolderRowProps) {
  const t = useTranslations('libraryForm.chooser');
  const Icon = isTaken ? FolderCheck : Folder;
  return (
    <li>
      <button
        type="button"
        data-folder=""
        tabIndex={inTabOrder ? 0 : -1}
        aria-current={isPicked || undefined}
        onClick={onPick}
        className={cx(
          'flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-start text-sm -outline-offset-2 hover:bg-surface-2 touch:min-h-11',
          isPicked && 'bg-accent-soft text-accent-text forced-colors:border',
          isTaken && 'text-danger',
        )}
      >
        <Icon size={16} aria-hidden="true" className="shrink-0" />
        <bdi className="min-w-0 flex-1 truncate">{dirname}</bdi>
        {isTaken && <span className="shrink-0 text-xs">{t('taken')}</span>}
        <ChevronRight size={15} aria-hidden="true" className="shrink-0 text-ink-3 rtl:-scale-x-100" />
      </button>
    </li>
  );
}

export function FolderActions({ folders }: { folders: FoldersRef }) {
  const t = useTranslations('libraryForm');
  const conflict = useSelector(folders, selectConflict);
  return (
    <Button
      variant="primary"
      disabledReason={conflict ? t(`problem.${conflict}`) : null}
      onClick={() => folders.send({ type: 'folders.choose' })}
    >
      {t('chooser.choose')}
    </Button>
  );
}
