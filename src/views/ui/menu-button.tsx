import type { ReactNode } from 'react';
import { EllipsisVertical } from 'lucide-react';
import type { IconButtonProps } from './icon-button.tsx';
import { menu } from './menu-chunk.ts';
import type { MenuEntry, MenuReason } from './menu-items.ts';
import { TriggerButton } from './trigger-button.tsx';
import { useTrigger } from './use-trigger.ts';

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
  sheetTitle?: string | undefined;
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
