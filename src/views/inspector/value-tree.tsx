import { useTranslations } from 'use-intl';
import type { ValueRow } from '../../machines/inspector/value-rows.logic.ts';
import { moveInList } from '../ui/roving.ts';

export function ValueTree({
  label,
  rows,
  onToggle,
}: {
  label: string;
  rows: readonly ValueRow[];
  onToggle: (path: string) => void;
}) {
  const t = useTranslations('inspector.data');
  return (
    <ul className="inspector-values" aria-label={label}>
      {rows.map(({ path, level, key, text, isFolded, change, before }) => (
        <li key={path} data-change={change ?? undefined} style={{ paddingInlineStart: `${level * 0.9}rem` }}>
          {isFolded === null ? (
            <span className="inspector-key">{key}</span>
          ) : (
            <button
              type="button"
              className="inspector-key"
              aria-expanded={!isFolded}
              onClick={() => onToggle(path)}
              onKeyDown={moveInList}
            >
              {key}
            </button>
          )}{' '}
          <span className="inspector-value">{text}</span>
          {change && (
            <span className="inspector-change">{before === null ? t(change) : t('was', { value: before })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
