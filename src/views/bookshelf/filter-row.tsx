import { Check, ChevronRight } from 'lucide-react';

/** One line of the filter menu. */
export function FilterRow({ label, chosen, leadsOn = false, tabIndex, onPress }: { label: string; chosen: boolean; leadsOn?: boolean; tabIndex?: number; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-pressed={leadsOn ? undefined : chosen}
      onClick={onPress}
      className="flex h-9 w-full items-center gap-2 rounded-sm px-2.5 text-start text-sm text-ink hover:bg-surface-2 focus-visible:outline-offset-[-2px] touch:h-11"
    >
      <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
      {chosen && <Check size={16} className="shrink-0 text-accent-text" />}
      {leadsOn && <ChevronRight size={16} className="shrink-0 text-ink-3 rtl:-scale-x-100" />}
    </button>
  );
}
