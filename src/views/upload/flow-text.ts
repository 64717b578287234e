import { useLocale, useTranslations } from 'use-intl';
import { formatBytes } from '../format/bytes.ts';
import { formatDuration } from '../format/duration.ts';

export function useFlowText() {
  const t = useTranslations('upload');
  const locale = useLocale();
  return (sent: number, total: number, speed: number | null, left: number | null): string =>
    [
      t('progress', { sent: formatBytes(Math.min(sent, total), locale), total: formatBytes(total, locale) }),
      speed !== null && t('speed', { size: formatBytes(speed, locale) }),
      left !== null && t('left', { time: formatDuration(left, locale) }),
    ]
      .filter((part) => part !== false)
      .join(' · ');
}
