import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ChaptersEditorRef } from '../../../machines/edit/chapters-editor/chapters-editor.machine.ts';
import { selectBook } from '../../../machines/edit/chapters-editor/chapters-editor.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { Disclosure } from '../../ui/disclosure.tsx';

export function TrackList() {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const book = useSelector(page, selectBook);
  const isOpen = useSelector(page, ({ context }) => context.hasTracks);
  if (!book) return null;
  const { tracks, audioFiles } = book.media;
  const withChapters = new Set(
    audioFiles.items.filter(({ chapters }) => (chapters?.length ?? 0) > 0).map(({ ino }) => ino),
  );
  return (
    <Disclosure
      heading={t('tracks')}
      note={t('tracksOf', { count: tracks.items.length })}
      open={isOpen}
      onToggle={() => page.send({ type: 'chapters.toggleTracks' })}
    >
      <ul className="w-full text-sm">
        {tracks.items.map(({ index, ino, title, duration, metadata }) => (
          <li key={index} className="flex items-baseline gap-3 py-1">
            <span dir="auto" className="min-w-0 flex-1 truncate text-ink">
              {metadata?.filename ?? title}
            </span>
            {ino !== undefined && withChapters.has(ino) && (
              <span className="text-xs text-ink-2">{t('hasChapters')}</span>
            )}
            <span className="text-ink-2 tabular-nums">{formatClock(duration)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
