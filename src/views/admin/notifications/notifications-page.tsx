import { useSelector } from '@xstate/react';
import { BellOff, ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/notifications.json';
import {
  SENDING_ROWS,
  TEST_EVENT,
  type NotificationAction,
} from '../../../machines/admin/notifications/notifications.logic.ts';
import type { NotificationsRef } from '../../../machines/admin/notifications/notifications.machine.ts';
import {
  selectCanSend,
  selectNotifications,
  selectReadAt,
  selectRunningAction,
  selectSendingForm,
} from '../../../machines/admin/notifications/notifications.selectors.ts';
import type { Notification } from '../../../schemas/api/notification.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { formatRelative } from '../../format/dates.ts';
import { DataContent } from '../../shared/data-content.tsx';
import { SettingsForm } from '../../shared/settings-form.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useEventName } from './event-name.ts';

const GROUPS = [{ name: 'sending', rows: SENDING_ROWS }] as const;
const ABOUT = 'https://github.com/caronc/apprise-api';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Notifications />
    </WithTexts>
  );
}

function Notifications() {
  const t = useTranslations('notifications');
  const form = useSelector(usePageRef<NotificationsRef>(), selectSendingForm);
  return (
    <SettingsFrame title={t('title')} intro={t('intro')}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        {form && (
          <PageInset className="flex max-w-3xl flex-col gap-6 pt-2 pb-8">
            <a
              href={ABOUT}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center gap-1.5 self-start text-sm text-accent-text touch:min-h-11"
            >
              {t('about')}
              <ExternalLink size={14} aria-hidden="true" />
            </a>
            <SettingsForm form={form} label={t('form')} texts="notifications" groups={GROUPS} />
            <List />
          </PageInset>
        )}
      </DataContent>
    </SettingsFrame>
  );
}

function List() {
  const t = useTranslations('notifications');
  const page = usePageRef<NotificationsRef>();
  const list = useSelector(page, selectNotifications);
  return (
    <section aria-label={t('list')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading level={2} looksLike={3}>
          {t('list')}
        </Heading>
        <Button
          data-setting="add"
          size="sm"
          icon={<Plus size={16} />}
          onClick={() => page.send({ type: 'notifications.add' })}
        >
          {t('add')}
        </Button>
      </div>
      {list.length === 0 ? (
        <p className="rounded-lg bg-surface-1 px-4 py-6 text-sm text-ink-2">{t('none')}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {list.map((notification) => (
            <Row key={notification.id} notification={notification} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ notification }: { notification: Notification }) {
  const t = useTranslations('notifications');
  const page = usePageRef<NotificationsRef>();
  const { id, enabled, urls, lastAttemptFailed, numConsecutiveFailedAttempts: failures } = notification;
  const name = useEventName()(notification.eventName);
  return (
    <li
      className={`flex flex-col gap-2 rounded-lg border-s-4 bg-surface-1 px-4 py-3 ${
        !enabled || lastAttemptFailed ? 'border-danger' : 'border-transparent'
      }`}
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="flex min-w-0 flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0">{name}</span>
          {!enabled && <Badge icon={<BellOff size={12} />}>{t('off')}</Badge>}
        </h3>
        <span className="flex shrink-0">
          <IconButton
            size="sm"
            label={t('edit', { name })}
            icon={<Pencil size={16} />}
            onClick={() => page.send({ type: 'notifications.edit', id })}
          />
          <IconButton
            size="sm"
            label={t('remove', { name })}
            icon={<Trash2 size={16} />}
            onClick={() => page.send({ type: 'notifications.apply', action: { kind: 'remove', id } })}
          />
        </span>
      </div>
      <ul className="flex flex-col gap-0.5 text-sm text-ink-2">
        {urls.map((url) => (
          <li key={url} dir="ltr" className="wrap-anywhere">
            {url}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">
        <LastFired at={notification.lastFiredAt} />
        {lastAttemptFailed && <span className="text-danger"> {t('lastFailed', { count: failures })}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Actions notification={notification} name={name} />
      </div>
    </li>
  );
}

function LastFired({ at }: { at: number | null }) {
  const t = useTranslations('notifications');
  const locale = useLocale();
  const now = useSelector(usePageRef<NotificationsRef>(), selectReadAt);
  if (at === null) return t('neverFired');
  const isNow = now - at < 1000 ? 'yes' : 'no';
  return t('lastFired', { time: formatRelative(at, Math.max(now, at), locale), isNow });
}

function Actions({ notification: { id, eventName, enabled }, name }: { notification: Notification; name: string }) {
  const t = useTranslations('notifications');
  const page = usePageRef<NotificationsRef>();
  const running = useSelector(page, selectRunningAction);
  const canSend = useSelector(page, selectCanSend);
  const fires: readonly (readonly [string, NotificationAction])[] =
    eventName === TEST_EVENT
      ? [
          [t('fire'), { kind: 'fire', id, fail: false }],
          [t('fireAndFail'), { kind: 'fire', id, fail: true }],
        ]
      : [[t('sendTest'), { kind: 'sendTest', id }]];
  const all: typeof fires = enabled ? fires : [[t('enable'), { kind: 'enable', id }]];
  return all.map(([label, action]) => (
    <Button
      key={label}
      size="sm"
      aria-label={`${label}: ${name}`}
      busy={running?.id === id && JSON.stringify(running) === JSON.stringify(action)}
      disabledReason={canSend || action.kind === 'enable' ? null : t('needsUrl')}
      onClick={() => page.send({ type: 'notifications.apply', action })}
    >
      {label}
    </Button>
  ));
}
