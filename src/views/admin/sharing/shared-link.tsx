import { shallowEqual, useSelector } from '@xstate/react';
import { CheckCircle2, QrCode as CodeIcon } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import type { ShareLinkRef } from '../../../machines/admin/sharing/share-link.machine.ts';
import {
  selectCopier,
  selectHasStart,
  selectSecondsLeft,
  selectShareAddress,
  selectShowsCode,
  selectStart,
  selectStartText,
} from '../../../machines/admin/sharing/share-link.logic.ts';
import { selectMomentFormats } from '../../../machines/app/session/session.selectors.ts';
import { formatMoment } from '../../../machines/kit/moment.logic.ts';
import type { MediaItemShare } from '../../../schemas/api/share.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { formatDuration } from '../../format/amounts.ts';
import { CopyText } from '../../shared/copy-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { TextField } from '../../ui/text-field.tsx';

const qrCode = chunk(async () => (await import('../../ui/qr-code.tsx')).QrCode);

export function SharedLink({ modal, share }: { modal: ShareLinkRef; share: MediaItemShare }) {
  const t = useTranslations('shareLink');
  const copier = useSelector(modal, selectCopier);
  const address = useSelector(modal, selectShareAddress) ?? '';
  const showsCode = useSelector(modal, selectShowsCode);
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-base font-semibold">
        <CheckCircle2 size={18} className="shrink-0 text-success" />
        {t('working')}
      </p>
      <CopyText label={t('url')} copyLabel={t('copy')} value={address} copier={copier} />
      <Start modal={modal} />
      <div className="flex flex-col items-start gap-3">
        <Button
          size="sm"
          icon={<CodeIcon size={16} />}
          aria-expanded={showsCode}
          onClick={() => modal.send({ type: 'share.toggleCode' })}
        >
          {t(showsCode ? 'hideCode' : 'showCode')}
        </Button>
        {showsCode && <qrCode.View text={address} label={t('code', { address })} />}
      </div>
      <TimeLeft modal={modal} share={share} />
      {share.isDownloadable && <p className="text-sm text-ink-2">{t('isDownloadable')}</p>}
    </>
  );
}

function Start({ modal }: { modal: ShareLinkRef }) {
  const t = useTranslations('shareLink');
  const hasStart = useSelector(modal, selectHasStart);
  const text = useSelector(modal, selectStartText);
  const isTime = useSelector(modal, selectStart) !== null;
  return (
    <div className="flex flex-wrap items-start gap-x-3">
      <Checkbox
        label={t('startAt')}
        checked={hasStart}
        onChange={(isOn) => modal.send({ type: 'share.setStart', isOn })}
      />
      {hasStart && (
        <TextField
          label={t('startTime')}
          labelHidden
          className="w-36"
          value={text}
          inputMode="numeric"
          autoComplete="off"
          error={isTime ? null : t('badTime')}
          onChange={(value) => modal.send({ type: 'share.changeStart', text: value })}
        />
      )}
    </div>
  );
}

/** 'Permanent', '2 h 5 min left, until …' or 'Expired'. */
function TimeLeft({ modal, share }: { modal: ShareLinkRef; share: MediaItemShare }) {
  const t = useTranslations('shareLink');
  const locale = useLocale();
  const formats = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  const text = useSelector(modal, (snapshot) => {
    const left = selectSecondsLeft(snapshot);
    if (left === undefined) return t('noShare');
    if (left === null) return t('permanent');
    if (left === 0) return t('expired');
    return t('remaining', { time: formatDuration(left, locale, { days: true }) });
  });
  const isOver = useSelector(modal, selectSecondsLeft) === 0;
  const end = share.expiresAt === null ? NaN : Date.parse(share.expiresAt);
  return (
    <dl className="flex flex-wrap gap-x-2 text-sm">
      <dt className="text-ink-2">{t('timeLeft')}</dt>
      <dd className="tabular-nums">
        {text}
        {end > 0 && !isOver && (
          <span className="text-ink-2"> {t('until', { moment: formatMoment(end, formats, locale) })}</span>
        )}
      </dd>
    </dl>
  );
}
