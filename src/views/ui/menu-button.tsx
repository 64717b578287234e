import type { ReactNode } from 'react';
import { ChevronDown, EllipsisVertical } from 'lucide-react';
import { buttonClass } from './button-class.ts';
import { cx } from './cx.ts';
import { useDomStore } from './dom-store.ts';
import { IconButton } from './icon-button.tsx';
import type { IconButtonProps } from './icon-button.tsx';
import { menu } from './menu-chunk.ts';
import type { MenuEntry, MenuReason } from './menu-items.ts';

export interface MenuButtonProps {
  label: string;
  /** The kebab when absent. */
  icon?: ReactNode;
  /** Shown beside the icon, cut where there is no room; the label names the button. */
  text?: string | undefined;
  /** On phones only the icon stays of a button with text. */
  iconOnPhone?: boolean | undefined;
  open: boolean;
  onOpenChange: (open: boolean, reason: MenuReason) => void;
  entries: readonly MenuEntry[];
  size?: IconButtonProps['size'];
  width?: number | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  disabled?: boolean | undefined;
}

/** An icon button, or one with text, with a menu. */
export function MenuButton({ label, icon = <EllipsisVertical size={18} />, text, iconOnPhone = false, open, onOpenChange, entries, size, width, align, disabled }: MenuButtonProps) {
  const [anchor, anchorStore] = useDomStore<HTMLElement | null>(null);
  const behaviour = {
    ref: anchorStore.write,
    disabled,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: menu.preload,
    onFocus: menu.preload,
    onClick: () => onOpenChange(!open, 'press'),
  } as const;
  return (
    <>
      {text === undefined ? <IconButton {...behaviour} label={label} icon={icon} size={size} /> : (
        <button {...behaviour} type="button" aria-label={label} className={buttonClass('ghost', 'md', 'max-w-56 shrink! px-2.5 aria-expanded:bg-surface-2 aria-expanded:text-ink phone:max-w-32')}>
          {icon}
          <span className={cx('truncate', iconOnPhone && 'phone:hidden')}>{text}</span>
          <ChevronDown size={14} className={cx('shrink-0 opacity-70', iconOnPhone && 'phone:hidden')} />
        </button>
      )}
      {open && <menu.View open anchor={anchor} label={label} entries={entries} width={width} align={align} onOpenChange={onOpenChange} />}
    </>
  );
}
