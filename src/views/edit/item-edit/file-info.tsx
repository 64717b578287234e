import { useSelector } from '@xstate/react';
import { ArrowLeft } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import {
  tagsOf,
  type ItemFile,
  selectIsFileChecked,
  selectProbe,
  selectProbeError,
  selectDownload,
  selectFileFailure,
  selectFiles,
} from '../../../machines/browse/item/files.logic.ts';
import type { FilesRef } from '../../../machines/browse/item/files.machine.ts';
import { selectIsAdmin } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { formatBytes, formatClock } from '../../format/amounts.ts';
import { useDayText } from '../../shared/value-text.ts';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { focusOnMount, handFocusOn } from '../../ui/focus.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ErrorMessage } from '../../shared/message-page.tsx';

interface FileInfoProps {
  tab: FilesRef;
  file: ItemFile;
}

/** Replaces the list from which it was opened. */
export function FileInfo({ tab, file }: FileInfoProps) {
  return (
    <div ref={handFocusOn} data-opened-by={file.ino} className="flex flex-col gap-5">
      <div className="flex items-center gap-2">
        <BackButton tab={tab} />
      </div>
      <Heading level={3} className="wrap-anywhere">
        <bdi>{file.metadata.filename}</bdi>
      </Heading>
      <FileFacts tab={tab} file={file} headingLevel={4} />
    </div>
  );
}

export function FileFacts({ tab, file, headingLevel }: FileInfoProps & { headingLevel: 3 | 4 }) {
  const t = useTranslations('editFiles');
  const locale = useLocale();
  const dayText = useDayText();
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const { metadata, sound, addedAt, ino } = file;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [t('path'), metadata.path],
    [t('size'), formatBytes(metadata.size, locale)],
    [t('inode'), ino],
    [t('modified'), metadata.mtimeMs ? dayText(metadata.mtimeMs) : null],
    [t('added'), addedAt === null ? null : dayText(addedAt)],
    [t('duration'), sound?.duration ? formatClock(sound.duration) : null],
    [t('format'), sound?.format],
    [t('codec'), sound?.codec],
    [t('bitRate'), sound?.bitRate ? t('kbits', { rate: String(Math.round(sound.bitRate / 1000)) }) : null],
    [t('channels'), sound?.channelLayout ?? sound?.channels?.toString()],
    [t('language'), sound?.language],
    [t('chapters'), sound?.chapters?.length ? String(sound.chapters.length) : null],
    [t('embeddedCover'), sound?.embeddedCoverArt],
  ];
  return (
    <>
      <Facts facts={facts} />
      {sound && (
        <section>
          <Heading level={headingLevel} looksLike={4} className="mb-1">
            {t('tags')}
          </Heading>
          {tagsOf(sound).length > 0 ? (
            <Facts facts={tagsOf(sound)} />
          ) : (
            <p className="text-sm text-ink-2">{t('noTags')}</p>
          )}
        </section>
      )}
      {sound && isAdmin && <Probe tab={tab} />}
    </>
  );
}

function BackButton({ tab }: { tab: FilesRef }) {
  const t = useTranslations('editFiles');
  return (
    <Button
      ref={focusOnMount}
      size="sm"
      variant="ghost"
      icon={<ArrowLeft size={18} className="rtl:-scale-x-100" />}
      onClick={() => tab.send({ type: 'files.close' })}
    >
      {t('back')}
    </Button>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string | null | undefined])[] }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1.5 text-sm phone:grid-cols-1 phone:gap-y-0">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents phone:block phone:pb-2">
              <dt className="text-ink-2">{name}</dt>
              <dd dir="auto" className="min-w-0 text-match wrap-anywhere text-ink tabular-nums">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Probe({ tab }: { tab: FilesRef }) {
  const t = useTranslations('editFiles');
  const probe = useSelector(tab, selectProbe);
  const error = useSelector(tab, selectProbeError);
  const isChecked = useSelector(tab, selectIsFileChecked);
  return (
    <section className="flex flex-col items-start gap-2">
      <Button size="sm" busy={isChecked} onClick={() => tab.send({ type: 'files.check' })}>
        {t('probe')}
      </Button>
      <ErrorMessage text={t('probeFailed')} error={error} />
      {probe && (
        <pre
          tabIndex={0}
          role="region"
          aria-label={t('probed')}
          dir="ltr"
          className="max-h-80 w-full overflow-auto rounded-md bg-surface-2 p-3 text-xs"
        >
          {JSON.stringify(probe, null, 2)}
        </pre>
      )}
    </section>
  );
}

export function FileNews({ tab }: { tab: FilesRef }) {
  const t = useTranslations('editFiles');
  const tAll = useTranslations();
  const failure = useSelector(tab, selectFileFailure);
  return (
    <>
      {failure && (
        <FormMessage tone="danger">
          {t('failed', { name: failure.name })} {errorText(tAll, failure.error)}
        </FormMessage>
      )}
      <Delivery tab={tab} />
    </>
  );
}

function Delivery({ tab }: { tab: FilesRef }) {
  const t = useTranslations('editFiles');
  const download = useSelector(tab, selectDownload);
  const name = useSelector(tab, selectFiles).find(({ ino }) => ino === download?.ino)?.metadata.filename ?? '';
  if (!download) return null;
  return (
    <div role="status" className="flex items-center gap-3 rounded-md bg-surface-2 px-3.5 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 truncate">{t('downloading', { name })}</p>
        <ProgressLine value={download.share} />
      </div>
      <Button size="sm" onClick={() => tab.send({ type: 'files.cancel' })}>
        {t('cancel')}
      </Button>
    </div>
  );
}
