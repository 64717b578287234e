import podcastTexts from '../../../locales/en-us/podcast.json';
import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ItemEditRef } from '../../../machines/edit/item-edit/item-edit.machine.ts';
import { selectIsSavingDetails, selectScheduleForm } from '../../../machines/edit/item-edit/item-edit.selectors.ts';
import { hasScheduleChanges, type ScheduleFormRef } from '../../../machines/edit/item-edit/schedule-form.logic.ts';
import type { ScheduleProblem } from '../../../machines/kit/schedule.logic.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { PodcastTexts } from '../../shared/podcast-texts.tsx';
import { ScheduleBuilder } from '../../shared/schedule-builder.tsx';
import { Button } from '../../ui/button.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RestoredNote } from '../../ui/form-notes.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { withTexts } from '../../texts/with-texts.tsx';

/** Connects the submit button at the foot of the dialog. */
const SCHEDULE_FORM = 'item-schedule';

interface TabProps {
  modal: ItemEditRef;
  item: LibraryItemExpanded;
}

const hasFeed = (item: LibraryItemExpanded): boolean =>
  item.mediaType === 'podcast' && (item.media.metadata.feedUrl ?? '') !== '';

export function ScheduleTab({ modal, item }: TabProps) {
  const form = useSelector(modal, selectScheduleForm);
  return (
    <PodcastTexts>{hasFeed(item) && form ? <ScheduleFields modal={modal} form={form} /> : <NoFeed />}</PodcastTexts>
  );
}

function NoFeed() {
  const t = useTranslations('keepingUp');
  return <FormMessage tone="info">{t('noFeed')}</FormMessage>;
}

function ScheduleFields({ modal, form }: { modal: ItemEditRef; form: ScheduleFormRef }) {
  const t = useTranslations('keepingUp');
  const isSaving = useSelector(modal, selectIsSavingDetails);
  const { isOn, draft, ...numbers } = useSelector(form, ({ context }) => context.values);
  const problems = useSelector(form, ({ context }) => context.problems);
  const tEdit = useTranslations('editItem');
  const isRestored = useSelector(modal, ({ context }) => context.isScheduleRestored);
  const isChanged = useSelector(form, ({ context }) => hasScheduleChanges(context.values));
  const element = useFocusInvalid<HTMLFormElement>(problems);
  return (
    <form
      ref={element}
      id={SCHEDULE_FORM}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={submitting(() => modal.send({ type: 'itemEdit.save' }))}
    >
      {isRestored && isChanged && (
        <RestoredNote
          text={tEdit('restored')}
          discardLabel={tEdit('discardRestored')}
          disabled={isSaving}
          onDiscard={() => modal.send({ type: 'itemEdit.forgetDraft' })}
        />
      )}
      <Switch
        label={t('isOn')}
        help={t('isOnHelp')}
        checked={isOn}
        disabled={isSaving}
        onChange={(value) => form.send({ type: 'form.change', field: 'isOn', value })}
      />
      {isOn && (
        <>
          <ScheduleBuilder
            draft={draft}
            problem={problems.draft as ScheduleProblem | undefined}
            readOnly={isSaving}
            onChange={(value) => form.send({ type: 'form.change', field: 'draft', value })}
          />
          <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
            {(['mostKept', 'mostNew'] as const).map((field) => (
              <NumberField
                key={field}
                label={t(field)}
                help={t(`${field}Help`)}
                value={numbers[field]}
                min={0}
                disabled={isSaving}
                error={problems[field] ? t('noWholeNumber') : null}
                decreaseLabel={t('decrease', { name: t(field) })}
                increaseLabel={t('increase', { name: t(field) })}
                onChange={(value) => form.send({ type: 'form.change', field, value })}
              />
            ))}
          </div>
        </>
      )}
    </form>
  );
}

export const ScheduleActions = withTexts(podcastTexts, SaveSchedule);

function SaveSchedule({ modal }: { modal: ItemEditRef }) {
  const t = useTranslations('keepingUp');
  const tEdit = useTranslations('itemEdit');
  const isSaving = useSelector(modal, selectIsSavingDetails);
  const form = useSelector(modal, selectScheduleForm);
  const isChanged = useSelector(form, (state) => (state ? hasScheduleChanges(state.context.values) : false));
  return (
    <Button
      type="submit"
      variant="primary"
      form={SCHEDULE_FORM}
      busy={isSaving}
      disabledReason={isChanged ? null : t('unchanged')}
    >
      {tEdit('save')}
    </Button>
  );
}
