import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/add-podcast.json';
import type { AddFeedsRef } from '../../../machines/edit/podcasts/add-feeds.machine.ts';
import { CancelAndSave } from '../../shared/form-dialog.tsx';
import { Checkbox, Switch } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { withTexts } from '../../texts/with-texts.tsx';

export const Modal = withTexts(texts, AddFeeds);

function AddFeeds({ modal }: { modal: AddFeedsRef }) {
  const t = useTranslations('addFeeds');
  const tCommon = useTranslations('common');
  const { feeds, folders, folderId, autoDownloadEpisodes, chosen } = useSelector(modal, ({ context }) => context);
  const close = () => modal.send({ type: 'addFeeds.close' });
  const missing = folders.length === 0 ? t('noFolder') : chosen.size === 0 ? t('none') : undefined;
  const fresh = feeds.filter(({ isKnown }) => !isKnown);
  const isAll = fresh.every(({ feedUrl }) => chosen.has(feedUrl));
  return (
    <Dialog
      open
      title={chosen.size === 0 ? t('titleNone') : t('title', { count: chosen.size })}
      closeLabel={tCommon('close')}
      width={700}
      onDismiss={close}
      footer={
        <CancelAndSave
          disabledReason={missing}
          onCancel={close}
          onClick={() => modal.send({ type: 'addFeeds.submit' })}
        >
          {t('submit', { count: chosen.size })}
        </CancelAndSave>
      }
    >
      <div className="flex flex-col gap-3">
        <Select
          label={t('folder')}
          value={folderId === '' ? null : folderId}
          options={folders.map(({ id, fullPath }) => ({ value: id, label: fullPath }))}
          onChange={(value) => modal.send({ type: 'addFeeds.chooseFolder', folderId: value })}
        />
        <Switch
          label={t('autoDownload')}
          checked={autoDownloadEpisodes}
          onChange={(checked) => modal.send({ type: 'addFeeds.setAutoDownload', checked })}
        />
        {fresh.length > 1 && (
          <Checkbox
            label={t('all')}
            checked={isAll}
            mixed={!isAll && chosen.size > 0}
            onChange={() => modal.send({ type: 'addFeeds.toggleAll' })}
          />
        )}
        <p className="text-sm text-ink-2">{t('note')}</p>
        <ol aria-label={t('list')} className="flex flex-col">
          {feeds.map(({ title, feedUrl, isKnown }, index) => (
            <li
              key={feedUrl}
              className="flex items-start gap-3 border-t border-line py-1 [contain-intrinsic-block-size:4rem] [content-visibility:auto]"
            >
              <span
                aria-hidden="true"
                className="w-7 shrink-0 pt-1.5 text-end text-sm text-ink-3 tabular-nums touch:pt-3"
              >
                {index + 1}
              </span>
              <div className="min-w-0 flex-1 *:min-w-0">
                <Checkbox
                  label={<bdi>{title}</bdi>}
                  help={
                    <span dir="ltr" className="wrap-anywhere">
                      {isKnown && <span className="text-success">{t('inLibrary')} · </span>}
                      {feedUrl}
                    </span>
                  }
                  checked={chosen.has(feedUrl)}
                  onChange={() => modal.send({ type: 'addFeeds.toggle', feedUrl })}
                />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
