import { useSelector } from '@xstate/react';
import { AudioLines, ChevronFirst, ChevronLast, X } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import type { AloudRef } from '../../machines/reader/aloud.machine.ts';
import {
  RATES,
  selectAloudRate,
  selectAloudState,
  selectIsNarrated,
  selectVoice,
  selectVoices,
} from '../../machines/reader/aloud.selectors.ts';
import { useMenu } from '../app/actors-context.tsx';
import { ReadingStrip } from '../shared/reading-strip.tsx';
import { useSheet } from '../texts/use-sheet.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { PlayIcon } from '../ui/player-icons.tsx';

/** Names no voice of a device has. */
const DEVICE = '';

/** Reading aloud: its voice, speed and place, below the page. */
export function AloudStrip({ aloud }: { aloud: AloudRef }) {
  const t = useTranslations('reader.aloud');
  const tReader = useTranslations('reader');
  const tCommon = useTranslations('common');
  const state = useSelector(aloud, selectAloudState);
  const isBroken = state === 'failed' || state === 'unavailable';
  const isOn = state === 'speaking' || state === 'busy';
  return (
    <ReadingStrip
      label={t('start')}
      progress={null}
      buttons={
        <>
          {!isBroken && (
            <>
              <IconButton
                label={t('previous')}
                icon={<ChevronFirst size={20} />}
                tipSide="top"
                onClick={() => aloud.send({ type: 'aloud.move', by: -1 })}
              />
              <IconButton
                round
                variant="accent"
                label={tCommon(isOn ? 'pause' : 'play')}
                icon={<PlayIcon isPlaying={isOn} size={20} />}
                shortcut="a"
                tipSide="top"
                onClick={() => aloud.send({ type: 'aloud.toggle' })}
              />
              <IconButton
                label={t('next')}
                icon={<ChevronLast size={20} />}
                tipSide="top"
                onClick={() => aloud.send({ type: 'aloud.move', by: 1 })}
              />
            </>
          )}
          <IconButton
            label={t('stop')}
            icon={<X size={20} />}
            tipSide="top"
            onClick={() => aloud.send({ type: 'aloud.stop' })}
          />
        </>
      }
    >
      {isBroken ? (
        <div role="alert" className="flex min-w-0 flex-1 items-center gap-3 text-sm">
          <span className="min-w-0">{t(state === 'failed' ? 'failed' : 'noVoices')}</span>
          <Button size="sm" className="shrink-0" onClick={() => aloud.send({ type: 'aloud.toggle' })}>
            {tReader('marks.retry')}
          </Button>
        </div>
      ) : (
        <Choices aloud={aloud} />
      )}
    </ReadingStrip>
  );
}

function Choices({ aloud }: { aloud: AloudRef }) {
  const t = useTranslations('reader.aloud');
  const tPlayer = useTranslations('player');
  const locale = useLocale();
  const rate = useSelector(aloud, selectAloudRate);
  const voices = useSelector(aloud, selectVoices);
  const voice = useSelector(aloud, selectVoice);
  const isNarrated = useSelector(aloud, selectIsNarrated);
  const voiceSheet = useSheet(t('voice'));
  const rateMenu = useMenu('aloud-rate');
  const voiceMenu = useMenu('aloud-voice');
  const numbers = new Intl.NumberFormat(locale);
  const rateText = (one: number) => tPlayer('rate', { rate: numbers.format(one) });
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <MenuButton
        {...rateMenu}
        label={`${t('speed')}: ${rateText(rate)}`}
        icon={null}
        text={rateText(rate)}
        align="start"
        sheet={useSheet(t('speed'))}
        entries={[
          {
            kind: 'choice',
            id: 'rates',
            label: t('speed'),
            value: String(rate),
            options: RATES.map((one) => ({ value: String(one), label: rateText(one) })),
            closes: true,
            onChoose: (value) => aloud.send({ type: 'aloud.setRate', rate: Number(value) }),
          },
        ]}
      />
      {!isNarrated && (
        <MenuButton
          {...voiceMenu}
          label={t('voice')}
          icon={<AudioLines size={18} />}
          text={voices.find(({ id }) => id === voice)?.name ?? t('deviceVoice')}
          iconOnPhone
          align="start"
          sheet={voiceSheet}
          entries={[
            {
              kind: 'choice',
              id: 'voices',
              label: t('voice'),
              value: voice ?? DEVICE,
              options: [
                { value: DEVICE, label: t('deviceVoice') },
                ...voices.map(({ id, name, language }) => ({ value: id, label: name, note: language })),
              ],
              closes: true,
              onChoose: (value) => aloud.send({ type: 'aloud.setVoice', voice: value === DEVICE ? null : value }),
            },
          ]}
        />
      )}
    </div>
  );
}
