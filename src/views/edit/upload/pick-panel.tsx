import { useSelector } from '@xstate/react';
import { FilePlus2, FolderPlus, UploadCloud } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { selectCapabilities } from '../../../machines/app/app.selectors.ts';
import type { UploadsRef } from '../../../machines/edit/upload/uploads.machine.ts';
import {
  ENDINGS,
  selectFolderId,
  selectHasNoProviders,
  selectProvider,
  selectProviders,
  selectUploadLibrary,
  selectWork,
} from '../../../machines/edit/upload/upload.selectors.ts';
import { useApp, usePageRef } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { useCoarsePointer } from '../../ui/media-query.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { formatList } from '../../format/lists.ts';

export function PickPanel() {
  return (
    <>
      <Destination />
      <Details />
      <Choice />
      <PickNote />
    </>
  );
}

function Destination() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  const libraries = useSelector(page, ({ context }) => context.libraries);
  const library = useSelector(page, selectUploadLibrary);
  const folderId = useSelector(page, selectFolderId);
  const isLocked = useSelector(page, ({ context }) => context.rows.length) > 0;
  const folders = library?.folders ?? [];
  if (isLocked && library)
    return (
      <div className="text-sm text-ink-2">
        <p className="wrap-anywhere text-ink">
          {t('to', {
            library: library.name,
            folder: folders.find(({ id }) => id === folderId)?.fullPath ?? '',
            mediaType: t(`mediaTypes.${library.mediaType}`),
          })}
        </p>
        <p className="text-xs">{t('locked')}</p>
      </div>
    );
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="w-64 max-w-full phone:w-full">
        <Select
          label={t('library')}
          value={library?.id ?? null}
          options={libraries.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => page.send({ type: 'upload.chooseLibrary', id })}
        />
      </div>
      <div className="w-80 max-w-full phone:w-full">
        <Select
          label={t('folder')}
          value={folderId}
          options={folders.map(({ id, fullPath }) => ({ value: id, label: fullPath }))}
          onChange={(id) => page.send({ type: 'upload.chooseFolder', id })}
        />
      </div>
      {library && (
        <p className="flex min-h-10 items-center gap-1.5 text-sm text-ink-2">
          {t('mediaType')}: <span className="text-ink">{t(`mediaTypes.${library.mediaType}`)}</span>
        </p>
      )}
    </div>
  );
}

function Details() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  const library = useSelector(page, selectUploadLibrary);
  const isAuto = useSelector(page, ({ context }) => context.isAuto);
  const lookUp = useSelector(page, ({ children }) => children.lookUp);
  const providers = useSelector(lookUp, selectProviders);
  const provider = useSelector(lookUp, selectProvider);
  const hasFailed = useSelector(lookUp, selectHasNoProviders);
  const isResting = useSelector(page, selectWork) === 'resting';
  if (library?.mediaType !== 'book' || !isResting) return null;
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
      <div className="w-72 max-w-full phone:w-full">
        <Switch
          label={t('auto')}
          help={t('autoHelp')}
          checked={isAuto}
          onChange={(isOn) => page.send({ type: 'upload.setAuto', isOn })}
        />
      </div>
      <div className="w-56 max-w-full phone:w-full">
        <Select
          label={t('provider')}
          value={provider || null}
          options={(providers ?? []).map(({ value, name }) => ({ value, label: name }))}
          disabled={!providers || providers.length === 0}
          onChange={(value) => lookUp?.send({ type: 'lookUp.setProvider', provider: value })}
        />
      </div>
      {hasFailed && (
        <p role="alert" className="flex min-h-10 items-center gap-2 text-sm text-danger">
          {t('providersFailed')}
          <Button size="sm" onClick={() => lookUp?.send({ type: 'lookUp.retry' })}>
            {t('retry')}
          </Button>
        </p>
      )}
    </div>
  );
}

const ACCEPT = ENDINGS.flatMap(({ endings }) => endings)
  .map((ending) => `.${ending}`)
  .join(',');

function Choice() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadsRef>();
  const library = useSelector(page, selectUploadLibrary);
  const folderId = useSelector(page, selectFolderId);
  const isReading = useSelector(page, (snapshot) => snapshot.matches({ page: { open: { picking: 'reading' } } }));
  const hasRows = useSelector(page, ({ context }) => context.rows.length) > 0;
  const isTouch = useCoarsePointer();
  const { choosesFolders } = useSelector(useApp(), selectCapabilities);
  const pick = (files: readonly File[]) => page.send({ type: 'upload.pick', pick: { files, entries: [] } });
  const mediaType = library?.mediaType ?? 'book';
  return (
    <div
      role="group"
      aria-label={t(isTouch ? 'dropTouch' : 'drop')}
      className={`flex flex-wrap items-center justify-center gap-3 rounded-lg border-2 border-dashed border-line-strong px-4 text-center ${hasRows ? 'py-3' : 'flex-col py-10'}`}
    >
      {!hasRows && (
        <>
          <UploadCloud size={32} className="text-ink-3" />
          <p className="text-lg font-medium">{t(isTouch ? 'dropTouch' : 'drop')}</p>
          <p className="max-w-prose text-sm text-pretty text-ink-2">{t(`dropHelp.${mediaType}`)}</p>
        </>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton
          multiple
          accept={isTouch ? undefined : ACCEPT}
          icon={<FilePlus2 size={18} />}
          variant={hasRows ? undefined : 'primary'}
          disabled={folderId === null}
          onPick={pick}
        >
          {t('chooseFiles')}
        </FileButton>
        {choosesFolders && (
          <FileButton isFolder icon={<FolderPlus size={18} />} disabled={folderId === null} onPick={pick}>
            {t('chooseFolder')}
          </FileButton>
        )}
      </div>
      <p role="status" className="flex items-center gap-2 text-sm text-ink-2 empty:hidden">
        {isReading && (
          <>
            <Spinner size={16} /> {t('reading')}
          </>
        )}
      </p>
      {!hasRows && <Types />}
    </div>
  );
}

function Types() {
  const t = useTranslations('upload');
  const locale = useLocale();
  return (
    <div className="mt-2 text-xs text-pretty text-ink-2">
      <p className="font-medium">{t('types')}</p>
      <ul>
        {ENDINGS.map(({ kind, endings }) => (
          <li key={kind}>{t('typeLine', { kind: t(`kinds.${kind}`), endings: formatList(endings, locale) })}</li>
        ))}
      </ul>
    </div>
  );
}

function PickNote() {
  const t = useTranslations();
  const page = usePageRef<UploadsRef>();
  const library = useSelector(page, selectUploadLibrary);
  const error = useSelector(page, ({ context }) => context.pickError);
  const foundNothing = useSelector(page, ({ context }) => context.foundNothing);
  const folderId = useSelector(page, selectFolderId);
  if (library && folderId === null) return <FormMessage tone="danger">{t('upload.noFolder')}</FormMessage>;
  if (error) return <FormMessage tone="danger">{t('upload.pickFailed', { reason: errorText(t, error) })}</FormMessage>;
  if (foundNothing && library)
    return <FormMessage tone="danger">{t(`upload.foundNothing.${library.mediaType}`)}</FormMessage>;
  return null;
}
