import { useSelector } from '@xstate/react';
import { Pencil, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { NarratorsRef } from '../../machines/narrators/narrators.machine.ts';
import { selectNarratorsLibrary, selectRemoved } from '../../machines/narrators/narrators.logic.ts';
import { shelfOf } from '../../machines/search/results.logic.ts';
import { selectMayUpdate } from '../../machines/session/session.selectors.ts';
import type { Narrator } from '../../schemas/api/author.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../app/actors-context.tsx';
import { AppLink } from '../ui/app-link.tsx';
import { IconButton } from '../ui/icon-button.tsx';

export function NarratorRow({ narrator, tabIndex }: { narrator: Narrator; tabIndex: number }) {
  const t = useTranslations();
  const page = usePageRef<NarratorsRef>();
  const libraryId = useSelector(page, selectNarratorsLibrary);
  const isRemoved = useSelector(page, (snapshot) => selectRemoved(snapshot) === narrator.id);
  const mayUpdate = useSelector(useActorRefOf('session'), selectMayUpdate);
  const linkTo = useLinkTo();
  const { name, numBooks } = narrator;
  return (
    <div className="flex h-12 items-center gap-1 border-b border-line">
      <AppLink
        {...linkTo(shelfOf(libraryId, 'narrators', name))}
        tabIndex={tabIndex}
        className="flex h-full min-w-0 flex-1 items-center gap-3 rounded-sm text-ink no-underline outline-offset-[-2px] hover:text-accent-text"
      >
        <span dir="auto" className="min-w-0 flex-1 truncate text-match text-sm font-medium">
          {name}
        </span>{' '}
        {numBooks !== undefined && (
          <span className="shrink-0 text-sm text-ink-2 tabular-nums">{t('library.books', { count: numBooks })}</span>
        )}
      </AppLink>
      {mayUpdate && (
        <>
          <IconButton
            label={t('narrators.renameOf', { name })}
            tip={t('narrators.rename')}
            tabIndex={tabIndex}
            icon={<Pencil size={16} />}
            onClick={() => page.send({ type: 'narrators.edit', narrator })}
          />
          <IconButton
            label={t('narrators.removeOf', { name })}
            tip={t('narrators.remove')}
            tabIndex={tabIndex}
            busy={isRemoved}
            icon={<Trash2 size={16} />}
            onClick={() => page.send({ type: 'narrators.remove', narrator })}
          />
        </>
      )}
    </div>
  );
}
