import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ItemRef } from '../../../machines/browse/item/item.machine.ts';
import { isPartOpen } from '../../../machines/browse/item/item.selectors.ts';
import { selectUrls } from '../../../machines/app/app.selectors.ts';
import type { ShownItem } from '../../../machines/kit/shown-item.logic.ts';
import { useApp, usePageRef } from '../../app/actors-context.tsx';
import { useCoverAspect, usePictures } from '../../shared/use-library.ts';
import { usePlaybackOfAny } from '../../shared/use-play.ts';
import { useProgress, useShare } from '../../shared/use-progress.ts';
import { chunk } from '../../ui/chunk.tsx';
import { Cover, PictureLink } from '../../ui/cover.tsx';

const imagePreview = chunk(async () => (await import('../../ui/image-preview.tsx')).ImagePreview);

/** CSS pixels; phones show the same picture smaller. */
const COVER_WIDTH = 288;

export function ItemWash({ item }: { item: ShownItem }) {
  const { src } = usePictures().coverOf(item, COVER_WIDTH);
  return src === null ? null : <CoverWash src={src} />;
}

/** Sticky. A press opens the whole picture, the link in its corner opens it in a new tab. */
export function ItemCover({ item, title, author }: { item: ShownItem; title: string; author: string }) {
  const t = useTranslations('item');
  const tCard = useTranslations('card');
  const tCommon = useTranslations('common');
  const page = usePageRef<ItemRef>();
  const isPreviewed = useSelector(page, isPartOpen('cover'));
  const urls = selectUrls(useApp().getSnapshot());
  const aspect = useCoverAspect();
  const { coverOf } = usePictures();
  const whole = urls.cover(item.id, { updatedAt: item.updatedAt, raw: true });
  const toggle = () => page.send({ type: 'item.toggle', part: 'cover' });
  const isFinished = useProgress(item.id)?.isFinished ?? false;
  const share = useShare(item.id);
  const cover = (
    <Cover
      {...coverOf(item, COVER_WIDTH)}
      aspect={aspect}
      width={COVER_WIDTH}
      title={title}
      author={author}
      invalidLabel={tCard('invalidCover')}
      priority="high"
      progress={share}
      finishedLabel={isFinished ? tCard('finished') : undefined}
      playback={usePlaybackOfAny([item.id])}
      className="rounded-md"
      flight={item.id}
      isLarge
    />
  );
  return (
    <div className="w-72 shrink-0 self-start max-lg:w-56 phone:w-52 short:w-44 sm:sticky sm:top-4 max-sm:self-center">
      {item.media.coverPath === null ? (
        cover
      ) : (
        <div className="group/cover relative">
          <button
            type="button"
            aria-label={t('showCover')}
            aria-haspopup="dialog"
            onClick={toggle}
            className="block w-full cursor-zoom-in rounded-md"
          >
            {cover}
          </button>
          <PictureLink href={whole} label={t('openCover')} />
          {isPreviewed && (
            <imagePreview.View
              open
              src={whole}
              alt={t('coverOf', { title })}
              closeLabel={tCommon('close')}
              onDismiss={toggle}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** A wash in the colours of a cover behind the head of a page. Takes no space: put it first into a positioned box. */
function CoverWash({ src }: { src: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 -z-1 h-112 overflow-hidden contain-strict contrast-more:hidden forced-colors:hidden"
    >
      <img
        src={src}
        alt=""
        className="absolute -inset-x-full -top-24 h-128 w-[300%] max-w-none object-fill blur-[96px] saturate-200"
      />
      <span className="absolute inset-0 bg-(--wash-veil)" />
      <span className="absolute inset-0 bg-[linear-gradient(var(--surface-0),transparent_20%,var(--surface-0))]" />
      <span className="absolute inset-0 bg-[linear-gradient(to_right,var(--surface-0),transparent_20%,transparent_80%,var(--surface-0))]" />
    </div>
  );
}
