import { useSelector } from '@xstate/react';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/track-order.json';
import type { TrackOrderRef } from '../../../machines/edit/track-order/track-order.machine.ts';
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
} from '../../../machines/edit/track-order/track-order.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { DraftToolbar, draftCommandOf, EditorPage } from '../../shared/draft-editor.tsx';
import { errorText } from '../../texts/error-text.ts';
import { PageHeading } from '../../texts/page-title.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
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
  const page = usePageRef<TrackOrderRef>();
  const book = useSelector(page, selectBook);
  const isChanged = useSelector(page, selectIsChanged);
  const hasTracks = useSelector(page, selectHasTracks);
  const isSaving = useSelector(page, selectIsSaving);
  const hasUndo = useSelector(page, selectHasUndo);
  const hasRedo = useSelector(page, selectHasRedo);
  return (
    <DraftToolbar
      texts={{ title: t('title'), undo: t('undo'), redo: t('redo'), save: t('save') }}
      book={book}
      hasUndo={hasUndo}
      hasRedo={hasRedo}
      isSaving={isSaving}
      refusal={hasTracks ? (isChanged ? null : t('nothingToSave')) : t('noTracks')}
      onCommand={(command) => page.send({ type: `trackOrder.${command}` })}
    />
  );
}

function TrackOrder() {
  const t = useTranslations('trackOrder');
  const page = usePageRef<TrackOrderRef>();
  const state = useSelector(page, selectOrderState);
  return (
    <EditorPage
      state={state}
      texts={{
        title: t('title'),
        loading: t('loading'),
        failed: t('failed'),
        unavailable: t('unavailable'),
        removed: t('removed'),
      }}
    >
      <Ready />
    </EditorPage>
  );
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
        const command = draftCommandOf(event);
        if (command !== null) page.send({ type: `trackOrder.${command}` });
        return command !== null;
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
