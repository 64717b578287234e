import type { ReactNode, ComponentProps } from 'react';
import { EllipsisVertical, ChevronDown } from 'lucide-react';
import { chunk } from './chunk.tsx';
import { IconButton } from './icon-button.tsx';
import type { IconButtonProps } from './icon-button.tsx';
import type { SheetHead } from './popup.ts';
import { useTrigger } from './use-trigger.ts';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';

/** Loads while pointer or focus is on a button with a menu, or at the first press. */
export const menu = chunk(async () => (await import('./menu.tsx')).Menu);

/** `narrow`: only without a side rail, which has the same link. */
interface Shown {
  shown?: 'always' | 'narrow' | undefined;
}

/** Ids are unique within the menu. `closes`: by default actions and links close it, checks and choices do not. */
export type MenuEntry = Shown &
  (
    | {
        kind: 'action';
        id: string;
        label: string;
        icon?: ReactNode;
        tone?: 'danger' | undefined;
        disabled?: boolean | undefined;
        shortcut?: string | undefined;
        closes?: boolean | undefined;
        onSelect: () => void;
      }
    | { kind: 'link'; id: string; label: string; icon?: ReactNode; to: string; current?: boolean | undefined }
    | {
        kind: 'check';
        id: string;
        label: string;
        checked: boolean;
        closes?: boolean | undefined;
        onToggle: (checked: boolean) => void;
      }
    | {
        kind: 'choice';
        id: string;
        label: string;
        value: string;
        options: readonly { value: string; label: string; icon?: ReactNode; note?: string | undefined }[];
        closes?: boolean | undefined;
        onChoose: (value: string) => void;
      }
    | {
        kind: 'submenu';
        id: string;
        label: string;
        icon?: ReactNode;
        disabled?: boolean | undefined;
        entries: readonly MenuEntry[];
      }
    | { kind: 'separator'; id: string }
  );

/** The entries that apply. */
export const entriesFrom = (entries: readonly (MenuEntry | false | null | undefined)[]): readonly MenuEntry[] =>
  entries.filter((entry) => entry !== false && entry !== null && entry !== undefined);

export type MenuReason = 'press' | 'item' | 'escape' | 'outside' | 'other';

export interface MenuButtonProps {
  label: string;
  icon?: ReactNode;
  text?: string | undefined;
  iconOnPhone?: boolean | undefined;
  open: boolean;
  onOpenChange: (open: boolean, reason: MenuReason) => void;
  entries: readonly MenuEntry[];
  size?: IconButtonProps['size'];
  width?: number | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  sheet?: SheetHead | undefined;
  disabled?: boolean | undefined;
  tabIndex?: number | undefined;
}

export function MenuButton({
  label,
  icon = <EllipsisVertical size={18} />,
  text,
  iconOnPhone = false,
  open,
  onOpenChange,
  entries,
  size,
  width,
  align,
  sheet,
  disabled,
  tabIndex,
}: MenuButtonProps) {
  const { anchor, openedByKey, trigger } = useTrigger({
    popup: 'menu',
    open,
    onPress: (next) => onOpenChange(next, 'press'),
    onPrefetch: menu.preload,
  });
  return (
    <>
      <TriggerButton
        {...trigger}
        label={label}
        icon={icon}
        text={text}
        iconOnPhone={iconOnPhone}
        size={size}
        disabled={disabled}
        tabIndex={tabIndex}
      />
      {open && (
        <menu.View
          open
          anchor={anchor}
          openedByKey={openedByKey}
          label={label}
          entries={entries}
          width={width}
          align={align}
          sheet={sheet}
          onOpenChange={onOpenChange}
        />
      )}
    </>
  );
}

interface TriggerButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  label: string;
  icon: ReactNode;
  text?: string | undefined;
  iconOnPhone?: boolean | undefined;
  size?: IconButtonProps['size'];
}

export function TriggerButton({ label, icon, text, iconOnPhone = false, size, ...rest }: TriggerButtonProps) {
  if (text === undefined) return <IconButton {...rest} label={label} icon={icon} size={size} />;
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={buttonClass(
        'ghost',
        'md',
        'max-w-72 min-w-0 shrink! px-2.5 aria-expanded:bg-surface-2 aria-expanded:text-ink phone:max-w-60',
      )}
    >
      {icon}
      <span className={cx('truncate', iconOnPhone && 'phone:hidden')}>{text}</span>
      <ChevronDown size={14} className={cx('shrink-0 opacity-70', iconOnPhone && 'phone:hidden')} />
    </button>
  );
}
