import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { EllipsisVertical } from 'lucide-react';
import { useDomStore } from './dom-store.ts';
import { IconButton } from './icon-button.tsx';
import type { IconButtonProps } from './icon-button.tsx';
import type { MenuEntry, MenuReason } from './menu-items.ts';

const loadMenu = () => import('./menu.tsx');
const Menu = lazy(() => loadMenu().then((module) => ({ default: module.Menu })));

export interface MenuButtonProps {
  label: string;
  /** The kebab when absent. */
  icon?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean, reason: MenuReason) => void;
  entries: readonly MenuEntry[];
  size?: IconButtonProps['size'];
  width?: number | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  disabled?: boolean | undefined;
}

/** An icon button with a menu. The menu's code comes when pointer or focus is on the button, or at the first press. */
export function MenuButton({ label, icon = <EllipsisVertical size={18} />, open, onOpenChange, entries, size, width, align, disabled }: MenuButtonProps) {
  const [anchor, anchorStore] = useDomStore<HTMLElement | null>(null);
  const warm = () => void loadMenu();
  return (
    <>
      <IconButton
        ref={anchorStore.write}
        label={label}
        icon={icon}
        size={size}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => onOpenChange(!open, 'press')}
      />
      {open && <Suspense fallback={null}><Menu open anchor={anchor} label={label} entries={entries} width={width} align={align} onOpenChange={onOpenChange} /></Suspense>}
    </>
  );
}
