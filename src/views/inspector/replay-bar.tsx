import { useSelector } from '@xstate/react';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
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
import { RangeInput } from '../ui/slider.tsx';

export function ReplayBar({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.replay');
  const replay = useSelector(inspector, selectReplay);
  const { note, isCutOff } = useSelector(inspector, selectContext);
  if (!replay) return null;
  const { index, count, now, others, missing, isAlone, isWrong, isTaped, isAnonymous, isWhole, stage } = replay;
  const go = (to: number) => inspector.send({ type: 'recording.go', index: to });
  const place = count === 0 ? t('none') : t('step', { step: index + 1, count });
  const next = others.find((other) => other > index) ?? others[0];
  return (
    <section className="inspector-replay" aria-label={t('label')}>
      <IconButton size="sm" label={t('first')} icon={<ChevronFirst size={18} />} onClick={() => go(0)} />
      <IconButton size="sm" label={t('back')} icon={<ChevronLeft size={18} />} onClick={() => go(index - 1)} />
      <RangeInput
        label={t('scrub')}
        min={1}
        max={Math.max(1, count)}
        step={1}
        value={index + 1}
        valueText={place}
        onDrag={(step) => go(step - 1)}
        onCommit={(step) => go(step - 1)}
        disabled={count < 2}
        className="inspector-scrubber"
      />
      <IconButton size="sm" label={t('forward')} icon={<ChevronRight size={18} />} onClick={() => go(index + 1)} />
      <IconButton size="sm" label={t('last')} icon={<ChevronLast size={18} />} onClick={() => go(count - 1)} />
      <span role="status">{place}</span>
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
      {!isAnonymous && <span className="inspector-replay-result">{t('holdsPersonal')}</span>}
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
  const { note, saving } = useSelector(inspector, selectContext);
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
        <Button size="sm" aria-expanded={saving !== null} onClick={() => inspector.send({ type: 'saving.toggle' })}>
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

/** Says what is in a recording before it is saved. */
export function SavePanel({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.replay');
  const { saving } = useSelector(inspector, selectContext);
  const isTaped = useSelector(inspector, selectIsTaped);
  if (!saving) return null;
  return (
    <section className="inspector-network" aria-label={t('save')}>
      <p>{t('personal')}</p>
      <div className="inspector-saving">
        <label className="inspector-flag">
          <input
            type="checkbox"
            checked={saving.isAnonymous}
            onChange={() => inspector.send({ type: 'saving.leaveOut' })}
          />
          <span>{t(isTaped ? 'leaveOutTape' : 'leaveOut')}</span>
        </label>
        <Button size="sm" variant="primary" onClick={() => inspector.send({ type: 'recording.save' })}>
          {t('saveFile')}
        </Button>
      </div>
    </section>
  );
}
