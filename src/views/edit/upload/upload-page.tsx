import { useSelector } from '@xstate/react';
import { CloudOff, Files, FolderTree, FolderX, TriangleAlert } from 'lucide-react';
import { useTranslations, useLocale } from 'use-intl';
import { useCallback } from 'react';
import texts from '../../../locales/en-us/upload.json';
import { isDiskFull } from '../../../machines/edit/upload/rows.logic.ts';
import { selectUploads } from '../../../machines/app/session/background.selectors.ts';
import { selectBackground } from '../../../machines/app/session/session.selectors.ts';
import type { UploadPageRef } from '../../../machines/edit/upload/upload.machine.ts';
import type { UploadsRef } from '../../../machines/edit/upload/uploads.machine.ts';
import {
  selectLooseCount,
  selectSharedFolder,
  selectUploadState,
  selectWork,
  rowAt,
  selectRowKeys,
  selectUploadLibrary,
} from '../../../machines/edit/upload/upload.selectors.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { PageProvider, useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { errorText } from '../../texts/error-text.ts';
import { PageTitle } from '../../texts/page-title.tsx';
import { withTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DropArea } from '../../ui/drop-area.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { formatBytes } from '../../format/amounts.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Table } from '../../ui/table.tsx';
import { PickPanel } from './pick-panel.tsx';
import { UploadFoot } from './upload-foot.tsx';
import { UploadCard } from './upload-card.tsx';

export const Page = withTexts(texts, Upload);

function Upload() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadPageRef>();
  const state = useSelector(page, selectUploadState);
  const error = useSelector(page, ({ context }) => context.error);
  const uploads = useSelector(useSelector(useActorRefOf('session'), selectBackground), selectUploads);
  switch (state) {
    case 'loading':
      return (
        <PageInset className="pt-4">
          <PageTitle title={t('title')} />
          <Heading level={1}>{t('title')}</Heading>
          <Waiting label={t('loading')}>
            <RowsSkeleton rows={3} />
          </Waiting>
        </PageInset>
      );
    case 'failed':
      return (
        <FailedPage isHeading message={t('failed')} error={error} onRetry={() => page.send({ type: 'page.retry' })} />
      );
    case 'unavailable':
      return (
        <EmptyState isHeading icon={<FolderX size={26} />} message={t('unavailable')} detail={t('unavailableDetail')} />
      );
    case 'ready':
      return (
        uploads && (
          <PageProvider value={uploads}>
            <Ready />
          </PageProvider>
        )
      );
  }
}

function Ready() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  const count = useSelector(page, ({ context }) => context.rows.length);
  return (
    <DropArea
      label={t('dropHere')}
      onDrop={(pick) => page.send({ type: 'upload.pick', pick })}
      className="flex min-h-full flex-col"
    >
      <PageTitle title={t('title')} />
      <PageInset className="flex flex-col gap-4 pt-4 pb-4">
        <Heading level={1}>{t('title')}</Heading>
        <PickPanel />
      </PageInset>
      <Notes />
      <PageInset className="flex flex-1 flex-col gap-4">
        <IgnoredFiles />
        {count > 0 && <UploadList />}
      </PageInset>
      {count > 0 && <UploadFoot />}
    </DropArea>
  );
}

function Notes() {
  const t = useTranslations();
  const page = usePageRef<UploadsRef>();
  const work = useSelector(page, selectWork);
  const error = useSelector(page, ({ context }) => context.error);
  const removed = useSelector(page, ({ context }) => context.removed.length);
  const hasLost = useSelector(page, ({ context }) => context.left !== null && context.nextKey === 1);
  const loose = useSelector(page, selectLooseCount);
  const shared = useSelector(page, selectSharedFolder);
  return (
    <>
      <Banner icon={TriangleAlert} text={hasLost ? t('upload.lost') : null} />
      <Banner
        icon={CloudOff}
        text={work === 'interrupted' ? t('upload.interrupted') : null}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'upload.goOn' })}>
            {t('upload.goOn')}
          </Button>
        }
      />
      <Banner
        icon={TriangleAlert}
        text={work === 'blocked' && error ? blockText(t, error) : null}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'upload.goOn' })}>
            {t('upload.continue')}
          </Button>
        }
      />
      <Banner
        icon={FolderTree}
        text={shared === null ? null : t('upload.shared', { folder: shared })}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'upload.leaveOut' })}>
            {t('upload.leaveOut')}
          </Button>
        }
      />
      <Banner
        icon={Files}
        text={loose > 1 ? t('upload.loose', { count: loose }) : null}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'upload.join' })}>
            {t('upload.join')}
          </Button>
        }
      />
      <Banner
        icon={TriangleAlert}
        text={removed > 0 ? t('upload.removed', { count: removed }) : null}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'upload.restore' })}>
            {t('upload.undo')}
          </Button>
        }
      />
    </>
  );
}

function blockText(t: ReturnType<typeof useTranslations<never>>, error: AppError): string {
  if (isDiskFull(error)) return t('upload.blocked.disk');
  if (error.kind === 'forbidden' || error.kind === 'notFound') return t(`upload.blocked.${error.kind}`);
  return t('upload.blocked.other', { reason: errorText(t, error) });
}

/** Height of a card with the space below it, in rem: in a wide window, and on a phone with three fields or one. */
const CARD_REM = 11.25;
const PHONE_REM = { book: 20.5, podcast: 15.5 } as const;

function UploadList() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  const keys = useSelector(page, selectRowKeys);
  const follow = useSelector(page, ({ context }) => context.follow);
  const mediaType = useSelector(page, selectUploadLibrary)?.mediaType ?? 'book';
  const isPhone = useIsPhone();
  const renderRow = useCallback((place: CellPlace) => <Place {...place} />, []);
  return (
    <VirtualList
      isForm
      label={t('list')}
      count={keys.length}
      rowRem={isPhone ? PHONE_REM[mediaType] : CARD_REM}
      ids={keys}
      follow={follow}
      overscan={2}
      renderRow={renderRow}
    />
  );
}

function Place({ index, tabIndex }: CellPlace) {
  const row = useSelector(usePageRef<UploadsRef>(), rowAt(index));
  return row ? <UploadCard row={row} index={index} tabIndex={tabIndex} /> : null;
}

function IgnoredFiles() {
  const t = useTranslations('upload');
  const locale = useLocale();
  const page = usePageRef<UploadsRef>();
  const ignored = useSelector(page, ({ context }) => context.ignored);
  const unreadable = useSelector(page, ({ context }) => context.unreadable);
  const isOpen = useSelector(page, ({ context }) => context.hasIgnored);
  const rows = [
    ...ignored.map(({ path, size, reason }) => ({
      path,
      size: formatBytes(size, locale),
      reason: t(`ignoredReason.${reason}`),
    })),
    ...unreadable.map((path) => ({ path, size: '', reason: t('unreadable') })),
  ];
  if (rows.length === 0) return null;
  return (
    <Disclosure
      heading={t('ignored')}
      note={<span className="text-warning">{rows.length}</span>}
      open={isOpen}
      onToggle={() => page.send({ type: 'upload.toggleIgnored' })}
    >
      <Table
        label={t('ignored')}
        rows={rows}
        keyOf={({ path }) => path}
        columns={[
          {
            id: 'file',
            header: t('file'),
            isRowHeader: true,
            cell: ({ path }) => <bdi className="wrap-anywhere">{path}</bdi>,
          },
          { id: 'size', header: t('size'), numeric: true, cell: ({ size }) => size },
          { id: 'reason', header: t('reason'), cell: ({ reason }) => reason },
        ]}
      />
    </Disclosure>
  );
}
