import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectUpdates } from '../../machines/app/session/background.selectors.ts';
import {
  selectBackground,
  selectInstallSource,
  selectServerVersion,
} from '../../machines/app/session/session.selectors.ts';
import type { UpdatesRef } from '../../machines/app/updates/updates.machine.ts';
import { selectUpdate } from '../../machines/app/updates/updates.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

export function VersionFoot() {
  const t = useTranslations('changelog');
  const session = useActorRefOf('session');
  const version = useSelector(session, selectServerVersion);
  const source = useSelector(session, selectInstallSource);
  const background = useSelector(session, selectBackground);
  const updates = useSelector(background, selectUpdates);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('open', { version })}
        data-tip={t('title')}
        data-tip-side="end"
        onClick={() => background?.send({ type: 'changelog.open' })}
        className="min-h-8 rounded-sm px-1 tabular-nums underline-offset-2 hover:text-ink hover:underline touch:min-h-11"
      >
        v{version}
      </button>
      {updates ? <UpdateLink updates={updates} source={source} /> : source && <span>{source}</span>}
    </>
  );
}

function UpdateLink({ updates, source }: { updates: UpdatesRef; source: string }) {
  const t = useTranslations('changelog');
  const version = useSelector(updates, (state) => selectUpdate(state)?.version);
  const url = useSelector(updates, (state) => selectUpdate(state)?.url);
  if (version === undefined) return source && <span>{source}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('updateTo', { version })}
      className="flex min-h-8 items-center px-1 font-medium text-accent-text underline-offset-2 hover:underline touch:min-h-11"
    >
      {t('update')}
    </a>
  );
}
