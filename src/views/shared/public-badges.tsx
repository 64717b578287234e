import { Rss, Share2 } from 'lucide-react';
import { useTranslations } from 'use-intl';

interface OpenSignsProps {
  hasFeed: boolean;
  isShared?: boolean;
}

export function PublicBadges({ hasFeed, isShared = false }: OpenSignsProps) {
  const t = useTranslations('card');
  return (
    <>
      {hasFeed && <Rss size={14} role="img" aria-label={t('feedOpen')} className="shrink-0 text-ink-2" />}
      {isShared && <Share2 size={14} role="img" aria-label={t('shared')} className="shrink-0 text-ink-2" />}
    </>
  );
}
