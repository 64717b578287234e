import { useSelector } from '@xstate/react';
import { useTranslations, useLocale } from 'use-intl';
import texts from '../../../locales/en-us/add-podcast.json';
import {
  imageOf,
  isPathTaken,
  type NewPodcastForm,
  momentOf,
  selectNewPodcastState,
} from '../../../machines/edit/podcasts/new-podcast.logic.ts';
import type { NewPodcastRef } from '../../../machines/edit/podcasts/new-podcast.machine.ts';
import { useLinkTo } from '../../app/actors-context.tsx';
import { PodcastTexts } from '../../shared/podcast-texts.tsx';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { errorText } from '../../texts/error-text.ts';
import { AppLink } from '../../ui/links.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { OutsideCover } from '../../ui/outside-cover.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import type { FeedEpisode } from '../../../schemas/api/podcast-feed.ts';
import { formatDuration } from '../../format/amounts.ts';
import { useDayText } from '../../shared/value-text.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { FeedFailed } from './feed-failed.tsx';
import { NewPodcastFields } from './new-podcast-fields.tsx';
import { selectForm, selectIsDirty, selectIsSaving } from '../../../machines/kit/kit.selectors.ts';

export function Modal({ modal }: { modal: NewPodcastRef }) {
  return (
    <PodcastTexts>
      <WithTexts texts={texts}>
        <NewPodcast modal={modal} />
      </WithTexts>
    </PodcastTexts>
  );
}

function NewPodcast({ modal }: { modal: NewPodcastRef }) {
  const t = useTranslations('newPodcast');
  const tCommon = useTranslations('common');
  const state = useSelector(modal, selectNewPodcastState);
  const error = useSelector(modal, ({ context }) => context.error);
  const url = useSelector(modal, ({ context }) => context.feedUrl);
  const form = useSelector(modal, ({ context }) => context.form ?? undefined);
  const isSaving = useSelector(form, (one) => (one ? selectIsSaving(one) : false));
  const isDirty = useSelector(form, (one) => (one ? selectIsDirty(one) : false));
  const close = () => modal.send({ type: 'newPodcast.close' });
  return (
    <Dialog
      open
      title={t('title')}
      closeLabel={tCommon('close')}
      width={1000}
      persistent={isSaving || isDirty}
      onDismiss={close}
      footer={
        form && (
          <CancelAndSave busy={isSaving} onCancel={close} onClick={() => form.send({ type: 'form.submit' })}>
            {t('submit')}
          </CancelAndSave>
        )
      }
    >
      {state === 'loading' && (
        <Waiting label={t('loading')}>
          <RowsSkeleton rows={5} />
        </Waiting>
      )}
      {state === 'failed' && (
        <FeedFailed
          message={t('failed')}
          error={error}
          url={url}
          onRetry={() => modal.send({ type: 'newPodcast.retry' })}
        />
      )}
      {form && <Filled modal={modal} form={form} />}
    </Dialog>
  );
}

function Filled({ modal, form }: { modal: NewPodcastRef; form: NewPodcastForm }) {
  const t = useTranslations();
  const linkTo = useLinkTo();
  const same = useSelector(modal, ({ context }) => context.same);
  const error = useSelector(form, ({ context }) => context.error);
  const { source, title } = useSelector(form, selectForm).values;
  const picture = imageOf(source);
  return (
    <div className="flex flex-col gap-5">
      {error && !isPathTaken(error) && (
        <FormMessage tone="danger">{t('newPodcast.notAdded', { reason: errorText(t, error) })}</FormMessage>
      )}
      {same && (
        <FormMessage tone="info">
          {t('newPodcast.same')}{' '}
          <AppLink {...linkTo({ name: 'item', id: same.libraryItemId })} className="text-accent-text underline">
            <bdi>{same.title}</bdi>
          </AppLink>
        </FormMessage>
      )}
      <div className="flex flex-col gap-5 sm:flex-row sm:items-start">
        <OutsideCover key={picture} src={picture} title={title} className="w-28 shrink-0" />
        <NewPodcastFields form={form} />
      </div>
      <FeedPreview modal={modal} />
    </div>
  );
}

function FeedPreview({ modal }: { modal: NewPodcastRef }) {
  const t = useTranslations('newPodcast');
  const episodes = useSelector(modal, ({ context }) => context.episodes);
  const count = useSelector(modal, ({ context }) => context.count);
  return (
    <section aria-labelledby="feed-preview">
      <h3 id="feed-preview" className="flex items-baseline gap-2 text-base font-semibold">
        {t('preview')} <span className="text-sm font-normal text-ink-3 tabular-nums">{t('count', { count })}</span>
      </h3>
      {episodes.length === 0 && <p className="py-2 text-sm text-ink-2">{t('noEpisodes')}</p>}
      <ul className="flex flex-col">
        {episodes.map((episode, index) => (
          <li key={index} className="flex flex-col gap-0.5 border-t border-line py-2">
            <p dir="auto" className="clamp-1 text-match text-sm font-medium text-ink">
              {episode.title || t('untitled')}
            </p>
            <p className="text-xs text-ink-3 tabular-nums">
              <Facts episode={episode} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ episode }: { episode: FeedEpisode }) {
  const t = useTranslations('newPodcast');
  const locale = useLocale();
  const dayText = useDayText();
  const { durationSeconds } = episode;
  const publishedAt = momentOf(episode);
  return (
    <Dotted>
      {publishedAt === null ? t('noDate') : dayText(publishedAt)}
      {durationSeconds != null && durationSeconds > 0 && formatDuration(durationSeconds, locale)}
    </Dotted>
  );
}
