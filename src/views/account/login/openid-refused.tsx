import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/openid.json';
import { refusalOf } from '../../../machines/account/auth/login.logic.ts';
import { WithTexts } from '../../texts/with-texts.tsx';
import { FormMessage } from '../../ui/field.tsx';

interface OpenIdRefusedProps {
  /** From the server, in the address. */
  refusal: string;
}

export function OpenIdRefused(props: OpenIdRefusedProps) {
  return (
    <WithTexts texts={texts}>
      <FormMessage tone="danger">
        <Reason {...props} />
      </FormMessage>
    </WithTexts>
  );
}

function Reason({ refusal }: OpenIdRefusedProps) {
  const t = useTranslations('openIdRefused');
  const reason = refusalOf(refusal);
  return reason.kind === 'other' ? t('other', { text: reason.text }) : t(reason.kind);
}
