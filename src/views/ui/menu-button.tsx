import type { ReactNode } from 'react';
import { EllipsisVertical } from 'lucide-react';
import type { IconButtonProps } from './icon-button.tsx';
import { menu } from './menu-chunk.ts';
import type { MenuEntry, MenuReason } from './menu-items.ts';
import { TriggerButton } from './trigger-button.tsx';
import { useTrigger } from './use-trigger.ts';

export interface MenuButtonProps {
  label: string;
  /** Three dots when absent. */
  icon?: ReactNode;
  /** Beside the icon, cut where there is no room. The label still names the button. */
  text?: string | undefined;
  /** Phones show the icon without the text. */
  iconOnPhone?: boolean | undefined;
  open: boolean;
  onOpenChange: (open: boolean, reason: MenuReason) => void;
  entries: readonly MenuEntry[];
  size?: IconButtonProps['size'];
  width?: number | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /** On phones the menu is a sheet with this title; a menu when absent. */
  sheetTitle?: string | undefined;
  disabled?: boolean | undefined;
  /** Of a button in a grid. */
  tabIndex?: number | undefined;
}

/** An icon button, or one with text, with a menu. */
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
  sheetTitle,
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
          sheetTitle={sheetTitle}
          onOpenChange={onOpenChange}
        />
      )}
    </>
  );
}
