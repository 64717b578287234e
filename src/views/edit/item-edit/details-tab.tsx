import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { RefreshCw, WandSparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasChanges, type DetailsFormRef } from '../../../machines/edit/item-edit/details-form.logic.ts';
import type { ItemEditRef } from '../../../machines/edit/item-edit/item-edit.machine.ts';
import {
  selectDetailsForm,
  selectIsSavingDetails,
  selectAfterSave,
  selectHasNext,
} from '../../../machines/edit/item-edit/item-edit.selectors.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { RestoredNote } from '../../ui/form-notes.tsx';
import { Clash, Detail, detailPlace, ORDER } from '../../shared/detail.tsx';
import type { RescanRef } from '../../../machines/edit/item-edit/rescan.machine.ts';
import { pickedItem } from '../../../machines/browse/selection/selection.logic.ts';
import { selectIsAdmin } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { SaveButtons } from '../../shared/form-dialog.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import { hasFolder, mayRescan } from '../../../machines/browse/item/files.logic.ts';
import { submitting } from '../../ui/field.tsx';

/** Connects the submit button at the foot of the dialog. */
const DETAILS_FORM = 'item-details';

export function DetailsTab({ modal, item }: { modal: ItemEditRef; item: LibraryItemExpanded }) {
  const form = useSelector(modal, selectDetailsForm);
  return form && <DetailsFields modal={modal} form={form} item={item} />;
}

function DetailsFields({ modal, form, item }: { modal: ItemEditRef; form: DetailsFormRef; item: LibraryItemExpanded }) {
  const isSaving = useSelector(modal, selectIsSavingDetails);
  const t = useTranslations('editItem');
  const isRestored = useSelector(modal, ({ context }) => context.isRestored);
  const isChanged = useSelector(form, ({ context }) => hasChanges(context.values));
  const element = useFocusInvalid<HTMLFormElement>(useSelector(form, ({ context }) => context.problems));
  return (
    <form
      ref={element}
      id={DETAILS_FORM}
      noValidate
      className="grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-2"
      onSubmit={submitting(() => modal.send({ type: 'itemEdit.save' }))}
    >
      {isRestored && isChanged && (
        <RestoredNote
          text={t('restored')}
          discardLabel={t('discardRestored')}
          disabled={isSaving}
          onDiscard={() => modal.send({ type: 'itemEdit.forgetDraft' })}
        />
      )}
      {ORDER[item.mediaType].map((field) => (
        <div key={field} className={detailPlace(field)}>
          <Detail form={form} field={field} isLocked={isSaving} />
          <Clash
            form={form}
            field={field}
            onTakeTheirs={() => modal.send({ type: 'itemEdit.takeTheirs', field })}
            onKeepMine={() => modal.send({ type: 'itemEdit.keepMine', field })}
          />
        </div>
      ))}
    </form>
  );
}

export function DetailsActions({ modal }: { modal: ItemEditRef }) {
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const item = useSelector(modal, ({ context }) => context.item);
  const rescan = useSelector(modal, ({ context }) => context.tabs?.rescan);
  const hasNext = useSelector(modal, selectHasNext);
  return (
    <>
      {isAdmin && item && (
        <div className="me-auto flex min-w-0 items-center gap-1 phone:-ms-2 phone:gap-0">
          <QuickMatch item={item} />
          {rescan && hasFolder(item) && <Rescan rescan={rescan} item={item} />}
        </div>
      )}
      <SaveButtons
        form={DETAILS_FORM}
        saving={useSelector(modal, selectAfterSave)}
        onSaveAndClose={() => modal.send({ type: 'itemEdit.saveAndClose' })}
        onSaveAndNext={hasNext ? () => modal.send({ type: 'itemEdit.saveAndNext' }) : null}
      />
    </>
  );
}

function QuickMatch({ item }: { item: LibraryItemExpanded }) {
  const t = useTranslations('editItem');
  const selection = useActorRefOf('selection');
  return (
    <Filler
      label={t('quickMatch')}
      icon={<WandSparkles size={18} />}
      onPress={() =>
        selection.send({
          type: 'selection.run',
          job: { kind: 'quickMatch', options: null },
          picked: [pickedItem(item)],
        })
      }
    />
  );
}

function Rescan({ rescan, item }: { rescan: RescanRef; item: LibraryItemExpanded }) {
  const t = useTranslations('editItem');
  const tAll = useTranslations();
  const isBusy = useSelector(rescan, (snapshot) => snapshot.hasTag('busy'));
  const result = useSelector(rescan, ({ context }) => context.result);
  const error = useSelector(rescan, ({ context }) => context.error);
  return (
    <>
      <Filler
        label={t('rescan')}
        icon={<RefreshCw size={18} />}
        isBusy={isBusy}
        disabledReason={mayRescan(item) ? null : t('filesMissing')}
        onPress={() => rescan.send({ type: 'rescan.run' })}
      />
      <p role="status" className="line-clamp-2 min-w-0 px-1 text-sm text-ink-2 empty:px-0">
        {isBusy && t('rescanning')}
        {result && t(`rescanned.${result}`)}
        {error && (
          <span className="text-danger">
            {t('rescanFailed')} {errorText(tAll, error)}
          </span>
        )}
      </p>
    </>
  );
}

interface FillerProps {
  label: string;
  icon: ReactNode;
  isBusy?: boolean;
  disabledReason?: string | null;
  onPress: () => void;
}

/** A phone has no room for its text. */
function Filler({ label, icon, isBusy = false, disabledReason = null, onPress }: FillerProps) {
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <IconButton
        label={disabledReason === null ? label : `${label}: ${disabledReason}`}
        icon={icon}
        busy={isBusy}
        aria-disabled={disabledReason !== null || undefined}
        onClick={() => {
          if (disabledReason === null) onPress();
        }}
      />
    );
  return (
    <Button variant="ghost" size="sm" icon={icon} busy={isBusy} disabledReason={disabledReason} onClick={onPress}>
      {label}
    </Button>
  );
}
