import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { hasChanges } from '../../machines/item-edit/details-form.logic.ts';
import { hasScheduleChanges } from '../../machines/item-edit/schedule-form.logic.ts';
import type { ItemEditRef } from '../../machines/item-edit/item-edit.machine.ts';
import {
  selectDetailsForm,
  selectEditedItem,
  selectEditedTitle,
  selectHasList,
  selectHasNext,
  selectHasPrevious,
  selectIsSavingDetails,
  selectScheduleForm,
  selectTab,
} from '../../machines/item-edit/item-edit.selectors.ts';
import { offeredTabs } from '../../machines/item-edit/tabs.logic.ts';
import { selectUser } from '../../machines/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { DetailsActions } from './details-actions.tsx';
import { DetailsTab } from './details-tab.tsx';
import { ItemEditTexts } from './item-edit-texts.tsx';

const schedule = chunk(async () => (await import('./schedule-tab.tsx')).ScheduleTab);
const scheduleActions = chunk(async () => (await import('./schedule-tab.tsx')).ScheduleActions);

/** The dialog of an itemEdit machine (CON-072, CON-073). A press outside loses nothing that was typed. */
export function Modal({ modal }: { modal: ItemEditRef }) {
  return (
    <ItemEditTexts>
      <EditDialog modal={modal} />
    </ItemEditTexts>
  );
}

function EditDialog({ modal }: { modal: ItemEditRef }) {
  const t = useTranslations('editItem');
  const tEdit = useTranslations('itemEdit');
  const tCommon = useTranslations('common');
  const item = useSelector(modal, selectEditedItem);
  const title = useSelector(modal, selectEditedTitle);
  const tab = useSelector(modal, selectTab);
  const form = useSelector(modal, selectDetailsForm);
  const plan = useSelector(modal, selectScheduleForm);
  const isTyped = useSelector(form, (state) => (state ? hasChanges(state.context.values) : false));
  const isPlanned = useSelector(plan, (state) => (state ? hasScheduleChanges(state.context.values) : false));
  const isSaving = useSelector(modal, selectIsSavingDetails);
  const hasList = useSelector(modal, selectHasList);
  const hasPrevious = useSelector(modal, selectHasPrevious);
  const hasNext = useSelector(modal, selectHasNext);
  const user = useSelector(useActorRefOf('session'), selectUser);
  const tabs = useSelector(
    modal,
    ({ context }) => (context.item && user ? offeredTabs(context.item, user) : []),
    shallowEqual,
  );
  return (
    <Dialog
      open
      title={title === '' ? tEdit('edit') : tEdit('editing', { title })}
      closeLabel={tCommon('close')}
      width={800}
      maxHeight={650}
      persistent={isTyped || isPlanned || isSaving}
      onDismiss={() => modal.send({ type: 'itemEdit.close' })}
      step={
        hasList
          ? {
              previousLabel: t('previous'),
              nextLabel: t('next'),
              hasPrevious: hasPrevious && !isSaving,
              hasNext: hasNext && !isSaving,
              onStep: (by) => modal.send({ type: 'itemEdit.step', by }),
            }
          : undefined
      }
      footer={item && (tab === 'schedule' ? <scheduleActions.View modal={modal} /> : <DetailsActions modal={modal} />)}
    >
      {item ? (
        <Tabs
          label={t('tabs')}
          tabs={tabs.map((id) => ({ id, label: t(`tab.${id}`) }))}
          active={tab}
          onChange={(next) => modal.send({ type: 'itemEdit.showTab', tab: next })}
        >
          {tab === 'schedule' ? <schedule.View modal={modal} item={item} /> : <DetailsTab modal={modal} item={item} />}
        </Tabs>
      ) : (
        <Waiting label={tEdit('loading')}>
          <RowsSkeleton rows={6} />
        </Waiting>
      )}
    </Dialog>
  );
}
