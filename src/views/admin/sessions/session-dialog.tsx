import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Play, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/sessions.json';
import { deviceParts, methodOf } from '../../../machines/admin/sessions/sessions.logic.ts';
import type { SessionDetailsRef } from '../../../machines/admin/sessions/session-details.machine.ts';
import {
  selectCanEnd,
  selectCanPlay,
  selectCanRemove,
  selectDetails,
  selectIsBusy,
} from '../../../machines/admin/sessions/sessions.selectors.ts';
import { formatClock, formatDuration } from '../../format/amounts.ts';
import { useMomentText } from '../../shared/moment-text.tsx';
import { errorText } from '../../texts/error-text.ts';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';

export function Modal({ modal }: { modal: SessionDetailsRef }) {
  return (
    <WithTexts texts={texts}>
      <Details modal={modal} />
    </WithTexts>
  );
}

function Details({ modal }: { modal: SessionDetailsRef }) {
  const t = useTranslations();
  const { session, error } = useSelector(modal, selectDetails);
  const isBusy = useSelector(modal, selectIsBusy);
  return (
    <Dialog
      open
      title={session.displayTitle || t('sessions.untitled')}
      closeLabel={t('common.close')}
      width={700}
      persistent={isBusy}
      textOnly
      onDismiss={() => modal.send({ type: 'sessionDetails.close' })}
      footer={<Actions modal={modal} />}
    >
      <div className="flex flex-col gap-5">
        {error && (
          <FormMessage tone="danger">{t('sessionDetails.failed', { reason: errorText(t, error) })}</FormMessage>
        )}
        <Facts modal={modal} />
      </div>
    </Dialog>
  );
}

function Actions({ modal }: { modal: SessionDetailsRef }) {
  const t = useTranslations('sessionDetails');
  const { session, place, isOwn } = useSelector(modal, selectDetails);
  const isBusy = useSelector(modal, selectIsBusy);
  const canRemove = useSelector(modal, (snapshot) => selectCanRemove(snapshot) || selectIsBusy(snapshot));
  const canEnd = useSelector(modal, selectCanEnd);
  const canPlay = useSelector(modal, selectCanPlay);
  return (
    <>
      {place === 'stored' && canRemove && (
        <Button
          variant="ghost"
          icon={<Trash2 size={16} />}
          className="me-auto"
          busy={isBusy}
          onClick={() => modal.send({ type: 'sessionDetails.remove' })}
        >
          {t('remove')}
        </Button>
      )}
      {place === 'open' && (
        <Button
          className="me-auto"
          busy={isBusy}
          disabledReason={isOwn ? null : t('onlyOwn')}
          disabled={isOwn && !canEnd && !isBusy}
          onClick={() => modal.send({ type: 'sessionDetails.stop' })}
        >
          {t('end')}
        </Button>
      )}
      {canPlay && (
        <Button
          variant="primary"
          icon={<Play size={16} />}
          disabled={isBusy}
          onClick={() => modal.send({ type: 'sessionDetails.play' })}
        >
          {t('play', { time: formatClock(session.currentTime) })}
        </Button>
      )}
    </>
  );
}

function Facts({ modal }: { modal: SessionDetailsRef }) {
  const t = useTranslations();
  const locale = useLocale();
  const momentText = useMomentText();
  const { session, place, listener } = useSelector(modal, selectDetails);
  const method = methodOf(session);
  const device = session.deviceInfo;
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <Group
        title={t('sessionDetails.listening')}
        facts={[
          [t('sessionDetails.user'), place === 'shared' ? t('sessions.visitor') : (listener ?? null)],
          [t('sessionDetails.started'), momentText(session.startedAt)],
          [t('sessionDetails.updated'), momentText(session.updatedAt)],
          [t('sessionDetails.listened'), formatDuration(session.timeListening, locale)],
          [t('sessionDetails.from'), formatClock(session.startTime)],
          [t('sessionDetails.to'), formatClock(session.currentTime)],
          [t('sessionDetails.duration'), formatClock(session.duration)],
        ]}
      />
      <Group
        title={t('sessionDetails.where')}
        facts={[
          [t('sessionDetails.player'), session.mediaPlayer],
          [t('sessionDetails.method'), method && t(`sessions.methods.${method}`)],
          [t('sessionDetails.device'), deviceParts(device).join(' · ')],
          [t('sessionDetails.address'), device?.ipAddress],
        ]}
      />
      <Group
        title={t('sessionDetails.what')}
        wide
        facts={[
          [t('sessionDetails.mediaType'), session.mediaType],
          [t('sessionDetails.id'), session.id],
          [t('sessionDetails.itemId'), session.libraryItemId],
          [t('sessionDetails.episodeId'), session.episodeId],
          [t('sessionDetails.library'), session.libraryId],
        ]}
      />
    </div>
  );
}

type Fact = readonly [name: string, value: ReactNode];

/** Unknown facts are omitted. */
function Group({ title, facts, wide = false }: { title: string; facts: readonly Fact[]; wide?: boolean }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <section aria-label={title} className={wide ? 'sm:col-span-2' : undefined}>
      <Heading level={3} className="pb-1.5">
        {title}
      </Heading>
      <dl className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {known.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="wrap-anywhere tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
