import { useSelector } from '@xstate/react';
import { Pencil } from 'lucide-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { BackupsRef } from '../../../machines/admin/backups/backups.machine.ts';
import { selectBackups, selectPathForm } from '../../../machines/admin/backups/backups.selectors.ts';
import { selectForm, selectIsDirty, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusInvalid } from '../../ui/focus-moves.ts';
import { FocusOnMount, handFocusOn } from '../../ui/focus.tsx';
import { Heading } from '../../ui/heading.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function BackupPlace() {
  const t = useTranslations('backupsPage.place');
  const id = useId();
  const page = usePageRef<BackupsRef>();
  const data = useSelector(page, selectBackups);
  const form = useSelector(page, selectPathForm);
  if (data === null) return null;
  return (
    <section aria-labelledby={id} data-setting="place">
      <Heading level={2} looksLike={3} id={id} className="pb-2">
        {t('title')}
      </Heading>
      <div className="flex flex-col gap-3 rounded-lg bg-surface-1 px-4 py-4">
        {form ? (
          <PathFields />
        ) : (
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 text-sm break-all">{data.backupLocation}</code>
            {!data.backupPathEnvSet && (
              <IconButton
                data-opens="place"
                label={t('edit')}
                icon={<Pencil size={18} />}
                onClick={() => page.send({ type: 'backups.editPath' })}
              />
            )}
          </div>
        )}
        {data.backupPathEnvSet && <p className="text-sm text-ink-2">{t('fixed')}</p>}
      </div>
    </section>
  );
}

function PathFields() {
  const t = useTranslations();
  const page = usePageRef<BackupsRef>();
  const form = useSelector(page, selectPathForm);
  const shown = useSelector(form, (snapshot) => snapshot && selectForm(snapshot));
  const isSaving = useSelector(form, (snapshot) => (snapshot ? selectIsSaving(snapshot) : false));
  const isDirty = useSelector(form, (snapshot) => (snapshot ? selectIsDirty(snapshot) : false));
  const element = useFocusInvalid<HTMLFormElement>(shown?.problems ?? NONE);
  if (!form || !shown) return null;
  const { values, problems, error } = shown;
  const close = () => page.send({ type: 'backups.closePath' });
  /** Escape keeps typed text. */
  const onKey = ({ key }: { key: string }) => {
    const closes = key === 'Escape' && !isSaving && !isDirty;
    if (closes) close();
    return closes;
  };
  return (
    <KeyScope onKey={onKey}>
      <div ref={handFocusOn} data-opened-by="place">
        <form
          ref={element}
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            form.send({ type: 'form.submit' });
          }}
        >
          <FocusOnMount>
            <TextField
              label={t('backupsPage.place.path')}
              value={values.path}
              autoComplete="off"
              spellCheck={false}
              help={t('backupsPage.place.help')}
              error={problems.path ? t(`backupsPage.place.${problems.path}`) : error ? errorText(t, error) : null}
              onChange={(value) => form.send({ type: 'form.change', field: 'path', value })}
            />
          </FocusOnMount>
          <div className="flex gap-2">
            <Button type="submit" variant="primary" size="sm" busy={isSaving}>
              {t('backupsPage.place.save')}
            </Button>
            <Button size="sm" disabled={isSaving} onClick={close}>
              {t('common.cancel')}
            </Button>
          </div>
        </form>
      </div>
    </KeyScope>
  );
}

const NONE = {};
