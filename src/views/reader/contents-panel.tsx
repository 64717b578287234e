import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import {
  selectCanSearch,
  selectContents,
  selectMatches,
  selectPages,
  selectPosition,
  selectQuery,
  selectSearchState,
  type Contents,
} from '../../machines/reader/reader.selectors.ts';
import { splitByWords } from '../../machines/reader/matches.logic.ts';
import { FindField } from '../ui/find-field.tsx';
import { Spinner } from '../ui/waiting.tsx';
import { goFromPanel, SidePanel } from './side-panel.tsx';
import { PageGrid } from './pages-panel.tsx';

export function ContentsPanel({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const contents = useSelector(reader, selectContents);
  const canSearch = useSelector(reader, selectCanSearch);
  const hasPages = useSelector(reader, selectPages) !== null;
  const query = useSelector(reader, selectQuery);
  const state = useSelector(reader, selectSearchState);
  return (
    <SidePanel
      label={t('contents')}
      closeLabel={t('closeContents')}
      onClose={() => reader.send({ type: 'reader.toggleContents' })}
      header={
        canSearch ? (
          <FindField
            label={t('search')}
            value={query}
            onChange={(text) => reader.send({ type: 'reader.search', query: text })}
          />
        ) : (
          <h3 className="font-semibold">{t('contents')}</h3>
        )
      }
    >
      {state !== 'none' ? (
        <Matches reader={reader} />
      ) : hasPages && contents.length === 0 ? (
        <PageGrid reader={reader} />
      ) : (
        <>
          <Entries reader={reader} entries={contents} level={0} />
          {hasPages && (
            <>
              <h3 className="px-2 pt-4 pb-1 font-semibold">{t('pages')}</h3>
              <PageGrid reader={reader} startsAtTop />
            </>
          )}
        </>
      )}
    </SidePanel>
  );
}

function Entries({ reader, entries, level }: { reader: ReaderRef; entries: Contents; level: number }) {
  const current = useSelector(reader, selectPosition)?.chapter;
  return (
    <ul>
      {entries.map(({ label, target, children }, index) => (
        // Books name places twice.
        <li key={`${target} ${index}`}>
          <button
            type="button"
            dir="auto"
            aria-current={label === current ? 'location' : undefined}
            className="min-h-9 w-full rounded-md px-2 py-1.5 text-start text-sm text-ink hover:bg-surface-2 aria-[current]:font-semibold aria-[current]:text-accent-text touch:min-h-11"
            style={{ paddingInlineStart: `${0.5 + level}rem` }}
            onClick={({ currentTarget }) => goFromPanel(reader, target, currentTarget)}
          >
            {label}
          </button>
          {children.length > 0 && <Entries reader={reader} entries={children} level={level + 1} />}
        </li>
      ))}
    </ul>
  );
}

function Matches({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const locale = useLocale();
  const matches = useSelector(reader, selectMatches);
  const query = useSelector(reader, selectQuery);
  if (matches === null)
    return (
      <div className="grid place-items-center py-8">
        <Spinner label={t('searching')} />
      </div>
    );
  return (
    <>
      <p role="status" className="px-2 py-2 text-sm text-ink-2">
        {t('matches', { count: matches.length })}
        {matches.length > MOST_SHOWN && ` (1–${MOST_SHOWN.toLocaleString(locale)})`}
      </p>
      <ul>
        {matches.slice(0, MOST_SHOWN).map(({ target, excerpt, chapter }, index) => (
          // A place may be found twice.
          <li key={`${target} ${index}`} className="[contain-intrinsic-height:auto_5rem] [content-visibility:auto]">
            <button
              type="button"
              dir="auto"
              className="flex min-h-11 w-full flex-col gap-0.5 rounded-md px-2 py-2 text-start hover:bg-surface-2"
              onClick={({ currentTarget }) => goFromPanel(reader, target, currentTarget)}
            >
              {chapter && <span className="text-xs text-ink-2">{chapter}</span>}
              <span className="text-sm text-ink">
                {splitByWords(excerpt, query).map(({ text, isFound }, at) =>
                  isFound ? (
                    <mark key={at} className="bg-transparent font-semibold text-accent-text">
                      {text}
                    </mark>
                  ) : (
                    text
                  ),
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Excerpts in the panel. */
const MOST_SHOWN = 1000;
