import { useSelector } from '@xstate/react';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectUrls } from '../../../machines/app/app.selectors.ts';
import type { MatchRef } from '../../../machines/edit/item-edit/match.machine.ts';
import {
  currentValue,
  fieldsOf,
  isChange,
  type MatchField,
  type MatchValue,
} from '../../../machines/edit/item-edit/match.logic.ts';
import { selectIsMatchSaving, selectMatchPart } from '../../../machines/edit/item-edit/item-edit.selectors.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useApp } from '../../app/actors-context.tsx';
import { DescriptionField } from '../../shared/description-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { focusOnMount } from '../../ui/focus.tsx';
import { submitting } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';
import { htmlToText } from '../../ui/html-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import { CoverShapes } from './cover-shapes.tsx';
import { ErrorMessage } from '../../shared/message-page.tsx';

interface ReviewProps {
  tab: MatchRef;
  item: LibraryItemExpanded;
}

export function MatchReview({ tab, item }: ReviewProps) {
  const t = useTranslations('editMatch');
  const isChecking = useSelector(tab, selectMatchPart) === 'checking';
  const tEdit = useTranslations('editItem');
  const isSaving = useSelector(tab, selectIsMatchSaving);
  const isRestored = useSelector(tab, ({ context }) => context.isRestored);
  return (
    <div className="flex flex-col gap-4">
      {isRestored && (
        <p role="status" className="rounded-md bg-surface-2 px-3 py-2 text-sm">
          {tEdit('restored')}
        </p>
      )}
      <div className="flex items-center gap-2">
        <Button
          key={String(isChecking)}
          ref={focusOnMount}
          size="sm"
          variant="ghost"
          disabled={isSaving}
          icon={<ArrowLeft size={18} className="rtl:-scale-x-100" />}
          onClick={() => tab.send({ type: 'match.back' })}
        >
          {t(isChecking ? 'backToFields' : 'backToResults')}
        </Button>
      </div>
      {isChecking ? <Check tab={tab} item={item} /> : <Fields tab={tab} item={item} />}
    </div>
  );
}

function Fields({ tab, item }: ReviewProps) {
  const t = useTranslations('editMatch');
  const draft = useSelector(tab, ({ context }) => context.draft);
  const fields = fieldsOf(draft);
  const ticked = fields.filter((field) => draft.ticks[field]).length;
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submitting(() => tab.send({ type: 'match.check' }))}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Checkbox
          label={t('all')}
          checked={ticked === fields.length}
          mixed={ticked > 0 && ticked < fields.length}
          onChange={(isOn) => tab.send({ type: 'match.selectAll', isOn })}
        />
        <Button size="sm" onClick={() => tab.send({ type: 'match.selectEmpty' })}>
          {t('onlyEmpty')}
        </Button>
      </div>
      <ul className="flex flex-col gap-4">
        {fields.map((field) => (
          <li key={field} className="flex items-start gap-1 border-t border-line pt-3">
            <span className="w-8 shrink-0">
              <Checkbox
                label={t('take', { field: t(`field.${field}`) })}
                labelHidden
                checked={draft.ticks[field] ?? false}
                onChange={() => tab.send({ type: 'match.toggle', field })}
              />
            </span>
            <div className="min-w-0 flex-1">
              <Field tab={tab} item={item} field={field} value={draft.values[field] ?? ''} />
            </div>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabledReason={ticked === 0 ? t('nothingTicked') : null}>
          {t('check')}
        </Button>
      </div>
    </form>
  );
}

function Field({ tab, item, field, value }: ReviewProps & { field: MatchField; value: MatchValue }) {
  const t = useTranslations('editMatch');
  const label = t(`field.${field}`);
  const current = currentValue(item, field);
  if (field === 'cover') return <CoverField tab={tab} item={item} value={String(value)} />;
  if (typeof value === 'boolean') {
    return (
      <p className="py-1.5 text-sm text-ink">
        {label}: {t(value ? 'yes' : 'no')}{' '}
        <span className="text-ink-2">{t('currently', { value: t(current === true ? 'yes' : 'no') })}</span>
      </p>
    );
  }
  const change = (next: string) => tab.send({ type: 'match.change', field, value: next });
  const shared = { label, value, onChange: change, className: 'w-full' } as const;
  const text = shown(field, current);
  return (
    <div className="flex flex-col items-start gap-1">
      {field === 'description' ? (
        <DescriptionField {...shared} />
      ) : (
        <TextField {...shared} dir="auto" autoComplete="off" />
      )}
      {text === '' ? (
        <p className="text-xs text-ink-2">{t('currentlyEmpty')}</p>
      ) : (
        <button
          type="button"
          aria-label={t('restore', { field: label })}
          data-tip={t('restore', { field: label })}
          onClick={() => tab.send({ type: 'match.restore', field })}
          className="-mx-1 line-clamp-2 max-w-full rounded-xs px-1 text-start text-xs text-ink-2 hover:bg-surface-2 hover:text-ink touch:min-h-11"
        >
          {t('currently', { value: text })}
        </button>
      )}
    </div>
  );
}

/** Descriptions are HTML. */
const shown = (field: MatchField, value: MatchValue): string =>
  field === 'description' ? htmlToText(String(value)) : String(value);

function CoverField({ tab, item, value }: ReviewProps & { value: string }) {
  const t = useTranslations('editMatch');
  const title = item.media.metadata.title ?? '';
  const covers = useSelector(tab, ({ context }) => context.chosen)?.covers ?? [];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        <CoverShapes key={value} src={value} title={title} heading={t('newCover')} />
        <CurrentCover item={item} />
      </div>
      {covers.length > 1 && (
        <ul className="flex flex-wrap gap-2">
          {covers.map((url, index) => (
            <li key={url}>
              <button
                type="button"
                aria-label={t('coverOf', { number: index + 1, count: covers.length })}
                aria-pressed={url === value}
                onClick={() => tab.send({ type: 'match.change', field: 'cover', value: url })}
                className="rounded-sm border-2 border-transparent aria-pressed:border-accent"
              >
                <img src={url} alt="" referrerPolicy="no-referrer" loading="lazy" className="size-14 object-contain" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CurrentCover({ item }: Pick<ReviewProps, 'item'>) {
  const t = useTranslations('editMatch');
  const urls = selectUrls(useApp().getSnapshot());
  const src = item.media.coverPath === null ? null : urls.cover(item.id, { updatedAt: item.updatedAt, raw: true });
  return (
    <CoverShapes src={src} title={item.media.metadata.title ?? ''} heading={t(src ? 'currentCover' : 'noCover')} />
  );
}

function OldValue({ text }: { text: string }) {
  const t = useTranslations('editMatch');
  if (text === '') return <span className="min-w-0 text-ink-2">{t('emptyValue')}</span>;
  return (
    <del dir="auto" className="min-w-0 text-match wrap-anywhere text-ink-2">
      {text}
    </del>
  );
}

function Check({ tab, item }: ReviewProps) {
  const t = useTranslations('editMatch');
  const draft = useSelector(tab, ({ context }) => context.draft);
  const isSaving = useSelector(tab, selectIsMatchSaving);
  const error = useSelector(tab, ({ context }) => context.error);
  const changed = fieldsOf(draft).filter((field) => isChange(item, draft, field));
  const textOf = (field: MatchField, value: MatchValue) =>
    typeof value === 'boolean' ? t(value ? 'yes' : 'no') : shown(field, value);
  return (
    <section className="flex flex-col gap-4">
      <Heading level={3} looksLike={4}>
        {t('changes', { count: changed.length })}
      </Heading>
      <ErrorMessage text={t('notSaved')} error={error} />
      <dl className="flex flex-col gap-3">
        {changed.map((field) => (
          <div key={field} className="border-t border-line pt-3 text-sm">
            <dt className="font-medium text-ink">{t(`field.${field}`)}</dt>
            {field === 'cover' ? (
              <dd className="mt-2 flex flex-wrap gap-x-10 gap-y-4">
                <CurrentCover item={item} />
                <CoverShapes src={String(draft.values.cover)} title="" heading={t('newCover')} />
              </dd>
            ) : (
              <dd className="mt-1 grid grid-cols-[1fr_auto_1fr] items-start gap-x-3 gap-y-1 phone:grid-cols-1">
                <OldValue text={textOf(field, currentValue(item, field))} />
                <ArrowRight size={16} className="mt-0.5 text-ink-3 rtl:-scale-x-100 phone:hidden" />
                <ins dir="auto" className="min-w-0 text-match wrap-anywhere text-ink no-underline">
                  {textOf(field, draft.values[field] ?? '') || t('emptyValue')}
                </ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div className="flex justify-end">
        <Button variant="primary" busy={isSaving} onClick={() => tab.send({ type: 'match.send' })}>
          {t('send', { count: changed.length })}
        </Button>
      </div>
    </section>
  );
}
