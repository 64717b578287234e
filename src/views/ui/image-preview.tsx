import { Dialog as Base } from '@base-ui/react/dialog';

export interface ImagePreviewProps {
  open: boolean;
  src: string;
  alt: string;
  closeLabel: string;
  onDismiss: () => void;
}

/** A picture; a press closes it. Imports Base UI: load it lazily. */
export function ImagePreview({ open, src, alt, closeLabel, onDismiss }: ImagePreviewProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onDismiss();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="overlay-fade fixed inset-0 z-60 bg-scrim" />
        <Base.Popup className="overlay-fade fixed inset-[5%] z-60 outline-none">
          <Base.Title className="sr-only">{alt}</Base.Title>
          <Base.Close aria-label={closeLabel} className="relative block size-full cursor-zoom-out">
            <img src={src} alt={alt} className="absolute inset-0 size-full object-contain" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
