import { messageText } from '../texts/message-text.ts';
import { hasText } from '../texts/has-text.ts';
import { useSelector } from '@xstate/react';
import { useId, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { AnyActorRef } from 'xstate';
import {
  shownRows,
  type AnyFieldRow,
  type FieldValue,
  type FieldValues,
} from '../../machines/kit/settings-form.logic.ts';
import type { SettingsFormContext } from '../../machines/kit/settings-form.logic.ts';
import { errorText } from '../texts/error-text.ts';
import { Button } from '../ui/button.tsx';
import { ClashBox } from '../ui/form-notes.tsx';
import { useFocusInvalid } from '../ui/focus-moves.ts';
import { FormMessage } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Select } from '../ui/select.tsx';
import { DescriptionField } from './description-field.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import {
  selectFormProblems,
  selectFormValues,
  selectHasClashes,
  selectHasUnsaved,
  selectIsRevealed,
  selectIsSaved,
  selectIsSavingSettings,
  selectSaveError,
} from '../../machines/kit/settings-form.logic.ts';
import { formatList } from '../format/lists.ts';

export interface SettingsFormSource {
  getSnapshot: () => { readonly context: SettingsFormContext; hasTag: (tag: 'busy') => boolean };
  subscribe: AnyActorRef['subscribe'];
  send: (event: never) => void;
}

export interface SettingsGroup {
  readonly name: string;
  readonly rows: readonly AnyFieldRow[];
}

interface SettingsFormProps {
  form: SettingsFormSource;
  label: string;
  /** Section of the catalogue with `label`, `help`, `placeholder`, `choice`, `problem` of fields. */
  texts: string;
  groups: readonly SettingsGroup[];
  below?: Readonly<Record<string, ReactNode>>;
  /** Further errors by key. */
  errors?: Readonly<Record<string, string>>;
  /** Choices for a text field, or other choices than its row has, by key. */
  choices?: Readonly<Record<string, readonly string[]>>;
}

/** A form of settings with Save and Reset, in a `SettingsFrame`, which provides its texts. */
export function SettingsForm({ form, label, texts, groups, below = {}, errors = {}, choices = {} }: SettingsFormProps) {
  const element = useFocusInvalid<HTMLFormElement>(useSelector(form, selectFormProblems));
  return (
    <form
      ref={element}
      aria-label={label}
      noValidate
      className="flex flex-col gap-6 [&_button]:scroll-mb-24 [&_input]:scroll-mb-24 [&_textarea]:scroll-mb-24"
      onSubmit={(event) => {
        event.preventDefault();
        notify(form, { type: 'form.submit' });
      }}
    >
      {groups.map((group) => (
        <Group key={group.name} {...{ form, texts, group, below, errors, choices }} />
      ))}
      <SaveBar form={form} />
    </form>
  );
}

/** The fields are unknown here, and so are the form's event types. */
const notify = (form: SettingsFormSource, event: { readonly type: string; readonly [key: string]: unknown }) =>
  form.send(event as never);

interface GroupProps {
  form: SettingsFormSource;
  texts: string;
  group: SettingsGroup;
  below: Readonly<Record<string, ReactNode>>;
  errors: Readonly<Record<string, string>>;
  choices: Readonly<Record<string, readonly string[]>>;
}

function Group({ form, texts, group: { name, rows }, below, errors, choices }: GroupProps) {
  const { text } = useFieldTexts(texts);
  const id = useId();
  const shown = shownRows(rows, useSelector(form, selectFormValues<FieldValues>));
  if (shown.length === 0) return null;
  const heading = text('group', name);
  return (
    <section aria-labelledby={heading === undefined ? undefined : id}>
      {heading !== undefined && (
        <Heading level={2} looksLike={3} id={id} className="pb-2">
          {heading}
        </Heading>
      )}
      <div className="flex flex-col gap-4 rounded-lg bg-surface-1 px-4 py-4">
        {shown.map((row) => (
          <div key={row.key} data-setting={row.key} className="flex flex-col gap-2">
            <Field
              form={form}
              texts={texts}
              row={withChoices(row, choices[row.key])}
              {...(errors[row.key] === undefined ? {} : { otherError: errors[row.key] })}
            />
            {below[row.key]}
          </div>
        ))}
      </div>
    </section>
  );
}

const withChoices = (row: AnyFieldRow, choices: readonly string[] | undefined): AnyFieldRow =>
  choices === undefined ? row : { ...row, kind: 'choice', choices };

function useFieldTexts(texts: string) {
  const t = useTranslations();
  const text = (...path: readonly string[]): string | undefined => {
    const key = [texts, ...path].join('.');
    return hasText(t, key) ? messageText(t, { key }) : undefined;
  };
  return { text };
}

interface FieldProps {
  form: SettingsFormSource;
  texts: string;
  row: AnyFieldRow;
  otherError?: string | undefined;
}

function Field({ form, texts, row, otherError }: FieldProps) {
  const t = useTranslations('settingsForm');
  const locale = useLocale();
  const isClash = useSelector(form, ({ context }) => context.clashes.includes(row.key));
  const theirs = useSelector(form, ({ context }) => context.base[row.key]);
  const { text } = useFieldTexts(texts);
  const label = text('label', row.key) ?? row.key;
  return (
    <div>
      <Control form={form} texts={texts} row={row} label={label} otherError={otherError} />
      {isClash && (
        <ClashBox
          message={t('changedElsewhere', { value: textOf(theirs) })}
          choices={(['takeTheirs', 'keepMine'] as const).map((action) => ({
            text: t(action),
            label: t('forField', { action: t(action), field: label }),
            onChoose: () => notify(form, { type: `form.${action}`, field: row.key }),
          }))}
        />
      )}
    </div>
  );

  function textOf(value: FieldValue | undefined): string {
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (row.kind === 'secret' && value !== '') return t('hidden');
    const shown = Array.isArray(value) ? formatList(value, locale) : String(value ?? '');
    if (row.kind === 'choice') return text('choice', row.key, choiceName(shown)) ?? shown;
    return shown === '' ? t('emptyValue') : shown;
  }
}

const choiceName = (choice: string): string => (choice === '' ? 'none' : choice);

function Control({ form, texts, row, label, otherError }: FieldProps & { label: string }) {
  const t = useTranslations();
  const { text } = useFieldTexts(texts);
  const value = useSelector(form, ({ context }) => context.values[row.key]);
  const problem = useSelector(form, ({ context }) => context.problems[row.key]);
  const refusal = useSelector(form, ({ context }) => (context.refused === row.key ? context.error : null));
  const change = (next: FieldValue) => notify(form, { type: 'form.change', field: row.key, value: next });
  const ownProblem =
    problem === undefined ? (otherError ?? null) : (text('problem', problem) ?? t('settingsForm.notTaken'));
  const shared = {
    label,
    help: text('help', row.key),
    error: refusal ? errorText(t, refusal) : ownProblem,
  };
  const input = { autoComplete: 'off', placeholder: text('placeholder', row.key) } as const;
  switch (row.kind) {
    case 'switch':
      return (
        <>
          <Switch label={label} help={shared.help} checked={value === true} onChange={change} />
          {shared.error !== null && (
            <p role="alert" className="text-xs text-danger">
              {shared.error}
            </p>
          )}
        </>
      );
    case 'number':
      return (
        <NumberField
          {...shared}
          {...(row.min === undefined ? {} : { min: row.min })}
          {...(row.max === undefined ? {} : { max: row.max })}
          value={typeof value === 'number' ? value : null}
          decreaseLabel={t('settingsForm.decrease', { field: label })}
          increaseLabel={t('settingsForm.increase', { field: label })}
          onChange={change}
        />
      );
    case 'list':
      return (
        <TextArea
          {...shared}
          {...input}
          dir="ltr"
          rows={2}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onChange={(lines) => change(lines.split('\n'))}
        />
      );
    case 'choice':
      return (
        <div className="max-w-sm">
          <Select
            {...shared}
            value={String(value ?? '')}
            options={(row.choices ?? []).map((choice) => ({
              value: choice,
              label: text('choice', row.key, choiceName(choice)) ?? choice,
            }))}
            onChange={change}
          />
        </div>
      );
    case 'rich':
      return <DescriptionField {...shared} value={String(value ?? '')} onChange={change} />;
    case 'lines':
      return <TextArea {...shared} {...input} dir="auto" value={String(value ?? '')} onChange={change} />;
    case 'secret':
      return <SecretField {...shared} {...input} form={form} value={String(value ?? '')} onChange={change} />;
    default:
      return <TextField {...shared} {...input} type={row.kind} value={String(value ?? '')} onChange={change} />;
  }
}

interface SecretFieldProps {
  form: SettingsFormSource;
  label: string;
  help: string | undefined;
  error: string | null;
  value: string;
  onChange: (value: string) => void;
}

function SecretField({ form, ...field }: SecretFieldProps) {
  const t = useTranslations('settingsForm');
  const isRevealed = useSelector(form, selectIsRevealed);
  return (
    <TextField
      {...field}
      type="password"
      autoComplete="new-password"
      reveal={{
        shown: isRevealed,
        onToggle: () => notify(form, { type: 'form.toggleReveal' }),
        showLabel: t('show', { field: field.label }),
        hideLabel: t('hide', { field: field.label }),
      }}
    />
  );
}

/** It stays in view while there are unsaved changes. */
function SaveBar({ form }: { form: SettingsFormSource }) {
  const t = useTranslations();
  const isDirty = useSelector(form, selectHasUnsaved);
  const isSaving = useSelector(form, selectIsSavingSettings);
  const isSaved = useSelector(form, selectIsSaved);
  const hasClashes = useSelector(form, selectHasClashes);
  const error = useSelector(form, selectSaveError);
  const idle = hasClashes ? t('settingsForm.chooseFirst') : t('settingsForm.noChanges');
  return (
    <div
      data-foot={isDirty ? '' : undefined}
      className={
        isDirty
          ? 'sticky -bottom-6 z-10 -mx-2 flex flex-col gap-3 rounded-t-lg border-t border-line bg-surface-0 px-2 py-3'
          : 'flex flex-col gap-3 py-3'
      }
    >
      {error && <FormMessage tone="danger">{t('settingsForm.notSaved', { reason: errorText(t, error) })}</FormMessage>}
      {hasClashes && <FormMessage tone="info">{t('settingsForm.clashes')}</FormMessage>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={isSaving} disabledReason={isDirty && !hasClashes ? null : idle}>
          {t('settingsForm.save')}
        </Button>
        {isDirty && (
          <Button disabled={isSaving} onClick={() => notify(form, { type: 'form.reset' })}>
            {t('settingsForm.reset')}
          </Button>
        )}
        <p role="status" className="text-sm text-ink-2">
          {isSaved && !isDirty && t('settingsForm.saved')}
        </p>
      </div>
    </div>
  );
}
