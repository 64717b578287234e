import { Check, ChevronRight } from 'lucide-react';
import { focusOnMount } from '../ui/focus-on-mount.ts';
import { moveInList } from '../ui/roving.ts';
import { typeToSearch } from '../ui/type-to-search.ts';

interface FilterRowProps {
  label: string;
  chosen: boolean;
  leadsOn?: boolean;
  takesFocus?: boolean;
  tabIndex?: number;
  onPress: () => void;
}

export function FilterRow({ label, chosen, leadsOn = false, takesFocus = false, tabIndex, onPress }: FilterRowProps) {
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      ref={takesFocus ? focusOnMount : undefined}
      aria-pressed={leadsOn ? undefined : chosen}
      onClick={onPress}
      onKeyDown={(event) => {
        moveInList(event);
        typeToSearch(event);
      }}
      className="flex h-9 w-full items-center gap-2 rounded-sm px-2.5 text-start text-sm text-ink hover:bg-surface-2 focus-visible:outline-offset-[-2px] touch:h-11"
    >
      <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
      {chosen && <Check size={16} className="shrink-0 text-accent-text" />}
      {leadsOn && <ChevronRight size={16} className="shrink-0 text-ink-3 rtl:-scale-x-100" />}
    </button>
  );
}
