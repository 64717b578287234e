import { useTranslations } from 'use-intl';
import type { RssFeedMinified } from '../../../schemas/api/rss-feed.ts';

export function FeedFacts({
  meta,
}: {
  meta: Pick<RssFeedMinified['meta'], 'preventIndexing' | 'ownerName' | 'ownerEmail'>;
}) {
  const t = useTranslations('rssFeed');
  const facts = [
    [t('preventIndexing'), t(meta.preventIndexing ? 'yes' : 'no')],
    [t('ownerName'), meta.ownerName],
    [t('ownerEmail'), meta.ownerEmail],
  ] as const;
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(
        ([name, text]) =>
          text && (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd dir="auto" className="min-w-0 text-match break-words">
                {text}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
