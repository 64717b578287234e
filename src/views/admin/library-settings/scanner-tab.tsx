import { useSelector } from '@xstate/react';
import { RotateCcw } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import {
  METADATA_SOURCES,
  rankedSources,
  withSourceAt,
  withSourceOn,
  type LibraryForm,
  type MetadataSource,
  type RankedSource,
} from '../../../machines/admin/library-settings/edit-library.logic.ts';
import { RowGrip } from '../../shared/row-grip.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { useCarried, useLastMoved } from '../../ui/drag-row.ts';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { changeOf } from './settings-tab.tsx';

/** Rem. */
const ROW_REM = 3;

const isKnown = (name: string): name is MetadataSource => METADATA_SOURCES.some((one) => one === name);

export function ScannerTab({ form }: { form: LibraryForm }) {
  const t = useTranslations('libraryForm.scanner');
  const { sources } = useSelector(form, selectForm).values;
  const isSaving = useSelector(form, selectIsSaving);
  const [carried, carry] = useCarried<string>();
  const [moved, notify] = useLastMoved();
  const ids = useMemo(() => sources.map(({ name }) => name), [sources]);
  const renderRow = useCallback(
    (place: CellPlace) => {
      const source = sources[place.index];
      return source ? (
        <SourceRow
          form={form}
          source={source}
          place={place}
          isCarried={carried === source.name}
          onCarry={carry}
          onMoved={notify}
        />
      ) : null;
    },
    [form, sources, carried, carry, notify],
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{t('title')}</h3>
        <Button
          size="sm"
          icon={<RotateCcw size={15} />}
          disabled={isSaving}
          onClick={() => changeOf(form)('sources', rankedSources(undefined))}
        >
          {t('reset')}
        </Button>
      </div>
      <p className="text-sm text-ink-2">{t('intro')}</p>
      <p className="text-xs text-ink-3">{t('highest')}</p>
      <div className="-mx-2">
        <VirtualList label={t('list')} count={sources.length} rowRem={ROW_REM} ids={ids} renderRow={renderRow} />
      </div>
      <p className="text-xs text-ink-3">{t('lowest')}</p>
      <div role="status">
        <Moved name={moved} sources={sources} />
      </div>
    </div>
  );
}

function useSourceName() {
  const t = useTranslations('libraryForm.scanner.sources');
  return (name: string) => (isKnown(name) ? t(name) : name);
}

function Moved({ name, sources }: { name: string | null; sources: readonly RankedSource[] }) {
  const t = useTranslations('order');
  const nameOf = useSourceName();
  const position = sources.findIndex((source) => source.name === name) + 1;
  return (
    <VisuallyHidden>
      {name !== null && position > 0
        ? t('moved', { title: nameOf(name), position, count: sources.filter(({ isOn }) => isOn).length })
        : ''}
    </VisuallyHidden>
  );
}

interface SourceRowProps {
  form: LibraryForm;
  source: RankedSource;
  place: CellPlace;
  isCarried: boolean;
  onCarry: (name: string | null) => void;
  onMoved: (name: string | null) => void;
}

function SourceRow({
  form,
  source: { name, isOn },
  place: { index, tabIndex },
  isCarried,
  onCarry,
  onMoved,
}: SourceRowProps) {
  const t = useTranslations('libraryForm.scanner');
  const { sources } = useSelector(form, selectForm).values;
  const nameOf = useSourceName();
  const change = changeOf(form);
  const count = sources.filter((source) => source.isOn).length;
  return (
    <div
      className={cx(
        'flex h-full items-center gap-2 rounded-md px-2 focus-within:bg-surface-2 hover:bg-surface-2',
        isCarried && 'bg-surface-3! shadow-overlay',
      )}
    >
      {isOn ? (
        <RowGrip
          title={nameOf(name)}
          menuId={`source/${name}`}
          index={index}
          count={count}
          tabIndex={tabIndex}
          onMove={(to) => change('sources', withSourceAt(sources, name, to))}
          onKeep={() => onMoved(name)}
          onCarry={(is) => onCarry(is ? name : null)}
        />
      ) : (
        <span className="size-9 shrink-0 touch:size-11" />
      )}
      <span className="w-5 shrink-0 text-end text-sm text-ink-2 tabular-nums">{isOn ? index + 1 : ''}</span>
      <span className={cx('min-w-0 flex-1 truncate text-sm', isOn ? 'text-ink' : 'text-ink-3')}>{nameOf(name)}</span>
      <Checkbox
        label={t('use', { name: nameOf(name) })}
        labelHidden
        checked={isOn}
        onChange={(is) => change('sources', withSourceOn(sources, name, is))}
      />
    </div>
  );
}
