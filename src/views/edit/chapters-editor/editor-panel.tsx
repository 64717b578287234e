import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ChaptersEditorRef } from '../../../machines/edit/chapters-editor/chapters-editor.machine.ts';
import {
  selectCurrentNumber,
  selectExported,
  selectFields,
  selectPasted,
} from '../../../machines/edit/chapters-editor/chapters-editor.selectors.ts';
import type { PanelFields, PanelName } from '../../../machines/edit/chapters-editor/editor.logic.ts';
import { TEXT_FORMATS } from '../../../machines/edit/chapters-editor/text-formats.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
import { panelFocus } from '../../ui/focus-moves.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

type FormPanel = Exclude<PanelName, 'lookup'>;

function useTyping() {
  const page = usePageRef<ChaptersEditorRef>();
  return <Name extends keyof PanelFields>(field: Name, value: PanelFields[Name]) =>
    page.send({ type: 'chapters.typeIn', field, value } as Parameters<typeof page.send>[0]);
}

/** Enter applies the tool, Escape closes it. */
export function EditorPanel({ panel }: { panel: FormPanel }) {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const fault = useSelector(page, ({ context }) => context.fault);
  return (
    <form
      ref={panelFocus}
      aria-label={t(panel)}
      onSubmit={submitting(() =>
        page.send(panel === 'export' ? { type: 'chapters.download' } : { type: 'chapters.runPanel' }),
      )}
    >
      <KeyScope
        className="flex flex-col gap-3 rounded-md bg-surface-1 p-3"
        onKey={({ key }) => {
          if (key === 'Escape') page.send({ type: 'chapters.closePanel' });
          return key === 'Escape';
        }}
      >
        <Fields panel={panel} />
        {fault && <FormMessage tone="danger">{t(`fault.${fault}`)}</FormMessage>}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" size="sm">
            {panel === 'export' ? t('download') : t('apply')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => page.send({ type: 'chapters.closePanel' })}>
            {t('close')}
          </Button>
        </div>
      </KeyScope>
    </form>
  );
}

function Fields({ panel }: { panel: FormPanel }) {
  switch (panel) {
    case 'shift':
      return <ShiftFields />;
    case 'add':
      return <AddFields />;
    case 'rename':
      return <RenameFields />;
    case 'paste':
      return <PasteFields />;
    case 'export':
      return <ExportFields />;
  }
}

/** Without a choice before a chapter had the focus. */
function Range({ all, here }: { all: string; here: (number: number) => string }) {
  const t = useTranslations('chapters');
  const type = useTyping();
  const page = usePageRef<ChaptersEditorRef>();
  const { isFromHere } = useSelector(page, selectFields);
  const number = useSelector(page, selectCurrentNumber);
  if (number === 0) return null;
  return (
    <SegmentedControl
      label={t('range')}
      value={isFromHere ? 'here' : 'all'}
      segments={[
        { value: 'all', label: all },
        { value: 'here', label: here(number) },
      ]}
      onChange={(value) => type('isFromHere', value === 'here')}
    />
  );
}

function ShiftFields() {
  const t = useTranslations('chapters');
  const type = useTyping();
  const { seconds } = useSelector(usePageRef<ChaptersEditorRef>(), selectFields);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label={t('shiftBy')}
        value={seconds}
        onChange={(value) => type('seconds', value)}
        className="w-72 max-w-full"
      />
      <Range all={t('allButFirst')} here={(number) => t('fromHere', { number })} />
    </div>
  );
}

function AddFields() {
  const t = useTranslations('chapters');
  const type = useTyping();
  const { by, count, length, pattern } = useSelector(usePageRef<ChaptersEditorRef>(), selectFields);
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <SegmentedControl
          label={t('by')}
          value={by}
          segments={[
            { value: 'count', label: t('byCount') },
            { value: 'length', label: t('byLength') },
          ]}
          onChange={(value) => type('by', value)}
        />
        {by === 'count' ? (
          <TextField
            label={t('howMany')}
            type="number"
            value={count}
            onChange={(value) => type('count', value)}
            className="w-28"
          />
        ) : (
          <TextField label={t('howLong')} value={length} onChange={(value) => type('length', value)} className="w-28" />
        )}
        <TextField
          label={t('pattern')}
          value={pattern}
          onChange={(value) => type('pattern', value)}
          className="w-56 max-w-full"
        />
        <Range all={t('wholeBook')} here={(number) => t('inHere', { number })} />
      </div>
      <p className="text-xs text-ink-2">
        {t('addReplaces')} {t('patternHelp')}
      </p>
    </>
  );
}

function RenameFields() {
  const t = useTranslations('chapters');
  const type = useTyping();
  const { pattern, first } = useSelector(usePageRef<ChaptersEditorRef>(), selectFields);
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('pattern')}
          value={pattern}
          onChange={(value) => type('pattern', value)}
          className="w-56 max-w-full"
        />
        <TextField
          label={t('firstNumber')}
          type="number"
          value={first}
          onChange={(value) => type('first', value)}
          className="w-28"
        />
        <Range all={t('all')} here={(number) => t('fromHere', { number })} />
      </div>
      <p className="text-xs text-ink-2">{t('patternHelp')}</p>
    </>
  );
}

function PasteFields() {
  const t = useTranslations('chapters');
  const type = useTyping();
  const page = usePageRef<ChaptersEditorRef>();
  const { pasted } = useSelector(page, selectFields);
  const { chapters, skipped } = useSelector(page, selectPasted);
  return (
    <>
      <TextArea
        label={t('pasteText')}
        help={t('pasteHelp')}
        value={pasted}
        spellCheck={false}
        onChange={(value) => type('pasted', value)}
      />
      <p role="status" className="text-sm text-ink-2">
        {pasted.trim() !== '' && t('pasteFound', { count: chapters.length, skipped })}
      </p>
    </>
  );
}

function ExportFields() {
  const t = useTranslations('chapters');
  const type = useTyping();
  const page = usePageRef<ChaptersEditorRef>();
  const { format } = useSelector(page, selectFields);
  const text = useSelector(page, selectExported);
  return (
    <>
      <SegmentedControl
        label={t('format')}
        value={format}
        segments={TEXT_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        onChange={(value) => type('format', value)}
      />
      <TextArea label={t('exportText')} value={text} readOnly spellCheck={false} onChange={() => undefined} />
    </>
  );
}
