import { useTranslations } from 'use-intl';
import { deviceParts } from '../../machines/sessions/sessions.logic.ts';
import { activityOf, type OnlineUsers } from '../../machines/users/users.logic.ts';
import type { Account } from '../../schemas/api/account.ts';

export function UserActivity({ account, online }: { account: Account; online: OnlineUsers }) {
  const t = useTranslations('users');
  const activity = activityOf(account, online);
  if (activity === null) return <span className="text-ink-3">{t('nothing')}</span>;
  const { kind, session } = activity;
  const title = session.displayTitle || t('untitled');
  const device = deviceParts(session.deviceInfo).join(' · ');
  return (
    <span className="block min-w-0">
      <bdi className={kind === 'listening' ? 'block truncate text-accent-text' : 'block truncate text-ink-2'}>
        {kind === 'listening' ? t('listening', { title }) : t('last', { title })}
      </bdi>
      {device !== '' && (
        <span className="block truncate text-xs text-ink-3" data-tip={device}>
          {device}
        </span>
      )}
    </span>
  );
}
