import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { selectForm } from '../../machines/kit/kit.selectors.ts';
import type { EditUserRef } from '../../machines/users/edit-user.machine.ts';
import { RIGHTS, type UserForm } from '../../machines/users/edit-user.logic.ts';
import { selectLimits } from '../../machines/users/users.selectors.ts';
import { ChoiceList } from '../ui/choice-list.tsx';
import { Heading } from '../ui/heading.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Switch } from '../ui/switch.tsx';
import { TagsField } from '../ui/tags-field.tsx';

interface RightsProps {
  modal: EditUserRef;
  form: UserForm;
}

export function UserRights({ modal, form }: RightsProps) {
  const t = useTranslations('editUser');
  const id = useId();
  const { permissions } = useSelector(form, selectForm).values;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <Heading level={3} id={id}>
        {t('rights')}
      </Heading>
      <div className="grid gap-x-8 rounded-lg bg-surface-2/60 px-4 py-2 sm:grid-cols-2">
        {RIGHTS.map((right) => (
          <Switch
            key={right}
            label={t(`right.${right}`)}
            help={t(`rightHelp.${right}`)}
            checked={permissions[right]}
            onChange={(isGiven) => modal.send({ type: 'editUser.setRight', right, isGiven })}
          />
        ))}
      </div>
      {!permissions.accessAllLibraries && <Libraries modal={modal} form={form} />}
      {!permissions.accessAllTags && <Tags modal={modal} form={form} />}
    </section>
  );
}

function Libraries({ modal, form }: RightsProps) {
  const t = useTranslations('editUser');
  const limits = useSelector(modal, selectLimits);
  const { values, problems } = useSelector(form, selectForm);
  return (
    <div className="pt-2">
      <ChoiceList
        label={t('libraries')}
        emptyLabel={t('noLibraries')}
        choices={(limits?.libraries ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        values={values.librariesAccessible}
        error={problems.librariesAccessible && t(`problem.${problems.librariesAccessible}`)}
        onChange={(value) => form.send({ type: 'form.change', field: 'librariesAccessible', value })}
      />
    </div>
  );
}

function Tags({ modal, form }: RightsProps) {
  const t = useTranslations('editUser');
  const limits = useSelector(modal, selectLimits);
  const { values, problems } = useSelector(form, selectForm);
  const { permissions } = values;
  return (
    <div className="flex flex-col gap-3 pt-2">
      <SegmentedControl
        label={t('tagsMode')}
        value={permissions.selectedTagsNotAccessible ? 'out' : 'in'}
        segments={[
          { value: 'in', label: t('onlyTags') },
          { value: 'out', label: t('allButTags') },
        ]}
        onChange={(mode) =>
          form.send({
            type: 'form.change',
            field: 'permissions',
            value: { ...permissions, selectedTagsNotAccessible: mode === 'out' },
          })
        }
      />
      <TagsField
        label={t(permissions.selectedTagsNotAccessible ? 'tagsExcluded' : 'tagsIncluded')}
        values={values.itemTagsSelected}
        suggestions={limits?.tags ?? []}
        text={values.tagText}
        emptyLabel={t('noTags')}
        removeLabel={(tag) => t('removeTag', { tag })}
        error={problems.itemTagsSelected && t(`problem.${problems.itemTagsSelected}`)}
        onText={(value) => form.send({ type: 'form.change', field: 'tagText', value })}
        onChange={(value) => form.send({ type: 'form.change', field: 'itemTagsSelected', value })}
      />
    </div>
  );
}
