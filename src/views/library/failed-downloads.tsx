import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { EpisodeDownload } from '../../schemas/api/episode-download.ts';
import { Button } from '../ui/button.tsx';

/** The most that are named. */
const MOST_NAMED = 3;

/** Which downloads failed since the page is open. Nothing while none has. */
export function FailedDownloads({ failed, onDismiss }: { failed: readonly EpisodeDownload[]; onDismiss: () => void }) {
  const t = useTranslations('downloads');
  const tCommon = useTranslations('common');
  const named = failed.slice(0, MOST_NAMED).map((one) => one.episodeDisplayTitle || tCommon('untitled'));
  const titles = failed.length > named.length ? [...named, '…'].join(', ') : named.join(', ');
  return (
    <div role="status">
      {failed.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-surface-2 px-3.5 py-2 text-sm">
          <CircleAlert size={18} className="shrink-0 text-danger" />
          <p className="min-w-40 flex-1 wrap-anywhere">{t('failedNames', { count: failed.length, titles })}</p>
          <Button size="sm" onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        </div>
      )}
    </div>
  );
}
