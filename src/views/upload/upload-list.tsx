import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { UploadRef } from '../../machines/upload/upload.machine.ts';
import {
  rowAt,
  selectRowKeys,
  selectUploadFollow,
  selectUploadLibrary,
} from '../../machines/upload/upload.selectors.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { useIsPhone } from '../ui/phone.ts';
import type { CellPlace } from '../ui/virtual-grid.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { UploadCard } from './upload-card.tsx';

/** Height of a card with the space below it, in rem: in a wide window, and on a phone with three fields or one. */
const CARD_REM = 11.25;
const PHONE_REM = { book: 20.5, podcast: 15.5 } as const;

export function UploadList() {
  const t = useTranslations('upload');
  const page = usePageRef<UploadRef>();
  const keys = useSelector(page, selectRowKeys);
  const follow = useSelector(page, selectUploadFollow);
  const mediaType = useSelector(page, selectUploadLibrary)?.mediaType ?? 'book';
  const isPhone = useIsPhone();
  const renderRow = useCallback((place: CellPlace) => <Place {...place} />, []);
  return (
    <VirtualList
      isForm
      label={t('list')}
      count={keys.length}
      rowRem={isPhone ? PHONE_REM[mediaType] : CARD_REM}
      ids={keys}
      follow={follow}
      overscan={2}
      renderRow={renderRow}
    />
  );
}

function Place({ index, tabIndex }: CellPlace) {
  const row = useSelector(usePageRef<UploadRef>(), rowAt(index));
  return row ? <UploadCard row={row} index={index} tabIndex={tabIndex} /> : null;
}
