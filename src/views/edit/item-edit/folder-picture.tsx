import { useSelector } from '@xstate/react';
import { ImageOff } from 'lucide-react';
import type { FolderPicturesRef } from '../../../machines/edit/item-edit/folder-pictures.machine.ts';
import { pictureBy } from '../../../machines/edit/item-edit/item-edit.selectors.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/waiting.tsx';

interface FolderPictureProps {
  pictures: FolderPicturesRef;
  ino: string;
  className: string;
}

/** Decoration: its name stands beside it. */
export function FolderPicture({ pictures, ino, className }: FolderPictureProps) {
  const src = useSelector(pictures, pictureBy(ino));
  if (src === undefined) return <Skeleton className={className} />;
  return (
    <span className={cx('grid place-items-center overflow-hidden rounded-sm bg-surface-2 text-ink-3', className)}>
      {src === null ? (
        <ImageOff size={18} />
      ) : (
        <img src={src} alt="" decoding="async" className="size-full object-cover" />
      )}
    </span>
  );
}
