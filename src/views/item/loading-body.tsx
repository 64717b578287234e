import { useTranslations } from 'use-intl';
import { TextSkeleton } from '../ui/skeleton.tsx';
import { Waiting } from '../ui/waiting.tsx';

export function LoadingBody() {
  const t = useTranslations('item');
  return (
    <div className="measure">
      <Waiting label={t('loading')}>
        <TextSkeleton lines={5} />
      </Waiting>
    </div>
  );
}
