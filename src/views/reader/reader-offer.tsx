import { shallowEqual, useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectAsksFinished, selectMayReturn } from '../../machines/reader/companion.selectors.ts';
import { selectCompanion, selectOffer } from '../../machines/reader/reader.selectors.ts';
import { formatPercent } from '../format/amounts.ts';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';

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

interface NoticeBarProps {
  text: string;
  action: string;
  onAction: () => void;
  dismiss: string;
  onDismiss: () => void;
}

function NoticeBar({ text, action, onAction, dismiss, onDismiss }: NoticeBarProps) {
  return (
    <div
      ref={handFocusOn}
      className="flex max-w-full items-center gap-3 rounded-lg border border-line bg-surface-1 py-1.5 ps-4 pe-1.5 text-sm text-ink shadow-overlay"
    >
      <p className="min-w-0">{text}</p>
      <Button size="sm" onClick={onAction}>
        {action}
      </Button>
      <IconButton size="sm" label={dismiss} icon={<X size={16} />} onClick={onDismiss} />
    </div>
  );
}

function Notices({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex flex-col items-center gap-2 px-4 *:pointer-events-auto has-[p]:pb-2">
      {children}
    </div>
  );
}
