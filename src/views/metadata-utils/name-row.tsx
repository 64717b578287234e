import { useSelector } from '@xstate/react';
import { Check, Pencil, Trash2, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { NamesRef } from '../../machines/metadata-utils/names.machine.ts';
import { selectIsWorking, selectWritten } from '../../machines/metadata-utils/names.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FocusOnMount } from '../ui/focus-on-mount.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';

interface NameRowProps {
  name: string;
  isEdited: boolean;
  isSelected: boolean;
  tabIndex: number;
}

/** A tag or genre: selected, renamed in its place, or taken off all items. */
export function NameRow({ name, isEdited, isSelected, tabIndex }: NameRowProps) {
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
      <bdi className="min-w-0 flex-1 truncate text-sm">{name}</bdi>
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

function EditRow({ name }: { name: string }) {
  const t = useTranslations('metadataPages');
  const tCommon = useTranslations('common');
  const page = usePageRef<NamesRef>();
  const written = useSelector(page, selectWritten);
  const isWorking = useSelector(page, selectIsWorking);
  return (
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
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            page.send({ type: 'names.edit', name: null });
          }}
          onChange={(text) => page.send({ type: 'names.write', text })}
        />
      </FocusOnMount>
      <IconButton
        label={t('save')}
        icon={<Check size={16} />}
        disabled={isWorking || written.trim() === ''}
        onClick={() => page.send({ type: 'names.save' })}
      />
      <IconButton
        label={tCommon('cancel')}
        icon={<X size={16} />}
        disabled={isWorking}
        onClick={() => page.send({ type: 'names.edit', name: null })}
      />
    </form>
  );
}
