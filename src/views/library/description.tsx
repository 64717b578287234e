import { useTranslations } from 'use-intl';
import { SanitizedHtml } from '../ui/sanitized-html.tsx';

/** Lines of a description before 'show more'. */
const LINES = 6;

interface DescriptionProps {
  html: string | null | undefined;
  expanded: boolean;
  onToggle: () => void;
}

/** A description, which is HTML from outside and sanitised (server facts 1), clamped; nothing without text. */
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
