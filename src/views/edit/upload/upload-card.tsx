import { useSelector } from '@xstate/react';
import { Folder, RefreshCw, X } from 'lucide-react';
import { useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { isOpen, type Row, type RowField } from '../../../machines/edit/upload/rows.logic.ts';
import type { UploadsRef } from '../../../machines/edit/upload/uploads.machine.ts';
import {
  directoryAt,
  problemAt,
  selectUploadLibrary,
  showsFiles,
} from '../../../machines/edit/upload/upload.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { formatBytes } from '../../format/amounts.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field, controlClass } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ItemFile } from '../../../machines/edit/upload/grouping.logic.ts';
import { Table } from '../../ui/table.tsx';
import { CardState } from './card-state.tsx';

interface CardProps {
  row: Row;
  index: number;
  tabIndex: number;
}

export function UploadCard({ row, index, tabIndex }: CardProps) {
  const t = useTranslations('upload');
  const id = useId();
  const locale = useLocale();
  const page = usePageRef<UploadsRef>();
  const hasFiles = useSelector(page, showsFiles(row.key));
  const number = index + 1;
  const { kind } = row.state;
  const size = formatBytes(row.bytes, locale);
  const files = { count: row.files.length, size };
  return (
    <div className="h-full pb-3">
      <div
        role="group"
        aria-label={t('item', { number })}
        data-takes-focus=""
        tabIndex={-1}
        className="flex h-full flex-col gap-2 rounded-lg bg-surface-1 p-3"
      >
        <div className={cx('flex items-start gap-3', hasFiles && 'min-h-0 flex-1')}>
          <span
            aria-hidden="true"
            className="w-6 shrink-0 pt-0.5 text-end text-sm text-ink-3 tabular-nums phone:hidden"
          >
            {number}
          </span>
          {hasFiles ? (
            <CardFiles files={row.files} number={number} />
          ) : (
            <CardFields row={row} index={index} tabIndex={tabIndex} noteId={`${id}-note`} />
          )}
          {kind === 'waiting' || kind === 'sending' ? (
            <span className="size-8 shrink-0 touch:size-11" />
          ) : (
            <IconButton
              size="sm"
              label={t('remove', { number })}
              tip={t('removeTip')}
              icon={<X size={18} />}
              tabIndex={tabIndex}
              onClick={() => page.send({ type: 'upload.remove', key: row.key })}
            />
          )}
        </div>
        <div className="flex items-center gap-2 ps-9 text-sm phone:ps-0">
          <DirectoryLine index={index} />
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('filesOf', { number, ...files })}
            aria-expanded={hasFiles}
            tabIndex={tabIndex}
            onClick={() => page.send({ type: 'upload.showFiles', key: hasFiles ? null : row.key })}
          >
            {t('files', files)}
          </Button>
        </div>
        {!(hasFiles && kind === 'ready') && (
          <div className={cx('ps-9 phone:ps-0', !hasFiles && 'min-h-0 flex-1')}>
            <CardState row={row} index={index} tabIndex={tabIndex} noteId={`${id}-note`} />
          </div>
        )}
      </div>
    </div>
  );
}

function DirectoryLine({ index }: { index: number }) {
  const t = useTranslations('upload');
  const directory = useSelector(usePageRef<UploadsRef>(), directoryAt(index));
  return (
    <p className="flex min-w-0 flex-1 items-center gap-1.5 text-ink-2" data-tip={directory || undefined}>
      <Folder size={16} className="shrink-0 text-ink-3" />
      {directory === '' ? (
        <span className="truncate">{t('noDirectory')}</span>
      ) : (
        <>
          <span className="sr-only">{t('directory')}</span>
          <bdi className="truncate">{directory}</bdi>
        </>
      )}
    </p>
  );
}

function CardFields({ row, index, tabIndex, noteId }: CardProps & { noteId: string }) {
  const page = usePageRef<UploadsRef>();
  const isBook = useSelector(page, selectUploadLibrary)?.mediaType !== 'podcast';
  const fields: readonly RowField[] = isBook ? ['title', 'author', 'series'] : ['title'];
  return (
    <div className="grid min-w-0 flex-1 grid-cols-4 gap-x-3 gap-y-2">
      {fields.map((field) => (
        <CardField
          key={field}
          row={row}
          index={index}
          tabIndex={tabIndex}
          field={field}
          noteId={noteId}
          isOnly={!isBook}
        />
      ))}
    </div>
  );
}

function CardField({
  row,
  index,
  tabIndex,
  field,
  noteId,
  isOnly,
}: CardProps & { field: RowField; noteId: string; isOnly: boolean }) {
  const t = useTranslations('upload');
  const id = useId();
  const page = usePageRef<UploadsRef>();
  const problem = useSelector(page, problemAt(index));
  const isTitle = field === 'title';
  const isWrong = isTitle && (problem?.kind === 'noTitle' || problem?.kind === 'badTitle');
  const span = isOnly ? 'col-span-4' : isTitle ? 'col-span-2 phone:col-span-4' : 'col-span-1 phone:col-span-2';
  return (
    <Field id={id} label={t(`${field}Field`)} hint={isTitle ? undefined : t('optional')} className={`gap-1! ${span}`}>
      <div className="relative">
        <input
          id={id}
          aria-label={t(`${field}Of`, { number: index + 1 })}
          aria-invalid={isWrong || undefined}
          aria-required={isTitle || undefined}
          aria-describedby={isTitle && problem ? noteId : undefined}
          value={row[field]}
          readOnly={!isOpen(row)}
          dir="auto"
          autoComplete="off"
          tabIndex={tabIndex}
          onChange={({ currentTarget: { value } }) => page.send({ type: 'upload.type', key: row.key, field, value })}
          className={cx(controlClass, field === 'author' && 'pe-11')}
        />
        {field === 'author' && <LookUp row={row} index={index} tabIndex={tabIndex} />}
      </div>
    </Field>
  );
}

function LookUp({ row, index, tabIndex }: CardProps) {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  return (
    <span className="absolute inset-y-0 end-0 grid w-11 place-items-center">
      <IconButton
        size="sm"
        label={t('lookUp', { number: index + 1 })}
        tip={t('lookUpTip')}
        icon={<RefreshCw size={16} />}
        busy={row.lookUp === 'requested'}
        disabled={!isOpen(row)}
        tabIndex={tabIndex}
        onClick={() => page.send({ type: 'upload.lookUp', key: row.key })}
      />
    </span>
  );
}

/** They scroll: the card keeps its height. */
function CardFiles({ files, number }: { files: readonly ItemFile[]; number: number }) {
  const t = useTranslations('upload');
  const locale = useLocale();
  const isMedia = ({ kind }: ItemFile) => kind === 'audio' || kind === 'ebook';
  const lists = [
    { name: t('itemFiles'), rows: files.filter(isMedia) },
    { name: t('otherFiles'), rows: files.filter((file) => !isMedia(file)) },
  ];
  return (
    <div
      role="region"
      aria-label={`${t('item', { number })}: ${t('file')}`}
      tabIndex={0}
      className="min-w-0 flex-1 self-stretch overflow-y-auto overscroll-contain"
    >
      {lists
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }) => (
          <Table
            key={name}
            label={name}
            rows={rows}
            keyOf={(file) => file.name}
            columns={[
              {
                id: 'file',
                header: name,
                isRowHeader: true,
                cell: (file) => <bdi className="wrap-anywhere">{file.name}</bdi>,
              },
              { id: 'type', header: t('type'), wideOnly: true, cell: ({ kind }) => t(`kinds.${kind}`) },
              { id: 'size', header: t('size'), numeric: true, cell: ({ file }) => formatBytes(file.size, locale) },
            ]}
          />
        ))}
    </div>
  );
}
