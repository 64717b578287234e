import { useSelector } from '@xstate/react';
import { Mail } from 'lucide-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/email.json';
import {
  EMAIL_GROUPS,
  testAddressOf,
  testObstacle,
  type EmailFormRef,
  selectEmailForm,
  selectEmailSettings,
  selectIsTesting,
  selectMailTest,
  selectServerDevices,
} from '../../../machines/admin/email/email.logic.ts';
import type { EmailRef } from '../../../machines/admin/email/email.machine.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { DeviceList } from '../../shared/device-list.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { SettingsForm } from '../../shared/settings-form.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { errorText } from '../../texts/error-text.ts';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';
import { selectHasUnsaved } from '../../../machines/kit/settings-form.logic.ts';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Email />
    </WithTexts>
  );
}

function Email() {
  const t = useTranslations('email');
  const form = useSelector(usePageRef<EmailRef>(), selectEmailForm);
  const devices = useSelector(usePageRef<EmailRef>(), selectServerDevices);
  return (
    <SettingsFrame title={t('title')} intro={t('intro')}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        {form && (
          <PageInset className="flex max-w-3xl flex-col gap-6 pt-4 pb-8">
            <SettingsForm form={form} label={t('form')} texts="email" groups={EMAIL_GROUPS} />
            <Test form={form} />
            {devices && <DeviceList devices={devices} />}
          </PageInset>
        )}
      </DataContent>
    </SettingsFrame>
  );
}

function Test({ form }: { form: EmailFormRef }) {
  const t = useTranslations();
  const page = usePageRef<EmailRef>();
  const id = useId();
  const settings = useSelector(page, selectEmailSettings);
  const test = useSelector(page, selectMailTest);
  const isTesting = useSelector(page, selectIsTesting);
  const isDirty = useSelector(form, selectHasUnsaved);
  if (!settings) return null;
  const address = testAddressOf(settings);
  const obstacle = isDirty ? 'unsaved' : testObstacle(settings);
  return (
    <section aria-labelledby={id}>
      <Heading level={2} looksLike={3} id={id} className="pb-2">
        {t('email.test.title')}
      </Heading>
      <div className="flex flex-col items-start gap-3 rounded-lg bg-surface-1 px-4 py-4">
        {address !== '' && <p className="text-sm text-ink-2">{t('email.test.intro', { address })}</p>}
        <Button
          data-setting="test"
          icon={<Mail size={16} />}
          busy={isTesting}
          disabledReason={obstacle && t(`email.test.${obstacle}`)}
          onClick={() => page.send({ type: 'email.sendTest' })}
        >
          {t('email.test.send')}
        </Button>
        <div role="status" className="text-sm text-ink-2">
          {isTesting && t('email.test.sending')}
          {test?.kind === 'sent' && t('email.test.sent', { address })}
        </div>
        {test?.kind === 'failed' && (
          <FormMessage tone="danger">{t('email.test.failed', { reason: errorText(t, test.error) })}</FormMessage>
        )}
      </div>
    </section>
  );
}
