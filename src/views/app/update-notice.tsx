import { useSelector } from '@xstate/react';
import { CircleArrowUp, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { UpdatesRef } from '../../machines/app/updates/updates.machine.ts';
import { selectNotifiesUpdate, selectUpdate } from '../../machines/app/updates/updates.selectors.ts';
import { handFocusOn } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** A newer server version, for 20 s. Closing it hides this version for good. It stays during hover and focus. */
export function UpdateNotice({ updates }: { updates: UpdatesRef }) {
  const t = useTranslations('changelog');
  const notifies = useSelector(updates, selectNotifiesUpdate);
  const version = useSelector(updates, (state) => selectUpdate(state)?.version);
  const url = useSelector(updates, (state) => selectUpdate(state)?.url);
  const dismissByEscape = ({ key }: { key: string }) => {
    if (key === 'Escape') updates.send({ type: 'updates.dismiss' });
  };
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+4.5rem)] z-70 flex justify-center px-4 in-[:root:has([data-dock=sheet])]:hidden"
    >
      {notifies && version !== undefined && (
        <div
          ref={handFocusOn}
          onPointerEnter={() => updates.send({ type: 'updates.hold' })}
          onPointerLeave={({ currentTarget }) => {
            if (!currentTarget.contains(document.activeElement)) updates.send({ type: 'updates.release' });
          }}
          onFocus={() => updates.send({ type: 'updates.hold' })}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) updates.send({ type: 'updates.release' });
          }}
          className="toast-in pointer-events-auto flex max-w-full items-center gap-2 rounded-lg border border-line bg-surface-1 py-1.5 ps-3.5 pe-1.5 text-sm text-ink shadow-overlay"
        >
          <CircleArrowUp size={20} className="shrink-0 text-accent-text" aria-hidden="true" />
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => updates.send({ type: 'updates.shown' })}
            onKeyDown={dismissByEscape}
            className="flex min-h-8 min-w-0 items-center font-medium underline-offset-2 hover:underline touch:min-h-11"
          >
            {t('notice', { version })}
          </a>
          <IconButton
            size="sm"
            label={t('ignore')}
            icon={<X size={16} />}
            onClick={() => updates.send({ type: 'updates.dismiss' })}
            onKeyDown={dismissByEscape}
          />
        </div>
      )}
    </div>
  );
}
