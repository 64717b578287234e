import { useSelector } from '@xstate/react';
import { Check, Pencil, Trash2, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectCurrentId } from '../../machines/libraries/libraries.selectors.ts';
import {
  shelfWith,
  type NameUse,
  selectIsWorking,
  selectKind,
  selectWritten,
} from '../../machines/metadata-utils/names.logic.ts';
import type { NamesRef } from '../../machines/metadata-utils/names.machine.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../app/actors-context.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FocusOnMount } from '../ui/focus-on-mount.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { KeyScope } from '../ui/key-scope.tsx';
import { RowLink } from '../ui/row-link.tsx';
import { TextField } from '../ui/text-field.tsx';

interface NameRowProps {
  name: string;
  /** null: unknown. */
  use: NameUse | null;
  isEdited: boolean;
  isSelected: boolean;
  tabIndex: number;
}

export function NameRow({ name, use, isEdited, isSelected, tabIndex }: NameRowProps) {
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
  const written = useSelector(page, selectWritten);
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
        onSubmit={(event) => {
          event.preventDefault();
          page.send({ type: 'names.save' });
        }}
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
