import { useSelector } from '@xstate/react';
import { FileX2, Redo2, Save, TriangleAlert, Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/track-order-en-us.json';
import type { TrackOrderRef } from '../../machines/track-order/track-order.machine.ts';
import {
  selectBook,
  selectHasRedo,
  selectHasTracks,
  selectHasUndo,
  selectIsChanged,
  selectIsOutdated,
  selectIsRestored,
  selectIsSaving,
  selectOrderError,
  selectOrderState,
} from '../../machines/track-order/track-order.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { FailedPage } from '../library/message-page.tsx';
import { TrailToolbar } from '../library/trail-toolbar.tsx';
import { errorText } from '../texts/error-text.ts';
import { PageHeading } from '../texts/page-title.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FormMessage } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { KeyScope, type PressedKey } from '../ui/key-scope.tsx';
import { RowsSkeleton, Waiting } from '../ui/waiting.tsx';
import { Moved, OrderRows } from './order-rows.tsx';

export function Toolbar() {
  return (
    <WithTexts texts={texts}>
      <OrderToolbar />
    </WithTexts>
  );
}

export function Page() {
  return (
    <WithTexts texts={texts}>
      <TrackOrder />
    </WithTexts>
  );
}

function OrderToolbar() {
  const t = useTranslations('trackOrder');
  const tCommon = useTranslations('common');
  const page = usePageRef<TrackOrderRef>();
  const book = useSelector(page, selectBook);
  const isChanged = useSelector(page, selectIsChanged);
  const hasTracks = useSelector(page, selectHasTracks);
  const isSaving = useSelector(page, selectIsSaving);
  const hasUndo = useSelector(page, selectHasUndo);
  const hasRedo = useSelector(page, selectHasRedo);
  const title = book && (book.media.metadata.title || tCommon('untitled'));
  return (
    <TrailToolbar
      back={book && title !== null ? { to: { name: 'item', id: book.id }, text: title } : null}
      name={t('title')}
      end={
        <>
          <IconButton
            label={t('undo')}
            icon={<Undo2 size={18} />}
            shortcut="Control+Z"
            aria-disabled={!hasUndo}
            onClick={() => page.send({ type: 'trackOrder.undo' })}
          />
          <IconButton
            label={t('redo')}
            icon={<Redo2 size={18} />}
            shortcut="Control+Shift+Z"
            aria-disabled={!hasRedo}
            onClick={() => page.send({ type: 'trackOrder.redo' })}
          />
          <Button
            variant="primary"
            size="sm"
            icon={<Save size={16} />}
            busy={isSaving}
            disabledReason={hasTracks ? (isChanged ? null : t('nothingToSave')) : t('noTracks')}
            onClick={() => page.send({ type: 'trackOrder.save' })}
          >
            {t('save')}
          </Button>
        </>
      }
    />
  );
}

/** Ctrl or Cmd with Z, Shift+Z, Y and S, wherever the focus is on the page. */
function shortcutOf({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey) {
  if (altKey || !(ctrlKey || metaKey)) return null;
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? ('trackOrder.redo' as const) : ('trackOrder.undo' as const);
    case 'y':
      return 'trackOrder.redo' as const;
    case 's':
      return 'trackOrder.save' as const;
    default:
      return null;
  }
}

function TrackOrder() {
  const t = useTranslations('trackOrder');
  const page = usePageRef<TrackOrderRef>();
  const state = useSelector(page, selectOrderState);
  const error = useSelector(page, selectOrderError);
  switch (state) {
    case 'loading':
      return (
        <PageInset className="pt-4">
          <PageHeading title={t('title')} />
          <Waiting label={t('loading')}>
            <RowsSkeleton rows={8} />
          </Waiting>
        </PageInset>
      );
    case 'failed':
      return (
        <FailedPage
          isHeading
          message={t('failed')}
          error={error}
          onRetry={() => page.send({ type: 'trackOrder.retry' })}
        />
      );
    case 'unavailable':
    case 'removed':
      return <EmptyState isHeading icon={<FileX2 size={26} />} message={t(state)} />;
    case 'ready':
      return <Ready />;
  }
}

function Ready() {
  const t = useTranslations('trackOrder');
  const tAll = useTranslations();
  const page = usePageRef<TrackOrderRef>();
  const book = useSelector(page, selectBook);
  const error = useSelector(page, selectOrderError);
  const hasTracks = useSelector(page, selectHasTracks);
  const isOutdated = useSelector(page, selectIsOutdated);
  const isRestored = useSelector(page, selectIsRestored);
  return (
    <KeyScope
      ofPage
      onKey={(event) => {
        const type = shortcutOf(event);
        if (type !== null) page.send({ type });
        return type !== null;
      }}
    >
      <PageHeading title={t('heading', { title: book?.media.metadata.title || tAll('common.untitled') })} />
      <Banner
        icon={TriangleAlert}
        text={isOutdated ? t('outdated') : null}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'trackOrder.reset' })}>
            {t('takeTheirs')}
          </Button>
        }
      />
      <Banner
        icon={TriangleAlert}
        text={isRestored && !isOutdated ? t('restored') : null}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'trackOrder.reset' })}>
            {t('reset')}
          </Button>
        }
      />
      <Banner icon={TriangleAlert} text={hasTracks ? null : t('noTracks')} />
      <PageInset className="flex flex-col gap-3 pt-2 pb-8">
        {error && <FormMessage tone="danger">{t('saveFailed', { reason: errorText(tAll, error) })}</FormMessage>}
        <p className="max-w-prose text-sm text-ink-2">{t('about')}</p>
        <OrderRows />
        <Moved />
      </PageInset>
    </KeyScope>
  );
}
