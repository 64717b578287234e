import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/en-us/inspector.json';
import type { RecorderRef } from '../../machines/inspector/recorder.machine.ts';
import { selectRuleCount } from '../../machines/inspector/network.logic.ts';
import { RootTexts } from '../texts/root-texts.tsx';
import { Button } from '../ui/button.tsx';
import './network-mark.css';

interface NetworkMarkProps {
  recorder: RecorderRef;
  onEnd: () => void;
}

export function NetworkMark(props: NetworkMarkProps) {
  return (
    <RootTexts texts={texts}>
      <Mark {...props} />
    </RootTexts>
  );
}

function Mark({ recorder, onEnd }: NetworkMarkProps) {
  const t = useTranslations('inspector.network');
  const count = useSelector(recorder, selectRuleCount);
  if (count === 0) return null;
  return (
    <aside className="network-mark" aria-label={t('title')}>
      <span role="status">{t('mark', { count })}</span>
      <Button size="sm" onClick={onEnd}>
        {t('removeAll')}
      </Button>
    </aside>
  );
}
