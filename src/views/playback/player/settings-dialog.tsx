import { useSelector } from '@xstate/react';
import { History } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { OwnSetting } from '../../../machines/playback/player/item-settings.logic.ts';
import {
  scopeOf,
  selectIsEpisode,
  selectSkipEnd,
  selectSkipStart,
  SKIP_CHOICES,
} from '../../../machines/playback/player/item-settings.selectors.ts';
import { JUMP_CHOICES, REWIND_CHOICES } from '../../../machines/playback/player/player.logic.ts';
import {
  selectAutoRewind,
  selectChapters,
  selectItemSettingsRef,
  selectRate,
} from '../../../machines/playback/player/player.selectors.ts';
import {
  selectAutoRewindInChapter,
  selectJumpBackward,
  selectJumpForward,
  selectMediaKeys,
  selectRateStep,
  selectSleepTimerFades,
  selectUsesChapterTrack,
} from '../../../machines/account/preferences/preferences.selectors.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import texts from '../../../locales/en-us/player-settings.json';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { Button } from '../../ui/button.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { useRateText } from '../../shared/value-text.ts';
import { useScopes } from './rate-menu.tsx';

export interface SettingsDialogProps {
  onHistory?: (() => void) | undefined;
  onPrefetchHistory: () => void;
  onDismiss: () => void;
}

export function SettingsDialog({ onHistory, onPrefetchHistory, onDismiss }: SettingsDialogProps) {
  const t = useTranslations('playerSettings');
  const tHistory = useTranslations('history');
  const tCommon = useTranslations('common');
  return (
    <Dialog
      hasTrigger
      open
      title={t('label')}
      closeLabel={tCommon('close')}
      width={500}
      onDismiss={onDismiss}
      footer={
        onHistory && (
          <Button
            className="me-auto"
            icon={<History size={16} />}
            onPointerEnter={onPrefetchHistory}
            onFocus={onPrefetchHistory}
            onClick={onHistory}
          >
            {tHistory('label')}
          </Button>
        )
      }
    >
      <WithTexts texts={texts}>
        <div className="flex flex-col gap-5">
          <Speed />
          <Jumps />
          <AfterPause />
          <Skips />
          <Others />
        </div>
      </WithTexts>
    </Dialog>
  );
}

function useChange(): (change: Partial<Preferences>) => void {
  const preferences = useActorRefOf('preferences');
  return (change) => preferences.send({ type: 'preferences.set', change });
}

function ScopeOf({ setting, label }: { setting: OwnSetting; label: string }) {
  const settings = useSelector(useActorRefOf('player'), selectItemSettingsRef);
  const scope = useSelector(settings, scopeOf(setting));
  return (
    <SegmentedControl
      label={label}
      labelHidden
      value={scope}
      segments={useScopes()}
      onChange={(next) => settings?.send({ type: 'settings.choose', setting, scope: next })}
    />
  );
}

function Speed() {
  const t = useTranslations('settingsOfPlayer');
  const tSettings = useTranslations('playerSettings');
  const player = useActorRefOf('player');
  const rate = useSelector(player, selectRate);
  const step = useSelector(useActorRefOf('preferences'), selectRateStep);
  const text = useRateText();
  const change = useChange();
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm font-medium text-ink tabular-nums">
          {t('speed')} {text(rate)}
        </p>
        <ScopeOf setting="playbackRate" label={tSettings('speedScope')} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p aria-hidden="true" className="text-sm text-ink">
          {t('rateStep')}
        </p>
        <SegmentedControl
          label={t('rateStep')}
          labelHidden
          value={step === 0.05 ? '0.05' : '0.1'}
          segments={STEPS}
          onChange={(value) => change({ playbackRateIncrementDecrement: value === '0.05' ? 0.05 : 0.1 })}
        />
      </div>
    </div>
  );
}

const STEPS = [
  { value: '0.1', label: '0.1' },
  { value: '0.05', label: '0.05' },
] as const;

function Jumps() {
  const t = useTranslations('settingsOfPlayer');
  const preferences = useActorRefOf('preferences');
  const back = useSelector(preferences, selectJumpBackward);
  const forward = useSelector(preferences, selectJumpForward);
  const change = useChange();
  const options = (chosen: number) =>
    [...new Set([...JUMP_CHOICES, chosen])]
      .sort((one, other) => one - other)
      .map((seconds) => ({
        value: String(seconds),
        label: seconds % 60 === 0 ? t('minutes', { minutes: seconds / 60 }) : t('seconds', { seconds }),
      }));
  return (
    <div className="grid grid-cols-2 gap-4">
      <Select
        label={t('jumpBack')}
        value={String(back)}
        options={options(back)}
        onChange={(value) => change({ jumpBackwardAmount: Number(value) })}
      />
      <Select
        label={t('jumpForward')}
        value={String(forward)}
        options={options(forward)}
        onChange={(value) => change({ jumpForwardAmount: Number(value) })}
      />
    </div>
  );
}

function AfterPause() {
  const t = useTranslations('settingsOfPlayer');
  const player = useActorRefOf('player');
  const settings = useSelector(player, selectItemSettingsRef);
  const most = useSelector(player, selectAutoRewind);
  const isInChapter = useSelector(useActorRefOf('preferences'), selectAutoRewindInChapter);
  const change = useChange();
  const options = [...new Set([...REWIND_CHOICES, most])]
    .sort((one, other) => one - other)
    .map((seconds) => ({ value: String(seconds), label: seconds === 0 ? t('off') : t('upTo', { seconds }) }));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p aria-hidden="true" className="text-sm font-medium text-ink">
          {t('autoRewind')}
        </p>
        <ScopeOf setting="autoRewind" label={t('autoRewindScope')} />
      </div>
      <Select
        label={t('autoRewind')}
        labelHidden
        help={t('autoRewindHelp')}
        value={String(most)}
        options={options}
        onChange={(value) => settings?.send({ type: 'settings.set', setting: 'autoRewind', value: Number(value) })}
      />
      <Switch
        label={t('inChapter')}
        checked={isInChapter}
        disabled={most === 0}
        onChange={(autoRewindInChapter) => change({ autoRewindInChapter })}
      />
    </div>
  );
}

function Skips() {
  const t = useTranslations('settingsOfPlayer');
  const player = useActorRefOf('player');
  const settings = useSelector(player, selectItemSettingsRef);
  const isEpisode = useSelector(player, selectIsEpisode);
  const own = { skipStart: useSelector(player, selectSkipStart), skipEnd: useSelector(player, selectSkipEnd) };
  if (!isEpisode) return null;
  const optionsWith = (chosen: number) =>
    [...new Set([...SKIP_CHOICES, chosen])]
      .sort((one, other) => one - other)
      .map((seconds) => ({
        value: String(seconds),
        label:
          seconds === 0
            ? t('off')
            : seconds % 60 === 0
              ? t('minutes', { minutes: seconds / 60 })
              : t('seconds', { seconds }),
      }));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 text-sm font-medium text-ink">{t('skips')}</legend>
      <div className="grid grid-cols-2 gap-4">
        {(['skipStart', 'skipEnd'] as const).map((setting) => (
          <Select
            key={setting}
            label={t(setting)}
            value={String(own[setting])}
            options={optionsWith(own[setting])}
            onChange={(value) => settings?.send({ type: 'settings.setSkip', setting, seconds: Number(value) })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Others() {
  const t = useTranslations('settingsOfPlayer');
  const preferences = useActorRefOf('preferences');
  const hasChapters = useSelector(useActorRefOf('player'), (state) => selectChapters(state).length > 0);
  const usesChapterTrack = useSelector(preferences, selectUsesChapterTrack);
  const fades = useSelector(preferences, selectSleepTimerFades);
  const keys = useSelector(preferences, selectMediaKeys);
  const change = useChange();
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-3">
      <Switch
        label={t('chapterTrack')}
        help={hasChapters ? t('chapterTrackHelp') : t('noChapters')}
        checked={usesChapterTrack}
        onChange={(useChapterTrack) => change({ useChapterTrack })}
      />
      <Switch label={t('fades')} checked={fades} onChange={(sleepTimerFades) => change({ sleepTimerFades })} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1.5">
        <p aria-hidden="true" className="flex min-w-0 flex-col text-sm text-ink">
          {t('mediaKeys')}
          <span className="text-xs text-ink-2">{t('mediaKeysHelp')}</span>
        </p>
        <SegmentedControl
          label={`${t('mediaKeys')}: ${t('mediaKeysHelp')}`}
          labelHidden
          value={keys}
          segments={[
            { value: 'chapters', label: t('chapters') },
            { value: 'jumps', label: t('jumps') },
          ]}
          onChange={(mediaKeys) => change({ mediaKeys })}
        />
      </div>
    </div>
  );
}
