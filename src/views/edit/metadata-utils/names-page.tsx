import { useSelector } from '@xstate/react';
import { Tags, Check, Pencil, Trash2, X } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/metadata-utils.json';
import type { NamesRef } from '../../../machines/edit/metadata-utils/names.machine.ts';
import { usePageRef, useActorRefOf, useLinkTo } from '../../app/actors-context.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { withTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { handFocusOn, FocusOnMount } from '../../ui/focus.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { selectCurrentId } from '../../../machines/account/libraries/libraries.selectors.ts';
import {
  shelfWith,
  type NameUse,
  selectFound,
  selectIsWorking,
  selectKind,
  selectSelected,
} from '../../../machines/edit/metadata-utils/names.logic.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
import { RowLink } from '../../ui/links.tsx';
import { submitting } from '../../ui/field.tsx';

/** Rem. */
const ROW_REM = 3;

export const Page = withTexts(texts, Names);

function Names() {
  const t = useTranslations('metadataPages');
  const kind = useSelector(usePageRef<NamesRef>(), selectKind);
  return (
    <SettingsFrame title={t(`${kind}.title`)} intro={t(`${kind}.intro`)}>
      <DataContent loading={t(`${kind}.loading`)} failed={t(`${kind}.failed`)}>
        <Listed />
      </DataContent>
    </SettingsFrame>
  );
}

function Listed() {
  const t = useTranslations('metadataPages');
  const page = usePageRef<NamesRef>();
  const kind = useSelector(page, selectKind);
  const count = useSelector(page, ({ context }) => context.names.length);
  const found = useSelector(page, selectFound);
  const uses = useSelector(page, ({ context }) => context.uses);
  const query = useSelector(page, ({ context }) => context.query);
  const edited = useSelector(page, ({ context }) => context.edited);
  const selected = useSelector(page, selectSelected);
  const isWorking = useSelector(page, selectIsWorking);
  const renderRow = useCallback(
    (place: CellPlace) => {
      const name = found[place.index];
      return name === undefined ? null : (
        <NameRow
          name={name}
          use={uses?.get(name) ?? null}
          isEdited={edited === name}
          isSelected={selected.includes(name)}
          tabIndex={place.tabIndex}
        />
      );
    },
    [found, uses, edited, selected],
  );
  if (count === 0) return <EmptyState icon={<Tags size={26} />} message={t(`${kind}.empty`)} />;
  return (
    <PageInset className="flex max-w-3xl flex-col gap-3 pt-4 pb-8">
      <FindField
        label={t(`${kind}.find`)}
        value={query}
        onChange={(text) => page.send({ type: 'names.search', query: text })}
      />
      {selected.length > 0 && <SelectionBar />}
      <p role="status" className="text-sm text-ink-2 tabular-nums">
        {isWorking ? t('working') : t(`${kind}.count`, { count: found.length })}
      </p>
      <div className="-mx-2">
        <VirtualList
          label={t(`${kind}.title`)}
          count={found.length}
          rowRem={ROW_REM}
          ids={found}
          isForm
          renderRow={renderRow}
        />
      </div>
    </PageInset>
  );
}

function SelectionBar() {
  const t = useTranslations('metadataPages');
  const page = usePageRef<NamesRef>();
  const selected = useSelector(page, selectSelected);
  const written = useSelector(page, ({ context }) => context.written);
  const edited = useSelector(page, ({ context }) => context.edited);
  const isWorking = useSelector(page, selectIsWorking);
  return (
    <form
      ref={handFocusOn}
      aria-label={t('selected', { count: selected.length })}
      className="flex flex-wrap items-end gap-2 rounded-lg bg-surface-1 px-4 py-3"
      onSubmit={submitting(() => page.send({ type: 'names.save' }))}
    >
      <p className="w-full text-sm font-medium">{t('selected', { count: selected.length })}</p>
      {edited === null && (
        <>
          <TextField
            label={t('mergeInto')}
            dir="auto"
            autoComplete="off"
            className="min-w-48 flex-1"
            value={written}
            onChange={(text) => page.send({ type: 'names.write', text })}
          />
          <Button type="submit" variant="primary" busy={isWorking} disabled={written.trim() === ''}>
            {t(selected.length > 1 ? 'merge' : 'rename')}
          </Button>
        </>
      )}
      <Button disabled={isWorking} onClick={() => page.send({ type: 'names.remove', names: selected })}>
        {t('removeSelected')}
      </Button>
      <Button variant="ghost" disabled={isWorking} onClick={() => page.send({ type: 'names.deselect' })}>
        {t('deselect')}
      </Button>
    </form>
  );
}

interface NameRowProps {
  name: string;
  /** null: unknown. */
  use: NameUse | null;
  isEdited: boolean;
  isSelected: boolean;
  tabIndex: number;
}

function NameRow({ name, use, isEdited, isSelected, tabIndex }: NameRowProps) {
  const t = useTranslations('metadataPages');
  const page = usePageRef<NamesRef>();
  const isWorking = useSelector(page, selectIsWorking);
  if (isEdited) return <EditRow name={name} />;
  return (
    <div className="flex h-full items-center gap-2 rounded-md px-2 focus-within:bg-surface-2 hover:bg-surface-2">
      <Checkbox
        label={t('select', { name })}
        labelHidden
        checked={isSelected}
        disabled={isWorking}
        onChange={(isOn) => page.send({ type: 'names.select', name, isOn })}
      />
      <span className="min-w-0 flex-1 text-sm">
        <Name name={name} use={use} tabIndex={tabIndex} />
      </span>
      {typeof use?.count === 'number' && (
        <span className="shrink-0 text-sm whitespace-nowrap text-ink-2 tabular-nums">
          {t('items', { count: use.count })}
        </span>
      )}
      <IconButton
        tabIndex={tabIndex}
        data-opens={name}
        label={t('renameName', { name })}
        icon={<Pencil size={16} />}
        disabled={isWorking}
        onClick={() => page.send({ type: 'names.edit', name })}
      />
      <IconButton
        label={t('removeName', { name })}
        icon={<Trash2 size={16} />}
        disabled={isWorking}
        onClick={() => page.send({ type: 'names.remove', names: [name] })}
      />
    </div>
  );
}

function Name({ name, use, tabIndex }: Pick<NameRowProps, 'name' | 'use' | 'tabIndex'>) {
  const linkTo = useLinkTo();
  const kind = useSelector(usePageRef<NamesRef>(), selectKind);
  const shelf = shelfWith(kind, name, use, useSelector(useActorRefOf('libraries'), selectCurrentId));
  if (shelf === null) return <bdi className="block truncate">{name}</bdi>;
  return <RowLink {...linkTo(shelf)} name={name} tabIndex={tabIndex} />;
}

function EditRow({ name }: { name: string }) {
  const t = useTranslations('metadataPages');
  const tCommon = useTranslations('common');
  const page = usePageRef<NamesRef>();
  const written = useSelector(page, ({ context }) => context.written);
  const isWorking = useSelector(page, selectIsWorking);
  const close = () => page.send({ type: 'names.edit', name: null });
  return (
    <KeyScope
      className="h-full"
      onKey={({ key }) => {
        if (key === 'Escape' && !isWorking) close();
        return key === 'Escape';
      }}
    >
      <form
        ref={handFocusOn}
        data-opened-by={name}
        className="flex h-full items-center gap-2 px-2"
        onSubmit={submitting(() => page.send({ type: 'names.save' }))}
      >
        <FocusOnMount>
          <TextField
            label={t('newName', { name })}
            labelHidden
            dir="auto"
            autoComplete="off"
            className="min-w-0 flex-1"
            value={written}
            onChange={(text) => page.send({ type: 'names.write', text })}
          />
        </FocusOnMount>
        <IconButton
          label={t('save')}
          icon={<Check size={16} />}
          disabled={isWorking || written.trim() === ''}
          onClick={() => page.send({ type: 'names.save' })}
        />
        <IconButton label={tCommon('cancel')} icon={<X size={16} />} disabled={isWorking} onClick={close} />
      </form>
    </KeyScope>
  );
}
