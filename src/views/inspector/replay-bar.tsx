import { useSelector } from '@xstate/react';
import { ChevronFirst, ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import {
  selectCanTape,
  selectContext,
  selectIsTaped,
  selectReplay,
  type ReplayPlace,
} from '../../machines/inspector/inspector.selectors.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';

export function ReplayBar({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.replay');
  const replay = useSelector(inspector, selectReplay);
  const { note, isCutOff } = useSelector(inspector, selectContext);
  if (!replay) return null;
  const { index, count, now, others, missing, isAlone, isWrong, isTaped, isWhole, stage } = replay;
  const go = (to: number) => inspector.send({ type: 'recording.go', index: to });
  const next = others.find((other) => other > index) ?? others[0];
  return (
    <section className="inspector-replay" aria-label={t('label')}>
      <IconButton size="sm" label={t('first')} icon={<ChevronFirst size={18} />} onClick={() => go(0)} />
      <IconButton size="sm" label={t('back')} icon={<ChevronLeft size={18} />} onClick={() => go(index - 1)} />
      <span role="status">{count === 0 ? t('none') : t('step', { step: index + 1, count })}</span>
      <IconButton size="sm" label={t('forward')} icon={<ChevronRight size={18} />} onClick={() => go(index + 1)} />
      <span className="inspector-replay-result">
        {now !== null
          ? t('now', { states: now })
          : isAlone
            ? t('alone')
            : others.length === 0
              ? t('same')
              : t('others', { count: others.length })}
        {missing.length > 0 && ` ${t('missing', { names: missing.join(', ') })}`}
      </span>
      {next !== undefined && next !== index && (
        <Button size="sm" onClick={() => go(next)}>
          {t('nextOther')}
        </Button>
      )}
      <span className="inspector-spring" />
      <label>
        <input type="checkbox" checked={isWrong} onChange={() => inspector.send({ type: 'recording.mark' })} />
        <span>{t('wrong')}</span>
      </label>
      {isTaped && (
        <label>
          <input type="checkbox" checked={isWhole} onChange={() => inspector.send({ type: 'recording.toggleWhole' })} />
          <span>{t('whole')}</span>
        </label>
      )}
      <Button size="sm" onClick={() => inspector.send({ type: 'recording.copy' })}>
        {t('copyTest')}
      </Button>
      <Button size="sm" onClick={() => inspector.send({ type: 'recording.saveTest' })}>
        {t('saveTest')}
      </Button>
      {isTaped && !isCutOff && (
        <Button size="sm" onClick={() => inspector.send({ type: 'stage.open' })}>
          {t('stage')}
        </Button>
      )}
      <Button size="sm" onClick={() => inspector.send({ type: 'recording.close' })}>
        {t('close')}
      </Button>
      {stage && <StageState stage={stage} />}
      {(note === 'copied' || note === 'notCopied') && <span role="status">{t(note)}</span>}
    </section>
  );
}

function StageState({ stage: { step, count, otherwise, others } }: { stage: NonNullable<ReplayPlace['stage']> }) {
  const t = useTranslations('inspector.replay');
  return (
    <span role="status" className="inspector-replay-result">
      {step === null
        ? t('stageStarts')
        : `${t('stageAt', { step: step + 1, count })} ${
            otherwise.length > 0
              ? t('stageNow', { states: otherwise.join('; ') })
              : others > 0
                ? t('stageOthers', { count: others })
                : t('stageSame')
          }`}
    </span>
  );
}

export function RecordingTools({ inspector, canSave }: { inspector: InspectorRef; canSave: boolean }) {
  const t = useTranslations('inspector.replay');
  const { note } = useSelector(inspector, selectContext);
  const isTaped = useSelector(inspector, selectIsTaped);
  const canTape = useSelector(inspector, selectCanTape);
  return (
    <>
      {(note === 'unreadable' || note === 'foreign') && (
        <p role="alert" className="inspector-fault">
          {t(note)}
        </p>
      )}
      {canSave && !canTape && <p className="inspector-note">{t('noRestart')}</p>}
      {canSave && canTape && (
        <Button size="sm" onClick={() => inspector.send({ type: 'recording.restart' })}>
          {isTaped ? t('again') : t('restart')}
        </Button>
      )}
      {canSave && (
        <Button size="sm" onClick={() => inspector.send({ type: 'recording.save' })}>
          {isTaped ? t('saveTaped') : t('save')}
        </Button>
      )}
      <label className="inspector-file">
        <span>{t('open')}</span>
        <input
          type="file"
          accept="application/json,.json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) inspector.send({ type: 'recording.open', file });
            // The same file may be picked again.
            currentTarget.value = '';
          }}
        />
      </label>
    </>
  );
}
