import type { ReactNode } from 'react';

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

export type MenuReason = 'press' | 'item' | 'escape' | 'outside' | 'other';
