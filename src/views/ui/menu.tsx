import { useRef } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight, X } from 'lucide-react';
import { AppLink } from './links.tsx';
import { cx } from './cx.ts';
import { useIsPhone } from './media-query.ts';
import type { MenuEntry, MenuReason } from './menu-button.tsx';
import {
  panelOffset,
  pressedOn,
  backdrop,
  sheetPopup,
  sheetPositioner,
  sheetHeadClass,
  useTakesAllPresses,
  type SheetHead,
} from './popup.ts';
import { KeyHint } from './tooltip-layer.tsx';
import { rem } from './rem.ts';

/** CSS pixels. */
export const MENU_WIDTH = 192;
export const SUBMENU_WIDTH = 144;

export interface MenuProps {
  open: boolean;
  onOpenChange: (open: boolean, reason: MenuReason) => void;
  /** The button that opens it. It returns the focus (`useTrigger`). */
  anchor: HTMLElement | null;
  /** A key opened it: the focus begins at an entry (`useTrigger`). */
  openedByKey: () => boolean;
  label: string;
  entries: readonly MenuEntry[];
  width?: number | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /** On phones a sheet with this head. */
  sheet?: SheetHead | undefined;
}

/** A menu of actions, links, checks, choices and submenus. Imports Base UI: load it lazily, or use MenuButton. */
export function Menu({
  open,
  onOpenChange,
  anchor,
  label,
  entries,
  width = MENU_WIDTH,
  align = 'end',
  sheet,
  openedByKey,
}: MenuProps) {
  const isSheet = sheet !== undefined;
  const isPhone = useIsPhone();
  const isModal = useTakesAllPresses(isSheet);
  const isEntered = useRef(false);
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const isFirst = !isEntered.current;
    isEntered.current = true;
    if (isFirst && target === currentTarget && openedByKey()) focusFirst(currentTarget);
  };
  const change = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    const reason = reasonOf(details.reason);
    if (reason !== 'outside' || !pressedOn(anchor, details.event)) onOpenChange(next, reason);
  };
  return (
    <Base.Root open={open} modal={isModal} onOpenChange={change}>
      <Base.Portal>
        {isModal && <Base.Backdrop className={backdrop(isSheet)} />}
        <Base.Positioner
          anchor={anchor}
          align={align}
          sideOffset={panelOffset(anchor, 4)}
          collisionPadding={8}
          className={sheetPositioner(isSheet)}
        >
          <Base.Popup
            aria-label={label}
            finalFocus={false}
            onFocus={enter}
            className={sheetPopup(isSheet, popupClass)}
            style={{ width: rem(width) }}
          >
            {sheet && isPhone && (
              <div className={`${sheetHeadClass} -top-1 -mx-1 -mt-1`}>
                <p aria-hidden="true" className="min-w-0 flex-1 truncate">
                  {sheet.title}
                </p>
                <Base.Item data-close="" aria-label={sheet.closeLabel} label={sheet.closeLabel} className={closeClass}>
                  <X size={20} aria-hidden="true" />
                </Base.Item>
              </div>
            )}
            <Entries entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function focusFirst(popup: HTMLElement): void {
  const entries = [...popup.querySelectorAll<HTMLElement>(FIRST)];
  const chosen =
    entries[0]?.role === 'menuitemradio' ? entries.find((entry) => entry.ariaChecked === 'true') : undefined;
  for (const entry of chosen ? [chosen] : entries) {
    entry.focus();
    // An entry for narrow windows can't take the focus in wide ones.
    if (document.activeElement === entry) return;
  }
}

const FIRST = '[role^="menuitem"]:not([aria-disabled="true"], [data-close])';

const popupClass =
  'max-h-(--available-height) max-w-(--available-width) overflow-y-auto overscroll-contain rounded-md border border-line bg-surface-1 p-1 text-ink shadow-overlay outline-none';
const closeClass =
  'grid size-10 shrink-0 cursor-pointer place-items-center rounded-md text-ink-2 select-none touch:size-11 data-highlighted:bg-surface-2 data-highlighted:text-ink forced-colors:data-highlighted:outline-2';
const itemClass =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1.5 text-start text-sm no-underline outline-offset-[-2px] select-none touch:min-h-11 ' +
  'data-highlighted:bg-surface-2 data-popup-open:bg-surface-2 data-disabled:cursor-not-allowed data-disabled:opacity-45 forced-colors:data-highlighted:outline-2';

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry) => <Entry key={entry.id} entry={entry} />);
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'action':
      return (
        <Base.Item
          className={cx(itemClass, entry.tone === 'danger' && 'text-danger', shownClass(entry))}
          disabled={entry.disabled}
          label={entry.label}
          closeOnClick={entry.closes ?? true}
          onClick={entry.onSelect}
        >
          <Face icon={entry.icon} label={entry.label} />
          {entry.shortcut && <KeyHint className="text-ink-3">{entry.shortcut}</KeyHint>}
        </Base.Item>
      );
    case 'link':
      return (
        <Base.LinkItem
          className={cx(itemClass, shownClass(entry))}
          label={entry.label}
          closeOnClick
          render={<AppLink to={entry.to} aria-current={entry.current ? 'page' : undefined} />}
        >
          <Face icon={entry.icon} label={entry.label} />
          {entry.current && <Check size={16} className="text-accent-text" />}
        </Base.LinkItem>
      );
    case 'check':
      return (
        <Base.CheckboxItem
          className={itemClass}
          checked={entry.checked}
          onCheckedChange={(checked) => entry.onToggle(checked)}
          closeOnClick={entry.closes}
          label={entry.label}
        >
          <Mark kind="check" on={entry.checked} />
          <Face label={entry.label} />
        </Base.CheckboxItem>
      );
    case 'choice':
      return (
        <Base.RadioGroup value={entry.value} onValueChange={(value) => entry.onChoose(value)} aria-label={entry.label}>
          {entry.options.map((option) => (
            <Base.RadioItem
              key={option.value}
              className={itemClass}
              value={option.value}
              closeOnClick={entry.closes}
              label={option.label}
            >
              <Mark kind="choice" on={option.value === entry.value} />
              <Face icon={option.icon} label={option.label} />
              {option.note && <span className="text-xs whitespace-nowrap text-ink-2 tabular-nums"> {option.note}</span>}
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
              <Base.Popup className={sheetPopup(false, popupClass)} style={{ width: rem(SUBMENU_WIDTH) }}>
                <Entries entries={entry.entries} />
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.SubmenuRoot>
      );
    case 'separator':
      return <Base.Separator className={cx('mx-1.5 my-1 h-px bg-line', shownClass(entry))} />;
  }
}

const shownClass = ({ shown }: MenuEntry) => shown === 'narrow' && 'railed:hidden';

function Mark({ kind, on }: { kind: 'check' | 'choice'; on: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'mx-0.5 grid size-4 shrink-0 place-items-center text-accent-ink',
        kind === 'check' ? 'rounded-xs' : 'rounded-full',
        on ? 'border-accent' : 'border-line-strong',
        on && kind === 'choice' ? 'border-5' : 'border',
        on && kind === 'check' && 'bg-accent',
      )}
    >
      {on && kind === 'check' && <Check size={12} strokeWidth={3} className="forced-colors:text-[ButtonText]" />}
    </span>
  );
}

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
    case 'trigger-press':
      return 'press';
    case 'item-press':
    case 'close-press':
      return 'item';
    case 'escape-key':
      return 'escape';
    case 'outside-press':
    case 'focus-out':
      return 'outside';
    default:
      return 'other';
  }
}
