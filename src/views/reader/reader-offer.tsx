import { shallowEqual, useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectOffer } from '../../machines/reader/reader.selectors.ts';
import { formatPercent } from '../format/percent.ts';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** The newer place of another device, to go to or to leave; then the way back. Read to screen readers. */
export function ReaderOffer({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const locale = useLocale();
  const offer = useSelector(reader, selectOffer, shallowEqual);
  return (
    <div role="status" className="absolute inset-x-0 bottom-0 flex justify-center px-4 pb-2">
      {offer && (
        <div
          ref={handFocusOn}
          className="flex max-w-full items-center gap-3 rounded-lg border border-line bg-surface-1 py-1.5 ps-4 pe-1.5 text-sm text-ink shadow-overlay"
        >
          <p className="min-w-0">{t(`elsewhere.${offer.kind}`, { share: formatPercent(offer.share, locale) })}</p>
          {offer.kind === 'offered' ? (
            <Button size="sm" onClick={() => reader.send({ type: 'reader.followPlace' })}>
              {t('elsewhere.go')}
            </Button>
          ) : (
            <Button size="sm" onClick={() => reader.send({ type: 'reader.undoPlace' })}>
              {t('elsewhere.back')}
            </Button>
          )}
          <IconButton
            size="sm"
            label={t(offer.kind === 'offered' ? 'elsewhere.stay' : 'elsewhere.dismiss')}
            icon={<X size={16} />}
            onClick={() => reader.send({ type: 'reader.dismissPlace' })}
          />
        </div>
      )}
    </div>
  );
}
