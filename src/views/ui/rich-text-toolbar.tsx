import type { KeyboardEvent, ReactNode } from 'react';
import { useState } from 'react';
import type { EditorState } from 'prosemirror-state';
import { Bold, Italic, Link, List, ListOrdered, Redo2, Strikethrough, Undo2 } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { isOn, isUsable, TOOL_KEYS, TOOLS, type Tool } from './rich-text-commands.ts';
import { isRightToLeft, rovingTarget } from './roving.ts';

const ICONS: { readonly [Name in Tool]: ReactNode } = {
  strong: <Bold size={16} />,
  em: <Italic size={16} />,
  del: <Strikethrough size={16} />,
  link: <Link size={16} />,
  bulletList: <List size={16} />,
  orderedList: <ListOrdered size={16} />,
  undo: <Undo2 size={16} />,
  redo: <Redo2 size={16} />,
};
const isToggle = (tool: Tool) => tool !== 'undo' && tool !== 'redo';

interface ToolbarProps {
  state: EditorState | null;
  label: string;
  names: { readonly [Name in Tool]: string };
  controls: string;
  isLocked: boolean;
  onUse: (tool: Tool) => void;
}

export function RichTextToolbar({ state, label, names, controls, isLocked, onUse }: ToolbarProps) {
  const [stop, setStop] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const target = rovingTarget(event, stop, TOOLS.length, isRightToLeft(event.currentTarget));
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    setStop(target);
    event.currentTarget.querySelectorAll('button')[target]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className="flex flex-wrap gap-0.5 border-b border-line p-1"
      onKeyDown={move}
    >
      {TOOLS.map((tool, index) => (
        <IconButton
          key={tool}
          size="sm"
          label={names[tool]}
          icon={ICONS[tool]}
          shortcut={TOOL_KEYS[tool]}
          tabIndex={index === stop ? 0 : -1}
          pressed={isToggle(tool) ? state !== null && isOn(state, tool) : undefined}
          aria-disabled={isLocked || state === null || !isUsable(state, tool) || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setStop(index)}
          onClick={() => onUse(tool)}
        />
      ))}
    </div>
  );
}
