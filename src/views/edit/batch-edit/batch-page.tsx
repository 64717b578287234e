import { useSelector } from '@xstate/react';
import { LibraryBig, Redo2, Rows3, Save, Table2, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/batch.json';
import tableTexts from '../../../locales/en-us/batch-table.json';
import itemTexts from '../../../locales/en-us/item-edit.json';
import type { BatchEditRef } from '../../../machines/edit/batch-edit/batch-edit.machine.ts';
import {
  selectRequestedCount,
  selectBatchError,
  selectBatchState,
  selectChangedCount,
  selectClashCount,
  selectFaultCount,
  selectHasRedo,
  selectHasUndo,
  selectIsRestored,
  selectItemIds,
  selectLoadedCount,
} from '../../../machines/edit/batch-edit/batch-edit.selectors.ts';
import { BatchTable } from './table/batch-table.tsx';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { FailedPage } from '../../shared/message-page.tsx';
import { TrailToolbar } from '../../shared/trail-toolbar.tsx';
import { useCurrentLibrary } from '../../shared/use-library.ts';
import { PageHeading, PageTitle } from '../../texts/page-title.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyScope, type PressedKey } from '../../ui/key-scope.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { ItemCards } from './item-card.tsx';
import { MapDetails } from './map-details.tsx';
import { Review } from './review.tsx';

const TEXTS = { ...texts, ...tableTexts, ...itemTexts };

export function Toolbar() {
  return (
    <WithTexts texts={TEXTS}>
      <BatchToolbar />
    </WithTexts>
  );
}

export function Page() {
  return (
    <WithTexts texts={TEXTS}>
      <BatchEditor />
    </WithTexts>
  );
}

function BatchToolbar() {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const library = useCurrentLibrary();
  const state = useSelector(page, selectBatchState);
  const count = useSelector(page, selectChangedCount);
  const hasUndo = useSelector(page, selectHasUndo);
  const hasRedo = useSelector(page, selectHasRedo);
  const isPhone = useIsPhone();
  const back = library && { to: { name: 'bookshelf', libraryId: library.id } as const, text: library.name };
  if (state !== 'cards' && state !== 'table') return <TrailToolbar back={back} name={t('title')} />;
  return (
    <TrailToolbar
      back={back}
      name={t('title')}
      end={
        <>
          <SegmentedControl
            label={t('view')}
            labelHidden
            value={state}
            segments={[
              { value: 'cards', label: t('cards'), icon: <Rows3 size={16} /> },
              { value: 'table', label: t('table'), icon: <Table2 size={16} /> },
            ]}
            onChange={(view) => page.send({ type: 'batch.show', view })}
          />
          <IconButton
            label={t('undo')}
            icon={<Undo2 size={18} />}
            shortcut="Control+Z"
            aria-disabled={!hasUndo}
            onClick={() => page.send({ type: 'batch.undo' })}
          />
          <IconButton
            label={t('redo')}
            icon={<Redo2 size={18} />}
            shortcut="Control+Shift+Z"
            aria-disabled={!hasRedo}
            onClick={() => page.send({ type: 'batch.redo' })}
          />
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

function BatchEditor() {
  const t = useTranslations('batch');
  const linkTo = useLinkTo();
  const page = usePageRef<BatchEditRef>();
  const state = useSelector(page, selectBatchState);
  const error = useSelector(page, selectBatchError);
  switch (state) {
    case 'loading':
      return (
        <PageInset className="pt-4">
          <PageHeading title={t('title')} />
          <Waiting label={t('loading')}>
            <LoadedCount />
            <RowsSkeleton rows={8} />
          </Waiting>
        </PageInset>
      );
    case 'failed':
      return (
        <FailedPage isHeading message={t('failed')} error={error} onRetry={() => page.send({ type: 'batch.retry' })} />
      );
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
  const loaded = useSelector(page, selectLoadedCount);
  const count = useSelector(page, selectRequestedCount);
  if (loaded === 0) return null;
  return (
    <p role="status" className="py-2 text-sm text-ink-2 tabular-nums">
      {t('loaded', { loaded, count })}
    </p>
  );
}

/** Ctrl or Cmd with Z, Shift+Z, Y and S, wherever the focus is in the page. */
function shortcutOf({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey) {
  if (altKey || !(ctrlKey || metaKey)) return null;
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? ('batch.redo' as const) : ('batch.undo' as const);
    case 'y':
      return 'batch.redo' as const;
    case 's':
      return 'batch.review' as const;
    default:
      return null;
  }
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations('batch');
  const page = usePageRef<BatchEditRef>();
  const count = useSelector(page, selectItemIds).length;
  return (
    <KeyScope
      ofPage
      onKey={(event) => {
        const type = shortcutOf(event);
        if (type !== null) page.send({ type });
        return type !== null;
      }}
    >
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
  const clashes = useSelector(page, selectClashCount);
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
