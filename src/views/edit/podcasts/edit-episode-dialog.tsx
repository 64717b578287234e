import podcastTexts from '../../../locales/en-us/podcast.json';
import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { EditEpisodeRef } from '../../../machines/edit/podcasts/edit-episode.machine.ts';
import {
  selectAfterEpisodeSave,
  selectEditState,
  selectIsMatching,
  selectIsSavingEpisode,
  selectSteps,
} from '../../../machines/edit/podcasts/podcasts.selectors.ts';
import { hasEpisodeChanges } from '../../../machines/edit/podcasts/episode-form.logic.ts';
import { FailedPage } from '../../shared/message-page.tsx';
import { SaveButtons } from '../../shared/form-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EPISODE_FORM, EpisodeFields } from './episode-fields.tsx';
import { EpisodeMatch } from './episode-match.tsx';
import { withTexts } from '../../texts/with-texts.tsx';

export const Modal = withTexts(podcastTexts, EditEpisode);

function EditEpisode({ modal }: { modal: EditEpisodeRef }) {
  const t = useTranslations('editEpisode');
  const tEdit = useTranslations('itemEdit');
  const tCommon = useTranslations('common');
  const state = useSelector(modal, selectEditState);
  const title = useSelector(modal, ({ context }) => context.title);
  const error = useSelector(modal, ({ context }) => context.error);
  const tab = useSelector(modal, ({ context }) => context.tab);
  const form = useSelector(modal, ({ context }) => context.fields ?? undefined);
  const isChanged = useSelector(form, (fields) => (fields ? hasEpisodeChanges(fields.context.values) : false));
  const isSaving = useSelector(modal, selectIsSavingEpisode);
  const isMatching = useSelector(modal, selectIsMatching);
  const { hasList, hasPrevious, hasNext } = useSelector(modal, selectSteps, shallowEqual);
  const isBusy = isSaving || isMatching;
  return (
    <Dialog
      open
      title={tEdit('editing', { title: title || tCommon('untitled') })}
      closeLabel={tCommon('close')}
      width={800}
      maxHeight={650}
      persistent={isChanged || isBusy}
      onDismiss={() => modal.send({ type: 'editEpisode.close' })}
      step={
        hasList
          ? {
              previousLabel: t('previous'),
              nextLabel: t('next'),
              hasPrevious: hasPrevious && !isBusy,
              hasNext: hasNext && !isBusy,
              onStep: (by) => modal.send({ type: 'editEpisode.step', by }),
            }
          : undefined
      }
      footer={state === 'ready' && tab === 'details' && <Actions modal={modal} />}
    >
      {state === 'loading' && (
        <Waiting label={tEdit('loading')}>
          <RowsSkeleton rows={6} />
        </Waiting>
      )}
      {state === 'failed' && (
        <FailedPage message={t('failed')} error={error} onRetry={() => modal.send({ type: 'editEpisode.retry' })} />
      )}
      {state === 'ready' && form && (
        <Tabs
          label={t('tabs')}
          tabs={(['details', 'match'] as const).map((id) => ({ id, label: tEdit(`tab.${id}`) }))}
          active={tab}
          onChange={(next) => modal.send({ type: 'editEpisode.showTab', tab: next })}
        >
          {tab === 'details' ? <EpisodeFields modal={modal} form={form} /> : <EpisodeMatch modal={modal} />}
        </Tabs>
      )}
    </Dialog>
  );
}

function Actions({ modal }: { modal: EditEpisodeRef }) {
  const { hasNext } = useSelector(modal, selectSteps, shallowEqual);
  return (
    <SaveButtons
      form={EPISODE_FORM}
      saving={useSelector(modal, selectAfterEpisodeSave)}
      onSaveAndClose={() => modal.send({ type: 'editEpisode.saveAndClose' })}
      onSaveAndNext={hasNext ? () => modal.send({ type: 'editEpisode.saveAndNext' }) : null}
    />
  );
}
