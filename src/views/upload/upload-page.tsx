import { useSelector } from '@xstate/react';
import { CloudOff, Files, FolderTree, FolderX, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/upload-en-us.json';
import { isDiskFull } from '../../machines/upload/rows.logic.ts';
import type { UploadRef } from '../../machines/upload/upload.machine.ts';
import {
  selectHasLost,
  selectLooseCount,
  selectRemovedCount,
  selectRowCount,
  selectSharedFolder,
  selectUploadError,
  selectUploadState,
  selectWork,
} from '../../machines/upload/upload.selectors.ts';
import type { AppError } from '../../schemas/app-error.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { FailedPage } from '../library/failed-page.tsx';
import { errorText } from '../texts/error-text.ts';
import { PageTitle } from '../texts/page-title.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { DropArea } from '../ui/drop-area.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Heading } from '../ui/heading.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { IgnoredFiles } from './ignored-files.tsx';
import { PickPanel } from './pick-panel.tsx';
import { UploadFoot } from './upload-foot.tsx';
import { UploadList } from './upload-list.tsx';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Upload />
    </WithTexts>
  );
}

function Upload() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadRef>();
  const state = useSelector(page, selectUploadState);
  const error = useSelector(page, selectUploadError);
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
        <FailedPage
          isHeading
          message={t('failed')}
          error={error}
          onRetry={() => page.send({ type: 'upload.reload' })}
        />
      );
    case 'unavailable':
      return (
        <EmptyState isHeading icon={<FolderX size={26} />} message={t('unavailable')} detail={t('unavailableDetail')} />
      );
    case 'ready':
      return <Ready />;
  }
}

function Ready() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadRef>();
  const count = useSelector(page, selectRowCount);
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
  const page = usePageRef<UploadRef>();
  const work = useSelector(page, selectWork);
  const error = useSelector(page, selectUploadError);
  const removed = useSelector(page, selectRemovedCount);
  const hasLost = useSelector(page, selectHasLost);
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
