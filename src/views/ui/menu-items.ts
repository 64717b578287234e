import type { ReactNode } from 'react';

/** `narrow`: the entry stands in for something that only wide windows show beside the menu (the side rail). */
interface Shown {
  shown?: 'always' | 'narrow' | undefined;
}

/** An entry of a menu. Ids are unique within the menu. */
export type MenuEntry = Shown & (
  | { kind: 'action'; id: string; label: string; icon?: ReactNode; tone?: 'danger' | undefined; disabled?: boolean | undefined; shortcut?: string | undefined; onSelect: () => void }
  /** `current`: it leads to where the visitor is; marked with a tick and aria-current. */
  | { kind: 'link'; id: string; label: string; icon?: ReactNode; to: string; current?: boolean | undefined }
  | { kind: 'check'; id: string; label: string; checked: boolean; onToggle: (checked: boolean) => void }
  | { kind: 'choice'; id: string; label: string; value: string; options: readonly { value: string; label: string }[]; onChoose: (value: string) => void }
  | { kind: 'submenu'; id: string; label: string; icon?: ReactNode; disabled?: boolean | undefined; entries: readonly MenuEntry[] }
  | { kind: 'separator'; id: string }
);

/** Why a menu wants to open or close. */
export type MenuReason = 'press' | 'item' | 'escape' | 'outside' | 'other';
