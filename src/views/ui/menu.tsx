import type { ReactNode } from 'react';
import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { AppLink } from './app-link.tsx';
import { cx } from './cx.ts';
import type { MenuEntry, MenuReason } from './menu-items.ts';
import { pressedOn } from './pressed-on.ts';

/** Widths of a kebab menu and of its submenus (CON-060, CON-061). */
export const MENU_WIDTH = 192;
export const SUBMENU_WIDTH = 144;

export interface MenuProps {
  open: boolean;
  /** The menu wants to close (or open): the owner decides. */
  onOpenChange: (open: boolean, reason: MenuReason) => void;
  /** The button it hangs on; focus returns there. */
  anchor: HTMLElement | null;
  label: string;
  entries: readonly MenuEntry[];
  width?: number | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
}

/**
 * A menu of actions, links, ticks, choices and submenus. Arrow keys, letters, Home and End move; Escape closes one level;
 * a submenu opens on the other side where there is no room (WID-006). Imports Base UI: load it lazily, or use MenuButton.
 */
export function Menu({ open, onOpenChange, anchor, label, entries, width = MENU_WIDTH, align = 'end' }: MenuProps) {
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    const reason = reasonOf(details.reason);
    if (reason !== 'outside' || !pressedOn(anchor, details.event)) onOpenChange(next, reason);
  };
  return (
    <Base.Root open={open} modal={false} onOpenChange={change}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align={align} sideOffset={4} collisionPadding={8} className="z-65 outline-none">
          <Base.Popup aria-label={label} finalFocus={{ current: anchor }} className={popupClass} style={{ width }}>
            <Entries entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const popupClass = 'overlay-pop max-h-(--available-height) max-w-(--available-width) overflow-y-auto overscroll-contain rounded-md border border-line bg-surface-1 p-1 text-ink shadow-overlay outline-none';
const itemClass =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-start text-sm no-underline outline-none select-none touch:min-h-11 ' +
  'data-highlighted:bg-surface-2 data-popup-open:bg-surface-2 data-disabled:cursor-not-allowed data-disabled:opacity-45 forced-colors:data-highlighted:outline-2';

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry) => <Entry key={entry.id} entry={entry} />);
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'action':
      return (
        <Base.Item className={cx(itemClass, entry.tone === 'danger' && 'text-danger', shownClass(entry))} disabled={entry.disabled} label={entry.label} onClick={entry.onSelect}>
          <Face icon={entry.icon} label={entry.label} />
          {entry.shortcut && <kbd className="font-sans text-xs text-ink-3">{entry.shortcut}</kbd>}
        </Base.Item>
      );
    case 'link':
      return (
        <Base.LinkItem className={cx(itemClass, shownClass(entry))} label={entry.label} closeOnClick render={<AppLink to={entry.to} aria-current={entry.current ? 'page' : undefined} />}>
          <Face icon={entry.icon} label={entry.label} />
          {entry.current && <Check size={16} className="text-accent-text" />}
        </Base.LinkItem>
      );
    case 'check':
      return (
        <Base.CheckboxItem className={itemClass} checked={entry.checked} onCheckedChange={entry.onToggle} label={entry.label}>
          <Face label={entry.label} />
          <Base.CheckboxItemIndicator><Check size={16} className="text-accent-text" /></Base.CheckboxItemIndicator>
        </Base.CheckboxItem>
      );
    case 'choice':
      return (
        <Base.RadioGroup value={entry.value} onValueChange={entry.onChoose} aria-label={entry.label}>
          {entry.options.map((option) => (
            <Base.RadioItem key={option.value} className={itemClass} value={option.value} label={option.label}>
              <Face label={option.label} />
              <Base.RadioItemIndicator><Check size={16} className="text-accent-text" /></Base.RadioItemIndicator>
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      );
    case 'submenu':
      return (
        <Base.SubmenuRoot>
          <Base.SubmenuTrigger className={itemClass} disabled={entry.disabled} label={entry.label}>
            <Face icon={entry.icon} label={entry.label} />
            <ChevronRight size={16} className="text-ink-3 rtl:-scale-x-100" />
          </Base.SubmenuTrigger>
          <Base.Portal>
            <Base.Positioner sideOffset={2} alignOffset={-5} collisionPadding={8} className="z-65 outline-none">
              <Base.Popup className={popupClass} style={{ width: SUBMENU_WIDTH }}><Entries entries={entry.entries} /></Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.SubmenuRoot>
      );
    case 'separator':
      return <Base.Separator className={cx('mx-1.5 my-1 h-px bg-line', shownClass(entry))} />;
  }
}

const shownClass = ({ shown }: MenuEntry) => shown === 'narrow' && 'railed:hidden';

function Face({ icon, label }: { icon?: ReactNode; label: string }) {
  return (
    <>
      {icon && <span className="grid w-5 shrink-0 place-items-center opacity-80">{icon}</span>}
      <span className="min-w-0 flex-1">{label}</span>
    </>
  );
}

function reasonOf(reason: Base.Root.ChangeEventDetails['reason']): MenuReason {
  switch (reason) {
    case 'trigger-press': return 'press';
    case 'item-press': case 'close-press': return 'item';
    case 'escape-key': return 'escape';
    case 'outside-press': case 'focus-out': return 'outside';
    default: return 'other';
  }
}
