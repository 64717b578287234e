import type { ReactNode } from 'react';

/** `narrow`: only where there is no side rail, which has the same link. */
interface Shown {
  shown?: 'always' | 'narrow' | undefined;
}

/**
 * An entry of a menu. Ids are unique within the menu. A `check` is on or off by itself; a `choice` is one value of
 * several. `closes`: whether a press closes the menu; by default actions and links do, checks and choices do not.
 */
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
    /** `current`: it leads to the open page; marked with a tick and aria-current. */
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
        /** `note`: what it comes to, at the end of its line. */
        options: readonly { value: string; label: string; icon?: ReactNode; note?: string | undefined }[];
        closes?: boolean | undefined;
        /** Also when it is the value already. */
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

/** Why a menu wants to open or close. */
export type MenuReason = 'press' | 'item' | 'escape' | 'outside' | 'other';
