import { useSelector } from '@xstate/react';
import { ExternalLink } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { Marked } from 'marked';
import { memo } from 'react';
import type { ChangelogRef } from '../../../machines/app/modals/changelog.machine.ts';
import {
  selectChangelogVersion,
  selectHasChangelogFailed,
  selectReleases,
} from '../../../machines/app/updates/updates.selectors.ts';
import { selectMomentFormats } from '../../../machines/app/session/session.selectors.ts';
import { releasePage } from '../../../machines/app/updates/updates.logic.ts';
import { formatByPattern } from '../../../machines/kit/moment.logic.ts';
import type { Release } from '../../../schemas/release.ts';
import { useActorRefOf } from '../actors-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { SanitizedHtml } from '../../ui/sanitized-html.tsx';

export function Modal({ modal: changelog }: { modal: ChangelogRef }) {
  const t = useTranslations('changelog');
  const tCommon = useTranslations('common');
  const version = useSelector(changelog, selectChangelogVersion);
  const releases = useSelector(changelog, selectReleases, isSameReleases);
  const hasFailed = useSelector(changelog, selectHasChangelogFailed);
  return (
    <Dialog
      open
      title={t('title')}
      width={800}
      closeLabel={tCommon('close')}
      onDismiss={() => changelog.send({ type: 'changelog.dismiss' })}
    >
      {hasFailed ? (
        <FailedState
          message={t('failed')}
          detail={t('failedDetail')}
          retryLabel={tCommon('retry')}
          onRetry={() => changelog.send({ type: 'changelog.retry' })}
        />
      ) : releases === null ? (
        <Spinner label={tCommon('loading')} />
      ) : releases.length === 0 ? (
        <EmptyState message={t('none')} action={<ReleaseLink version={version} />} />
      ) : (
        releases.map((release) => <ReleaseNotes key={release.version} release={release} />)
      )}
    </Dialog>
  );
}

const isSameReleases = (one: readonly Release[] | null, other: readonly Release[] | null) =>
  one === other || (one?.length === 0 && other?.length === 0);

function ReleaseNotes({ release: { version, pubdate, changelog } }: { release: Release }) {
  const t = useTranslations('changelog');
  const formats = useSelector(useActorRefOf('session'), selectMomentFormats, isSameFormats);
  const locale = useLocale();
  return (
    <section
      aria-label={`v${version}`}
      className="flex flex-col gap-3 py-4 not-last:border-b not-last:border-line first:pt-0"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="text-lg font-semibold tabular-nums">v{version}</h3>
        {pubdate !== null && (
          <time dateTime={pubdate} className="text-sm text-ink-2">
            {formatByPattern(Date.parse(pubdate), formats.date, locale)}
          </time>
        )}
        <span className="ms-auto">
          <ReleaseLink version={version} />
        </span>
      </div>
      {changelog.trim() === '' ? <p className="text-ink-2">{t('none')}</p> : <Markdown text={changelog} />}
    </section>
  );
}

type Formats = ReturnType<typeof selectMomentFormats>;
const isSameFormats = (one: Formats, other: Formats) => one.date === other.date;

function ReleaseLink({ version }: { version: string }) {
  const t = useTranslations('changelog');
  return (
    <a
      href={releasePage(version)}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-8 items-center gap-1.5 text-sm font-medium text-accent-text underline-offset-2 hover:underline touch:min-h-11"
    >
      {t('releasePage')}
      <VisuallyHidden>{t('ofVersion', { version })}</VisuallyHidden>
      <ExternalLink size={14} aria-hidden="true" />
    </a>
  );
}

const marked = new Marked({
  gfm: true,
  async: false,
  walkTokens(token) {
    if (token.type === 'heading') token['depth'] = 4;
  },
});

/** Markdown from outside, sanitised. Imports the parser: load it lazily. */
const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <SanitizedHtml html={marked.parse(text, { async: false })} />;
});
