import { baseKeymap, toggleMark } from 'prosemirror-commands';
import { history, redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { NodeType } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState, type Plugin } from 'prosemirror-state';
import { linkAround, richText } from './rich-text.ts';

const { strong, em, del, link } = richText.marks;
const { bulletList, orderedList, listItem, hardBreak } = richText.nodes;

export const TOOLS = ['strong', 'em', 'del', 'link', 'bulletList', 'orderedList', 'undo', 'redo'] as const;
export type Tool = (typeof TOOLS)[number];

function listAround({ selection: { $from } }: EditorState): { type: NodeType; pos: number } | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type } = $from.node(depth);
    if (type === bulletList || type === orderedList) return { type, pos: $from.before(depth) };
  }
  return null;
}

const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const list = listAround(state);
    if (!list) return wrapInList(type)(state, dispatch);
    if (list.type === type) return liftListItem(listItem)(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(list.pos, type));
    return true;
  };

const addBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView());
  return true;
};

/** All text, not the document: a document selection does not find lists and links. */
const selectText: Command = ({ doc, tr }, dispatch) => {
  dispatch?.(tr.setSelection(TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))));
  return true;
};

export const COMMANDS: { readonly [Name in Exclude<Tool, 'link'>]: Command } = {
  strong: toggleMark(strong),
  em: toggleMark(em),
  del: toggleMark(del),
  bulletList: toggleList(bulletList),
  orderedList: toggleList(orderedList),
  undo,
  redo,
};

/** In the form of aria-keyshortcuts. */
export const TOOL_KEYS: { readonly [Name in Tool]: string } = {
  strong: 'Control+B',
  em: 'Control+I',
  del: 'Control+Shift+X',
  link: 'Control+K',
  bulletList: 'Control+Shift+8',
  orderedList: 'Control+Shift+7',
  undo: 'Control+Z',
  redo: 'Control+Shift+Z',
};

/** Tab is left to the page. */
export function pluginsWith(onLink: () => void): Plugin[] {
  const askForLink: Command = () => {
    onLink();
    return true;
  };
  return [
    history(),
    keymap({
      'Mod-a': selectText,
      'Mod-b': COMMANDS.strong,
      'Mod-i': COMMANDS.em,
      'Mod-Shift-x': COMMANDS.del,
      'Mod-k': askForLink,
      'Mod-Shift-8': COMMANDS.bulletList,
      'Mod-Shift-7': COMMANDS.orderedList,
      'Mod-z': undo,
      'Mod-Shift-z': redo,
      'Mod-y': redo,
      'Mod-]': sinkListItem(listItem),
      'Mod-[': liftListItem(listItem),
      'Shift-Enter': addBreak,
      Enter: splitListItem(listItem),
    }),
    keymap(baseKeymap),
  ];
}

export function isOn(state: EditorState, tool: Tool): boolean {
  const { from, to, empty, $from } = state.selection;
  switch (tool) {
    case 'undo':
    case 'redo':
      return false;
    case 'bulletList':
    case 'orderedList':
      return listAround(state)?.type === richText.nodes[tool];
    case 'link':
      return empty ? linkAround($from) !== null : state.doc.rangeHasMark(from, to, link);
    default: {
      const mark = richText.marks[tool];
      return empty
        ? mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined
        : state.doc.rangeHasMark(from, to, mark);
    }
  }
}

export function isUsable(state: EditorState, tool: Tool): boolean {
  if (tool === 'undo') return undoDepth(state) > 0;
  return tool === 'redo' ? redoDepth(state) > 0 : true;
}

export const linkTo =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to, empty, $from } = state.selection;
    const range = empty ? linkAround($from) : { from, to };
    const mark = link.create({ href });
    if (!range) dispatch?.(state.tr.replaceSelectionWith(richText.text(href, [mark]), false));
    else dispatch?.(state.tr.removeMark(range.from, range.to, link).addMark(range.from, range.to, mark));
    return true;
  };

export const unlink: Command = (state, dispatch) => {
  const { from, to, empty, $from } = state.selection;
  const range = empty ? linkAround($from) : { from, to };
  if (range) dispatch?.(state.tr.removeMark(range.from, range.to, link));
  return range !== null;
};
