import { useSelector } from '@xstate/react';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/track-order.json';
import type { TrackOrderRef } from '../../../machines/edit/track-order/track-order.machine.ts';
import {
  selectHasTracks,
  selectIsChanged,
  selectIsOutdated,
  selectIsRestored,
} from '../../../machines/edit/track-order/track-order.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { DraftToolbar, draftKeys, EditorPage } from '../../shared/draft-editor.tsx';
import { errorText } from '../../texts/error-text.ts';
import { PageHeading } from '../../texts/page-title.tsx';
import { WithTexts, withTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
import { Moved, OrderRows } from './order-rows.tsx';

export const Toolbar = withTexts(texts, OrderToolbar);

export function Page() {
  return (
    <WithTexts texts={texts}>
      <EditorPage texts="trackOrder">
        <Ready />
      </EditorPage>
    </WithTexts>
  );
}

function OrderToolbar() {
  const t = useTranslations('trackOrder');
  const page = usePageRef<TrackOrderRef>();
  const isChanged = useSelector(page, selectIsChanged);
  const hasTracks = useSelector(page, selectHasTracks);
  return (
    <DraftToolbar
      texts="trackOrder"
      refusal={hasTracks ? (isChanged ? null : t('nothingToSave')) : t('noTracks')}
      onCommand={(command) => page.send({ type: `trackOrder.${command}` })}
    />
  );
}

function Ready() {
  const t = useTranslations('trackOrder');
  const tAll = useTranslations();
  const page = usePageRef<TrackOrderRef>();
  const book = useSelector(page, ({ context }) => context.book);
  const error = useSelector(page, ({ context }) => context.error);
  const hasTracks = useSelector(page, selectHasTracks);
  const isOutdated = useSelector(page, selectIsOutdated);
  const isRestored = useSelector(page, selectIsRestored);
  return (
    <KeyScope ofPage onKey={draftKeys((command) => page.send({ type: `trackOrder.${command}` }))}>
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
