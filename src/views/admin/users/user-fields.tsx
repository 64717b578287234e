import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { useId } from 'react';
import { selectUser } from '../../../machines/app/session/session.selectors.ts';
import type { EditUserRef } from '../../../machines/admin/users/edit-user.machine.ts';
import { TYPES, type UserForm, RIGHTS } from '../../../machines/admin/users/edit-user.logic.ts';
import { useActorRefOf, useLinkTo } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { AppLink } from '../../ui/links.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FormMessage } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { selectLimits } from '../../../machines/admin/users/users.selectors.ts';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Heading } from '../../ui/heading.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TagsField } from '../../ui/tags-field.tsx';
import { selectForm } from '../../../machines/kit/kit.selectors.ts';
import { PermissionSummary } from './permission-summary.tsx';

/** Connects the submit button at the foot of the dialog. */
export const USER_FORM = 'edit-user';

interface FieldsProps {
  modal: EditUserRef;
  form: UserForm;
}

export function UserFields({ modal, form }: FieldsProps) {
  const t = useTranslations();
  const { problems, error } = useSelector(form, selectForm);
  const element = useFocusInvalid<HTMLFormElement>(problems);
  const isRoot = useSelector(form, ({ context }) => context.values.type === 'root');
  return (
    <form
      ref={element}
      id={USER_FORM}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        form.send({ type: 'form.submit' });
      }}
    >
      {error && !problems.username && (
        <FormMessage tone="danger">{t('editUser.notSaved', { reason: errorText(t, error) })}</FormMessage>
      )}
      <Names form={form} />
      {!isRoot && <Kind modal={modal} form={form} />}
      {!isRoot && <UserRights modal={modal} form={form} />}
    </form>
  );
}

function Names({ form }: { form: UserForm }) {
  const t = useTranslations('editUser');
  const linkTo = useLinkTo();
  const { values, problems, isRevealed } = useSelector(form, selectForm);
  const { account } = values;
  const isRenamed = account !== null && values.username.trim() !== account.username;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t('username')}
        dir="auto"
        autoComplete="off"
        required
        value={values.username}
        help={isRenamed ? t('rename') : undefined}
        error={problems.username && t(`problem.${problems.username}`)}
        onChange={(value) => form.send({ type: 'form.change', field: 'username', value })}
      />
      <TextField
        label={t('email')}
        hint={t('optional')}
        type="email"
        autoComplete="off"
        value={values.email}
        error={problems.email && t(`problem.${problems.email}`)}
        onChange={(value) => form.send({ type: 'form.change', field: 'email', value })}
      />
      {values.type === 'root' ? (
        <p className="text-sm">
          <AppLink {...linkTo({ name: 'account' })} className="text-accent-text underline">
            {t('changeRootPassword')}
          </AppLink>
        </p>
      ) : (
        <TextField
          label={t(account ? 'newPassword' : 'password')}
          type="password"
          autoComplete="new-password"
          required={account === null}
          value={values.password}
          help={account ? t('passwordKept') : undefined}
          error={problems.password && t(`problem.${problems.password}`)}
          reveal={{
            shown: isRevealed,
            onToggle: () => form.send({ type: 'form.toggleReveal' }),
            showLabel: t('showPassword'),
            hideLabel: t('hidePassword'),
          }}
          onChange={(value) => form.send({ type: 'form.change', field: 'password', value })}
        />
      )}
    </div>
  );
}

function Kind({ modal, form }: FieldsProps) {
  const t = useTranslations();
  const { values } = useSelector(form, selectForm);
  const viewer = useSelector(useActorRefOf('session'), selectUser);
  const isOwn = values.account !== null && values.account.id === viewer?.id;
  return (
    <div className="grid items-start gap-x-4 gap-y-2 sm:grid-cols-2">
      <Select
        label={t('editUser.type')}
        help={t(`editUser.typeHelp.${values.type}`)}
        value={values.type}
        options={TYPES.map((value) => ({ value, label: t(`users.types.${value}`) }))}
        onChange={(userType) => modal.send({ type: 'editUser.setType', userType })}
      />
      <div className="sm:pt-5">
        <Switch
          label={t('editUser.active')}
          help={t(isOwn ? 'editUser.ownActiveHelp' : 'editUser.activeHelp')}
          checked={values.isActive}
          disabled={isOwn}
          onChange={(value) => form.send({ type: 'form.change', field: 'isActive', value })}
        />
      </div>
    </div>
  );
}

interface RightsProps {
  modal: EditUserRef;
  form: UserForm;
}

function UserRights({ modal, form }: RightsProps) {
  const t = useTranslations('editUser');
  const id = useId();
  const { values } = useSelector(form, selectForm);
  const { permissions } = values;
  const limits = useSelector(modal, selectLimits);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <Heading level={3} id={id}>
        {t('rights')}
      </Heading>
      <p className="text-sm text-ink-2">
        <PermissionSummary user={values} libraries={limits?.libraries ?? []} />
      </p>
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
