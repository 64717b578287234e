import { useTranslations } from 'use-intl';
import { SanitizedHtml } from '../ui/sanitized-html.tsx';

const LINES = 6;

interface DescriptionProps {
  html: string | null | undefined;
  expanded: boolean;
  onToggle: () => void;
}

/** HTML from outside, sanitised (server facts 1) and clamped; empty without text. */
export function Description({ html, expanded, onToggle }: DescriptionProps) {
  const t = useTranslations('item');
  if (!html?.trim()) return null;
  return (
    <section aria-label={t('description')} className="measure text-ink">
      <SanitizedHtml
        html={html}
        clamp={{ lines: LINES, expanded, onToggle, moreLabel: t('showMore'), lessLabel: t('showLess') }}
      />
    </section>
  );
}
