import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { cx } from './cx.ts';
import { Field, controlClass, describedBy } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { COMMANDS, linkTo, pluginsWith, unlink, type Tool } from './rich-text-commands.ts';
import { LinkRow, type LinkTexts } from './rich-text-link.tsx';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import { htmlOf, linkAround, richTextOf } from './rich-text.ts';
import { sanitizeHtml } from './sanitize.ts';

export interface RichTextFieldProps extends FieldTexts {
  /** HTML from outside, sanitised before it is shown. */
  value: string;
  /** HTML; an unchanged text comes back exactly as it was. */
  onChange: (html: string) => void;
  readOnly?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  texts: { readonly [Name in Tool]: string } & LinkTexts & { readonly toolbar: string };
}

interface Given {
  readonly value: string;
  readonly doc: Node;
}

/** Formatted text. Tab leaves it. Imports ProseMirror: load it with `chunk`. */
export function RichTextField({
  value,
  onChange,
  readOnly = false,
  disabled = false,
  className,
  texts,
  ...field
}: RichTextFieldProps) {
  const id = useId();
  const { box, state, isLinking, use, endLink } = useEditor({ id, value, onChange, isLocked: readOnly || disabled });
  const link = state && linkAround(state.selection.$from);
  return (
    <Field id={id} labelId={`${id}-label`} className={className} {...field}>
      <div
        className={cx(
          'overflow-hidden rounded-md border border-line-strong bg-surface-1 transition-[border-color] hover:border-ink-3',
          'has-[[role=textbox]:focus-visible]:outline-2 has-[[role=textbox]:focus-visible]:outline-focus',
          field.error && 'border-danger',
          disabled && 'opacity-60',
        )}
      >
        <RichTextToolbar
          state={state}
          label={texts.toolbar}
          names={texts}
          controls={id}
          isLocked={readOnly || disabled}
          onUse={use}
        />
        {isLinking && (
          <LinkRow
            texts={texts}
            href={link?.href ?? ''}
            onLink={(href) => endLink(linkTo(href))}
            onUnlink={() => endLink(unlink)}
            onCancel={() => endLink(null)}
          />
        )}
        <div
          ref={box}
          id={id}
          role="textbox"
          aria-multiline="true"
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy(id, field)}
          aria-invalid={Boolean(field.error) || undefined}
          aria-readonly={readOnly || undefined}
          aria-disabled={disabled || undefined}
          dir="auto"
          // Never changes: the editor adds to it.
          className={`${controlClass} rich-text max-h-96 min-h-32 max-w-none overflow-y-auto rounded-none border-0 whitespace-pre-wrap outline-none aria-readonly:bg-surface-2`}
        />
      </div>
    </Field>
  );
}

interface EditorInput extends Pick<RichTextFieldProps, 'value' | 'onChange'> {
  id: string;
  isLocked: boolean;
}

/** The editor in `box`, with its state and what its toolbar does. */
function useEditor({ id, value, onChange, isLocked }: EditorInput) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const given = useRef<Given | null>(null);
  const said = useRef(value);
  const change = useRef(onChange);
  const [state, setState] = useState<EditorState | null>(null);
  const [isLinking, setIsLinking] = useState(false);

  useLayoutEffect(() => {
    change.current = onChange;
  }, [onChange]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const editor = new EditorView(
      { mount: element },
      {
        state: EditorState.create({ doc: richTextOf(said.current), plugins: pluginsWith(() => setIsLinking(true)) }),
        transformPastedHTML: sanitizeHtml,
        dispatchTransaction(transaction) {
          const next = editor.state.apply(transaction);
          editor.updateState(next);
          setState(next);
          if (!transaction.docChanged) return;
          said.current = given.current && next.doc.eq(given.current.doc) ? given.current.value : htmlOf(next.doc);
          change.current(said.current);
        },
      },
    );
    view.current = editor;
    given.current = { value: said.current, doc: editor.state.doc };
    setState(editor.state);
    const label = document.getElementById(`${id}-label`);
    const focus = () => editor.focus();
    label?.addEventListener('click', focus);
    return () => {
      label?.removeEventListener('click', focus);
      view.current = null;
      editor.destroy();
    };
  }, [id]);

  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || value === said.current) return;
    said.current = value;
    const doc = richTextOf(value);
    given.current = { value, doc };
    const next = EditorState.create({ doc, plugins: editor.state.plugins });
    editor.updateState(next);
    setState(next);
    setIsLinking(false);
  }, [value]);

  useLayoutEffect(() => {
    view.current?.setProps({ editable: () => !isLocked });
  }, [isLocked]);

  const use = (tool: Tool) => {
    const editor = view.current;
    if (!editor || isLocked) return;
    if (tool === 'link') {
      setIsLinking(true);
      return;
    }
    COMMANDS[tool](editor.state, editor.dispatch);
    editor.focus();
  };
  const endLink = (command: ReturnType<typeof linkTo> | null) => {
    setIsLinking(false);
    const editor = view.current;
    if (!editor) return;
    command?.(editor.state, editor.dispatch);
    editor.focus();
  };
  return { box, state, isLinking: isLinking && !isLocked, use, endLink };
}
