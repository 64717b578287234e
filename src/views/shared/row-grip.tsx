import type { KeyboardEvent, ReactNode } from 'react';
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActorRefOf, useMenu } from '../app/actors-context.tsx';
import { dragRow } from '../ui/drag-row.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { menu } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';
import { useTrigger } from '../ui/use-trigger.ts';

export interface RowGripProps {
  title: string;
  menuId: string;
  /** The dialog of the list, where it is a menu too. */
  dialogId?: string | undefined;
  index: number;
  count: number;
  tabIndex: number;
  onMove: (index: number) => void;
  onKeep?: (() => void) | undefined;
  onCarry: (isCarried: boolean) => void;
}

/** Moves a row of a VirtualList with `ids`: by pointer, arrow keys, or its menu. Escape cancels a drag. */
export function RowGrip({ title, menuId, dialogId, index, count, tabIndex, onMove, onKeep, onCarry }: RowGripProps) {
  const t = useTranslations('order');
  const menus = useActorRefOf('menus');
  const { open, onOpenChange } = useMenu(menuId);
  const change = (next: boolean) => {
    // The dialog around it is the open menu again.
    if (!next && dialogId !== undefined) menus.send({ type: 'menus.open', id: dialogId });
    else onOpenChange(next);
  };
  const { anchor, openedByKey, trigger } = useTrigger({
    popup: 'menu',
    open,
    onPress: change,
    onPrefetch: menu.preload,
  });
  const moveTo = (to: number) => {
    onMove(to);
    onKeep?.();
  };
  const stepBy = (event: KeyboardEvent<HTMLElement>) => {
    const to = index + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0);
    if (to === index) return;
    event.preventDefault();
    event.stopPropagation();
    if (to >= 0 && to < count) moveTo(to);
  };
  const entry = (id: 'up' | 'down' | 'first' | 'last', to: number, icon: ReactNode): MenuEntry => ({
    kind: 'action',
    id,
    label: t(`moves.${id}`),
    icon,
    disabled: to === index || to < 0 || to >= count,
    onSelect: () => moveTo(to),
  });
  return (
    <>
      <IconButton
        {...trigger}
        data-grip=""
        tip={null}
        tabIndex={tabIndex}
        label={t('move', { title })}
        aria-keyshortcuts="ArrowUp ArrowDown"
        icon={<GripVertical size={18} />}
        className="cursor-grab touch-none active:cursor-grabbing"
        onKeyDown={stepBy}
        onPointerDown={(event) =>
          dragRow(event, {
            count,
            onStart: () => onCarry(true),
            onMove,
            onEnd(isGivenUp) {
              if (isGivenUp) onMove(index);
              else onKeep?.();
              onCarry(false);
            },
          })
        }
      />
      {open && anchor && (
        <menu.View
          open
          anchor={anchor}
          openedByKey={openedByKey}
          label={t('move', { title })}
          onOpenChange={change}
          entries={[
            entry('up', index - 1, <ArrowUp size={16} />),
            entry('down', index + 1, <ArrowDown size={16} />),
            entry('first', 0, <ArrowUpToLine size={16} />),
            entry('last', count - 1, <ArrowDownToLine size={16} />),
          ]}
        />
      )}
    </>
  );
}
