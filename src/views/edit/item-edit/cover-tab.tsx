import { useSelector } from '@xstate/react';
import { ImageUp } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { selectUrls } from '../../../machines/app/app.selectors.ts';
import { selectCandidate, selectIsSending } from '../../../machines/edit/item-edit/item-edit.selectors.ts';
import { localPictures } from '../../../machines/edit/item-edit/cover.logic.ts';
import type { CoverRef } from '../../../machines/edit/item-edit/cover.machine.ts';
import type { FolderPicturesRef } from '../../../machines/edit/item-edit/folder-pictures.machine.ts';
import { selectMayDelete, selectMayUpload } from '../../../machines/app/session/session.selectors.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, useApp } from '../../app/actors-context.tsx';
import { formatBytes } from '../../format/amounts.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { Heading } from '../../ui/heading.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CoverSearch } from './cover-search.tsx';
import { showOnMount } from '../../ui/focus-moves.ts';
import { CoverShapes } from './cover-shapes.tsx';
import { FolderPicture } from './folder-picture.tsx';
import { ErrorMessage } from '../../shared/message-page.tsx';

interface PartProps {
  tab: CoverRef;
  item: LibraryItemExpanded;
}

export function CoverTab({ tab, pictures, item }: PartProps & { pictures: FolderPicturesRef }) {
  const t = useTranslations('editCover');
  const error = useSelector(tab, ({ context }) => context.error);
  const problem = useSelector(tab, ({ context }) => context.problem);
  const mayUpload = useSelector(useActorRefOf('session'), selectMayUpload);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start gap-x-10 gap-y-4">
        <Current tab={tab} item={item} />
        <Chosen tab={tab} item={item} />
      </div>
      {problem !== null && problem !== 'invalidAddress' && <FormMessage tone="danger">{t(problem)}</FormMessage>}
      <ErrorMessage text={t('failed')} error={error} />
      {mayUpload ? <OwnPicture tab={tab} /> : <FormMessage tone="info">{t('mayNotUpload')}</FormMessage>}
      <LocalPictures tab={tab} pictures={pictures} item={item} />
      {mayUpload && (
        <section className="flex flex-col gap-3">
          <Heading level={3} looksLike={4}>
            {t('searchHeading')}
          </Heading>
          <CoverSearch tab={tab} isPodcast={item.mediaType === 'podcast'} />
        </section>
      )}
    </div>
  );
}

function Current({ tab, item }: PartProps) {
  const t = useTranslations('editCover');
  const urls = selectUrls(useApp().getSnapshot());
  const isRemoving = useSelector(tab, (snapshot) => snapshot.matches({ picture: 'removing' }));
  const mayDelete = useSelector(useActorRefOf('session'), selectMayDelete);
  const { id, updatedAt, media } = item;
  const hasCover = media.coverPath !== null;
  const src = hasCover ? urls.cover(id, { updatedAt, raw: true }) : null;
  return (
    <div className="flex flex-col items-start gap-2">
      <CoverShapes
        key={src}
        src={src}
        title={media.metadata.title ?? ''}
        heading={t(hasCover ? 'current' : 'noCover')}
      />
      {hasCover && mayDelete && (
        <Button size="sm" busy={isRemoving} onClick={() => tab.send({ type: 'cover.remove' })}>
          {t('remove')}
        </Button>
      )}
    </div>
  );
}

/** A preview before the cover is set. */
function Chosen({ tab, item }: PartProps) {
  const t = useTranslations('editCover');
  const candidate = useSelector(tab, selectCandidate);
  const preview = useSelector(tab, ({ context }) => context.preview);
  const isSending = useSelector(tab, selectIsSending);
  const share = useSelector(tab, ({ context }) => context.share);
  const isRestored = useSelector(tab, ({ context }) => context.isRestored);
  const isMissed = useSelector(tab, (snapshot) => snapshot.matches({ picture: { chosen: 'missed' } }));
  if (!candidate) return null;
  return (
    <div ref={handFocusOn} role="group" aria-label={t('chosen')} className="flex flex-col items-start gap-2">
      <div key={preview?.src} ref={showOnMount} className="scroll-mt-4 scroll-mb-16">
        <CoverShapes
          src={preview?.src ?? null}
          title={item.media.metadata.title ?? ''}
          heading={t(preview ? 'chosen' : 'opening')}
        />
      </div>
      {isMissed && (
        <div className="max-w-80">
          <FormMessage tone="danger">{t('missed')}</FormMessage>
        </div>
      )}
      {isRestored && !isMissed && (
        <p role="status" className="max-w-80 text-sm text-ink-2">
          {t('restored')}
        </p>
      )}
      {isSending && candidate.kind === 'file' && <ProgressLine value={share} label={t('sending')} className="w-full" />}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          busy={isSending || !preview}
          onClick={() => tab.send({ type: 'cover.send' })}
        >
          {t('use')}
        </Button>
        <Button size="sm" onClick={() => tab.send({ type: 'cover.deselect' })}>
          {t(isSending ? 'cancel' : 'putBack')}
        </Button>
      </div>
    </div>
  );
}

function OwnPicture({ tab }: { tab: CoverRef }) {
  const t = useTranslations('editCover');
  const address = useSelector(tab, ({ context }) => context.address);
  const problem = useSelector(tab, ({ context }) => context.problem);
  const isSending = useSelector(tab, selectIsSending);
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          icon={<ImageUp size={18} />}
          accept=".png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp"
          disabled={isSending}
          onPick={([file]) => {
            if (file) tab.send({ type: 'cover.pick', file });
          }}
        >
          {t('pick')}
        </FileButton>
        <p className="text-sm text-ink-2">{t('dropHelp')}</p>
      </div>
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={submitting(() => tab.send({ type: 'cover.takeAddress' }))}
      >
        <TextField
          label={t('address')}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          className="min-w-0 flex-1"
          value={address}
          error={problem === 'invalidAddress' ? t('invalidAddress') : null}
          onChange={(text) => tab.send({ type: 'cover.type', field: 'address', text })}
        />
        <Button type="submit" className="mt-7" disabled={address.trim() === ''}>
          {t('show')}
        </Button>
      </form>
    </section>
  );
}

function LocalPictures({ tab, pictures, item }: PartProps & { pictures: FolderPicturesRef }) {
  const t = useTranslations('editCover');
  const locale = useLocale();
  const candidate = useSelector(tab, selectCandidate);
  const files = localPictures(item);
  if (files.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <Heading level={3} looksLike={4}>
        {t('local', { count: files.length })}
      </Heading>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
        {files.map(({ ino, metadata: { path, relPath, size } }) => (
          <li key={ino} className="flex">
            <button
              type="button"
              aria-pressed={candidate?.kind === 'local' && candidate.ino === ino}
              onClick={() => tab.send({ type: 'cover.choose', candidate: { kind: 'local', ino, path, name: relPath } })}
              className="flex min-w-0 flex-1 flex-col gap-1.5 rounded-md border border-line p-2 text-start text-xs hover:bg-surface-2 aria-pressed:border-accent aria-pressed:bg-surface-2"
            >
              <FolderPicture pictures={pictures} ino={ino} className="aspect-square w-full" />
              <bdi className="line-clamp-2 w-full wrap-anywhere text-ink">{relPath}</bdi>{' '}
              <span className="text-ink-2 tabular-nums">{formatBytes(size, locale)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
