import { useSelector } from '@xstate/react';
import { CloudUpload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/upload-en-us.json';
import type { UploadsRef } from '../../machines/upload/uploads.machine.ts';
import { selectCounts, selectIsElsewhere, selectWork } from '../../machines/upload/upload.selectors.ts';
import { useLinkTo } from '../app/actors-context.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { Banner } from '../ui/banner.tsx';
import { LinkButton } from '../ui/links.tsx';

/** One line about running and failed uploads, on every other page. */
export function UploadBanner({ uploads }: { uploads: UploadsRef }) {
  return (
    <WithTexts texts={texts}>
      <Line uploads={uploads} />
    </WithTexts>
  );
}

function Line({ uploads }: { uploads: UploadsRef }) {
  const t = useTranslations('upload.elsewhere');
  const linkTo = useLinkTo();
  const isElsewhere = useSelector(uploads, selectIsElsewhere);
  const work = useSelector(uploads, selectWork);
  const { queued, sent, ready, held } = useSelector(uploads, selectCounts);
  const failed = ready + held;
  const parts = [
    work !== 'resting' && t(work, { sent, count: queued + sent + failed }),
    failed > 0 && t('failed', { count: failed }),
  ].filter((part) => part !== false);
  return (
    <Banner
      icon={CloudUpload}
      text={isElsewhere && parts.length > 0 ? parts.join(' · ') : null}
      action={
        <LinkButton {...linkTo({ name: 'upload' })} size="sm">
          {t('open')}
        </LinkButton>
      }
    />
  );
}
