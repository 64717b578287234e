import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { BatchTableRef } from '../../../../machines/edit/batch-table/batch-table.machine.ts';
import { selectColumns, selectExample } from '../../../../machines/edit/batch-table/batch-table.selectors.ts';
import { listsOf, searchedOf, type ToolValues } from '../../../../machines/edit/batch-table/tools.logic.ts';
import { PLACEHOLDERS } from '../../../../machines/edit/batch-table/folder-pattern.logic.ts';
import type { DetailName } from '../../../../machines/edit/item-edit/details.logic.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface FormProps {
  table: BatchTableRef;
}

function useValues(table: BatchTableRef) {
  const values = useSelector(table, ({ context }) => context.values);
  const set = (change: Partial<ToolValues>) => table.send({ type: 'table.setTool', values: change });
  return [values, set] as const;
}

const ROW = 'grid grid-cols-1 items-start gap-3 sm:grid-cols-2';
const PLAIN = { autoComplete: 'off', spellCheck: false, dir: 'auto' } as const;

export function ReplaceForm({ table }: FormProps) {
  const t = useTranslations('batchTable');
  const tField = useTranslations('editItem.field');
  const [values, set] = useValues(table);
  const fields = searchedOf(useSelector(table, selectColumns), null);
  return (
    <>
      <div className={ROW}>
        <TextField {...PLAIN} label={t('find')} value={values.find} onChange={(find) => set({ find })} />
        <TextField
          {...PLAIN}
          label={t('replaceWith')}
          value={values.replacement}
          onChange={(replacement) => set({ replacement })}
          help={values.isPattern ? t('groups') : undefined}
        />
      </div>
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <div className="w-56">
          <Select<DetailName | 'all'>
            label={t('column')}
            value={values.column ?? 'all'}
            options={[
              { value: 'all', label: t('allColumns') },
              ...fields.map((value) => ({ value, label: tField(value) })),
            ]}
            onChange={(column) => set({ column: column === 'all' ? null : column })}
          />
        </div>
        <Checkbox label={t('isPattern')} checked={values.isPattern} onChange={(isPattern) => set({ isPattern })} />
        <Checkbox
          label={t('matchesCase')}
          checked={values.matchesCase}
          onChange={(matchesCase) => set({ matchesCase })}
        />
      </div>
    </>
  );
}

export function SplitForm({ table }: FormProps) {
  const t = useTranslations('batchTable');
  const tField = useTranslations('editItem.field');
  const [values, set] = useValues(table);
  const mediaType = useSelector(table, ({ context }) => context.mediaType);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SegmentedControl
        label={t('splitOrJoin')}
        labelHidden
        value={values.isJoin ? 'join' : 'split'}
        segments={(['split', 'join'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(value) => set({ isJoin: value === 'join' })}
      />
      <div className="w-44">
        <Select
          label={t('list')}
          value={values.list}
          options={listsOf(mediaType).map((value) => ({ value, label: tField(value) }))}
          onChange={(list) => set({ list })}
        />
      </div>
      <TextField
        {...PLAIN}
        label={t(values.isJoin ? 'between' : 'separators')}
        value={values.separators}
        onChange={(separators) => set({ separators })}
        help={values.isJoin ? undefined : t('separatorsHelp')}
      />
    </div>
  );
}

export function FolderForm({ table }: FormProps) {
  const t = useTranslations('batchTable');
  const [values, set] = useValues(table);
  const mediaType = useSelector(table, ({ context }) => context.mediaType);
  const example = useSelector(table, selectExample);
  return (
    <>
      <TextField
        {...PLAIN}
        label={t('pattern')}
        value={values.pattern}
        onChange={(pattern) => set({ pattern })}
        help={t('patternHelp', { names: PLACEHOLDERS[mediaType].map((name) => `{${name}}`).join(' ') })}
      />
      <p className="text-sm text-ink-2">
        {t('example')} <bdi className="font-mono text-xs break-all text-ink">{example}</bdi>
      </p>
    </>
  );
}

export function TitlesForm({ table }: FormProps) {
  const t = useTranslations('batchTable');
  const [values, set] = useValues(table);
  return (
    <>
      <div className={ROW}>
        <Select
          label={t('article')}
          value={values.article}
          options={(['keep', 'toEnd', 'toFront'] as const).map((value) => ({ value, label: t(`articles.${value}`) }))}
          onChange={(article) => set({ article })}
        />
        <TextField
          {...PLAIN}
          label={t('articleWords')}
          value={values.articles}
          disabled={values.article === 'keep'}
          onChange={(articles) => set({ articles })}
        />
        <Select
          label={t('case')}
          value={values.case}
          options={(['keep', 'title', 'sentence'] as const).map((value) => ({ value, label: t(`cases.${value}`) }))}
          onChange={(value) => set({ case: value })}
        />
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Checkbox label={t('tidies')} checked={values.tidies} onChange={(tidies) => set({ tidies })} />
        <Checkbox
          label={t('dropsBrackets')}
          checked={values.dropsBrackets}
          onChange={(dropsBrackets) => set({ dropsBrackets })}
        />
      </div>
    </>
  );
}
