import { useSelector } from '@xstate/react';
import { CloudUpload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/upload.json';
import type { UploadsRef } from '../../../machines/edit/upload/uploads.machine.ts';
import { selectCounts, selectWork } from '../../../machines/edit/upload/upload.selectors.ts';
import { useLinkTo } from '../../app/actors-context.tsx';
import { withTexts } from '../../texts/with-texts.tsx';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/links.tsx';

/** One line about running, failed and finished uploads, on every other page. Spoken: start, failures and end. */
export const UploadBanner = withTexts(texts, Line);

function Line({ uploads }: { uploads: UploadsRef }) {
  const t = useTranslations('upload.elsewhere');
  const linkTo = useLinkTo();
  const isElsewhere = useSelector(uploads, (snapshot) => snapshot.matches({ page: 'closed' }));
  const work = useSelector(uploads, selectWork);
  const { queued, sent, ready, held } = useSelector(uploads, selectCounts);
  const failed = ready + held;
  const result = failed > 0 ? 'failed' : sent > 0 ? 'done' : null;
  const text = work === 'resting' ? result : work;
  const shown = isElsewhere && text;
  const counts = { sent, failed, count: queued + sent + failed };
  return (
    <Banner
      icon={CloudUpload}
      text={shown ? t(text, counts) : null}
      spoken={shown ? t(`spoken.${text}`, counts) : null}
      action={
        <LinkButton {...linkTo({ name: 'upload' })} size="sm">
          {t('open')}
        </LinkButton>
      }
    />
  );
}
