import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { AddToListRef, NewListForm } from '../../../machines/browse/media-lists/add-to-list.machine.ts';
import {
  selectAdding,
  selectAddPlace,
  selectNewListForm,
} from '../../../machines/browse/media-lists/media-list.selectors.ts';
import type { ListKind } from '../../../machines/browse/media-lists/media-list.logic.ts';
import { heldBy, withName } from '../../../machines/browse/media-lists/picked.logic.ts';
import { selectForm, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { Spinner } from '../../ui/waiting.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** More lists get a search. */
const MOST_UNSEARCHED = 8;

const TEXTS = {
  collection: { title: 'addToCollection', none: 'noCollections', create: 'newCollection' },
  playlist: { title: 'addToPlaylist', none: 'noPlaylists', create: 'newPlaylist' },
} as const satisfies Record<ListKind, object>;

export function Modal({ modal }: { modal: AddToListRef }) {
  const t = useTranslations('mediaLists');
  const tCommon = useTranslations('common');
  const { kind, items, title } = useSelector(modal, selectAdding);
  const form = useSelector(modal, selectNewListForm);
  const texts = TEXTS[kind];
  return (
    <Dialog
      open
      title={t(texts.title)}
      closeLabel={tCommon('close')}
      width={500}
      onDismiss={() => modal.send({ type: 'addToList.close' })}
      footer={form && <NewList form={form} label={t(texts.create)} />}
    >
      <p dir="auto" className="clamp-2 pb-2 text-match text-sm text-ink-2">
        {title ?? t('items', { count: items.length })}
      </p>
      <Lists modal={modal} />
    </Dialog>
  );
}

function Lists({ modal }: { modal: AddToListRef }) {
  const t = useTranslations('mediaLists');
  const tAll = useTranslations();
  const place = useSelector(modal, selectAddPlace);
  const { kind, items, lists, search, error } = useSelector(modal, selectAdding);
  if (place === 'loading')
    return (
      <div role="status" className="grid place-items-center py-8">
        <Spinner label={t('loading')} />
      </div>
    );
  if (place === 'failed')
    return (
      <div role="alert" className="flex flex-col items-center gap-3 py-6 text-center text-sm">
        <p className="font-medium text-ink">{tAll('errors.loadFailed')}</p>
        {error && <p className="text-ink-2">{errorText(tAll, error)}</p>}
        <Button onClick={() => modal.send({ type: 'addToList.retry' })}>{tAll('common.retry')}</Button>
      </div>
    );
  if (lists.length === 0)
    return (
      <div className="py-6 text-center">
        <p className="text-base font-medium text-ink">{t(TEXTS[kind].none)}</p>
        <p className="mt-1 text-sm text-ink-2">{t('createFirst')}</p>
      </div>
    );
  const found = withName(lists, search);
  return (
    <>
      {lists.length > MOST_UNSEARCHED && (
        <FindField
          label={t('filter')}
          className="pb-2"
          value={search}
          onChange={(text) => modal.send({ type: 'addToList.search', text })}
        />
      )}
      {found.length === 0 && <p className="py-4 text-center text-sm text-ink-2">{t('nothingFound')}</p>}
      <ul>
        {found.map((list) => {
          const held = heldBy(list, items);
          return (
            <li key={list.id} className="border-b border-line last:border-b-0">
              <Checkbox
                label={<bdi>{list.name}</bdi>}
                help={t('items', { count: list.entries.length })}
                checked={held === 'all'}
                mixed={held === 'some'}
                onChange={() => modal.send({ type: 'addToList.toggle', id: list.id })}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

function NewList({ form, label }: { form: NewListForm; label: string }) {
  const t = useTranslations('mediaLists');
  const { values, problems } = useSelector(form, selectForm);
  const isSaving = useSelector(form, selectIsSaving);
  const element = useFocusInvalid<HTMLFormElement>(problems);
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      className="flex w-full items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        form.send({ type: 'form.submit' });
      }}
    >
      <TextField
        label={label}
        placeholder={t('name')}
        dir="auto"
        autoComplete="off"
        className="flex-1"
        value={values.name}
        error={problems.name && t('nameMissing')}
        onChange={(value) => form.send({ type: 'form.change', field: 'name', value })}
      />
      <Button type="submit" variant="primary" size="lg" busy={isSaving}>
        {t('create')}
      </Button>
    </form>
  );
}
