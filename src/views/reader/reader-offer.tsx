import { shallowEqual, useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectAsksFinished, selectMayReturn } from '../../machines/reader/companion.selectors.ts';
import { selectCompanion, selectOffer } from '../../machines/reader/reader.selectors.ts';
import { formatPercent } from '../format/percent.ts';
import { NoticeBar, Notices } from './notice-bar.tsx';

export function ReaderOffer({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const locale = useLocale();
  const offer = useSelector(reader, selectOffer, shallowEqual);
  const companion = useSelector(reader, selectCompanion);
  const asksFinished = useSelector(companion, selectAsksFinished);
  const mayReturn = useSelector(companion, selectMayReturn);
  return (
    <Notices>
      {offer && (
        <NoticeBar
          text={t(`elsewhere.${offer.kind}`, { share: formatPercent(offer.share, locale) })}
          action={t(offer.kind === 'offered' ? 'elsewhere.go' : 'elsewhere.back')}
          onAction={() => reader.send({ type: offer.kind === 'offered' ? 'reader.followPlace' : 'reader.undoPlace' })}
          dismiss={t(offer.kind === 'offered' ? 'elsewhere.stay' : 'elsewhere.dismiss')}
          onDismiss={() => reader.send({ type: 'reader.dismissPlace' })}
        />
      )}
      {mayReturn && (
        <NoticeBar
          text={t('along.followed')}
          action={t('along.back')}
          onAction={() => companion?.send({ type: 'companion.back' })}
          dismiss={t('along.dismiss')}
          onDismiss={() => companion?.send({ type: 'companion.dismissReturn' })}
        />
      )}
      {asksFinished && (
        <NoticeBar
          text={t('ending.question')}
          action={t('ending.finish')}
          onAction={() => companion?.send({ type: 'companion.finish' })}
          dismiss={t('ending.dismiss')}
          onDismiss={() => companion?.send({ type: 'companion.dismiss' })}
        />
      )}
    </Notices>
  );
}
