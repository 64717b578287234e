import { useSelector } from '@xstate/react';
import { LibraryBig, Rows3, Save, Table2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/batch.json';
import tableTexts from '../../../locales/en-us/batch-table.json';
import itemTexts from '../../../locales/en-us/item-edit.json';
import type { BatchEditRef } from '../../../machines/edit/batch-edit/batch-edit.machine.ts';
import {
  selectBatchView,
  selectChangedCount,
  selectFaultCount,
  selectIsRestored,
  selectItemIds,
} from '../../../machines/edit/batch-edit/batch-edit.selectors.ts';
import { selectDataState } from '../../../machines/kit/kit.selectors.ts';
import { BatchTable } from './table/batch-table.tsx';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { draftKeys, LoadedPage, UndoButtons, type DraftCommand } from '../../shared/draft-editor.tsx';
import { TrailToolbar } from '../../shared/trail-toolbar.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { PageHeading, PageTitle } from '../../texts/page-title.tsx';
import { WithTexts, withTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ItemCards } from './item-card.tsx';
import { MapDetails } from './map-details.tsx';
import { Review } from './review.tsx';

const TEXTS = { ...texts, ...tableTexts, ...itemTexts };

export const Toolbar = withTexts(TEXTS, BatchToolbar);

export function Page() {
  return (
    <WithTexts texts={TEXTS}>
      <LoadedPage texts="batch" progress={<LoadedCount />}>
        <Ready />
      </LoadedPage>
    </WithTexts>
  );
}

function BatchToolbar() {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const library = useCurrentLibrary();
  const hasLoaded = useSelector(page, selectDataState) === 'shown';
  const view = useSelector(page, selectBatchView);
  const count = useSelector(page, selectChangedCount);
  const isPhone = useIsPhone();
  const back = library && { to: { name: 'bookshelf', libraryId: library.id } as const, text: library.name };
  if (!hasLoaded || (view !== 'cards' && view !== 'table')) return <TrailToolbar back={back} name={t('title')} />;
  return (
    <TrailToolbar
      back={back}
      name={t('title')}
      end={
        <>
          <SegmentedControl
            label={t('view')}
            labelHidden
            value={view}
            segments={[
              { value: 'cards', label: t('cards'), icon: <Rows3 size={16} /> },
              { value: 'table', label: t('table'), icon: <Table2 size={16} /> },
            ]}
            onChange={(next) => page.send({ type: 'batch.show', view: next })}
          />
          <UndoButtons texts="batch" onCommand={(command) => run(page, command)} />
          <Button
            variant="primary"
            size="sm"
            icon={isPhone ? undefined : <Save size={16} />}
            aria-label={isPhone ? t('review') : undefined}
            disabledReason={count > 0 ? null : t('nothingToSave')}
            onClick={() => page.send({ type: 'batch.review' })}
          >
            {t(isPhone ? 'reviewShort' : 'review')}
          </Button>
        </>
      }
    />
  );
}

function Ready() {
  const t = useTranslations('batch');
  const linkTo = useLinkTo();
  switch (useSelector(usePageRef<BatchEditRef>(), selectBatchView)) {
    case 'empty':
      return (
        <>
          <PageTitle title={t('title')} />
          <EmptyState
            isHeading
            icon={<LibraryBig size={26} />}
            message={t('empty')}
            detail={t('emptyDetail')}
            action={<LinkButton {...linkTo({ name: 'index' })}>{t('toLibrary')}</LinkButton>}
          />
        </>
      );
    case 'review':
      return (
        <Frame>
          <Review />
        </Frame>
      );
    case 'table':
      return (
        <Frame>
          <PageInset className="flex h-[calc(100cqh-1.875rem)] min-h-112 flex-col">
            <Notes />
            <Changed />
            <BatchTable />
          </PageInset>
        </Frame>
      );
    case 'cards':
      return (
        <Frame>
          <Notes />
          <PageInset className="mx-auto max-w-5xl pb-8">
            <Changed />
            <MapDetails />
            <ItemCards />
          </PageInset>
        </Frame>
      );
  }
}

function LoadedCount() {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const loaded = useSelector(page, ({ context }) => context.loaded);
  const count = useSelector(page, ({ context }) => context.ids.length);
  if (loaded === 0) return null;
  return (
    <p role="status" className="py-2 text-sm text-ink-2 tabular-nums">
      {t('loaded', { loaded, count })}
    </p>
  );
}

const run = (page: BatchEditRef, command: DraftCommand) =>
  page.send({ type: command === 'save' ? 'batch.review' : `batch.${command}` });

function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const count = useSelector(page, selectItemIds).length;
  return (
    <KeyScope ofPage onKey={draftKeys((command) => run(page, command))}>
      <PageHeading title={t('heading', { count })} />
      {children}
    </KeyScope>
  );
}

function Changed() {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const all = useSelector(page, selectItemIds).length;
  const count = useSelector(page, selectChangedCount);
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1 text-sm text-ink-2 tabular-nums">
      <p aria-hidden="true" className="text-base font-semibold text-ink">
        {t('heading', { count: all })}
      </p>
      <p role="status">{t('changed', { count })}</p>
    </div>
  );
}

function Notes() {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const clashes = useSelector(page, ({ context }) => context.clashes.size);
  const faults = useSelector(page, selectFaultCount);
  const isRestored = useSelector(page, selectIsRestored);
  return (
    <div className="mx-auto max-w-5xl">
      <Banner
        icon={TriangleAlert}
        text={clashes > 0 ? t('theirs', { count: clashes }) : null}
        action={
          <>
            <Button size="sm" onClick={() => page.send({ type: 'batch.takeTheirs', of: null })}>
              {t('takeTheirs')}
            </Button>
            <Button size="sm" onClick={() => page.send({ type: 'batch.keepMine', of: null })}>
              {t('keepMine')}
            </Button>
          </>
        }
      />
      <Banner
        icon={TriangleAlert}
        text={isRestored ? t('restored') : null}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'batch.reset' })}>
            {t('reset')}
          </Button>
        }
      />
      <Banner
        icon={TriangleAlert}
        text={faults > 0 ? t('faults', { count: faults }) : null}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'batch.showFault' })}>
            {t('showFault')}
          </Button>
        }
      />
    </div>
  );
}
