import type { ReactNode } from 'react';

/** An entry of a menu. Ids are unique within the menu. */
export type MenuEntry =
  | { kind: 'action'; id: string; label: string; icon?: ReactNode; tone?: 'danger' | undefined; disabled?: boolean | undefined; shortcut?: string | undefined; onSelect: () => void }
  | { kind: 'link'; id: string; label: string; icon?: ReactNode; to: string }
  | { kind: 'check'; id: string; label: string; checked: boolean; onToggle: (checked: boolean) => void }
  | { kind: 'choice'; id: string; label: string; value: string; options: readonly { value: string; label: string }[]; onChoose: (value: string) => void }
  | { kind: 'submenu'; id: string; label: string; icon?: ReactNode; disabled?: boolean | undefined; entries: readonly MenuEntry[] }
  | { kind: 'separator'; id: string };

/** Why a menu wants to open or close. */
export type MenuReason = 'press' | 'item' | 'escape' | 'outside' | 'other';
