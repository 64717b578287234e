import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { isRightToLeft, rovingTarget } from './roving.ts';
import { showOnMount } from './focus-moves.ts';

export interface Tab<Id extends string> {
  id: Id;
  label: string;
}

export interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  active: Id;
  onChange: (id: Id) => void;
  children: ReactNode;
}

/** Tabs over one panel. Arrow keys, Home and End choose a tab; the Tab key goes on to the panel. */
export function Tabs<Id extends string>({ label, tabs, active, onChange, children }: TabsProps<Id>) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex((tab) => tab.id === active);
    const target = rovingTarget(event, index, tabs.length, isRightToLeft(event.currentTarget));
    const tab = target === null ? undefined : tabs[target];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.id);
    document.getElementById(`${id}-${tab.id}`)?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col">
      <div
        role="tablist"
        aria-label={label}
        // Firefox takes what scrolls for a tab stop.
        tabIndex={-1}
        onKeyDown={move}
        className="flex shrink-0 gap-1 phone:gap-0 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            ref={tab.id === active ? showOnMount : undefined}
            role="tab"
            aria-selected={tab.id === active}
            aria-controls={tab.id === active ? `${id}-panel` : undefined}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={cx(
              'relative min-h-10 shrink-0 rounded-t-sm px-3 phone:px-2 text-sm font-medium whitespace-nowrap -outline-offset-2 after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full touch:min-h-11',
              tab.id === active ? 'text-accent-text after:bg-accent forced-colors:border' : 'text-ink-2 hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${active}`}
        tabIndex={0}
        className="min-w-0 pt-4 -outline-offset-2"
      >
        {children}
      </div>
    </div>
  );
}
