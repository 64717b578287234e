import { useTranslations } from 'use-intl';
import { isHuge } from '../../../machines/edit/item-edit/cover.logic.ts';
import { Cover } from '../../ui/cover.tsx';
import { useNaturalSize } from '../../ui/measured.ts';

interface CoverShapesProps {
  /** Address of the whole picture. */
  src: string | null;
  title: string;
  heading: string;
}

/** CSS pixels. */
const WIDTH = 96;

/** A picture in both shapes of covers, with its size in pixels. */
export function CoverShapes({ src, title, heading }: CoverShapesProps) {
  const t = useTranslations('editCover');
  const tCard = useTranslations('card');
  const { size, onLoad } = useNaturalSize();
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="text-sm font-medium text-ink">{heading}</figcaption>
      <div className="flex items-start gap-3">
        {(['square', 'book'] as const).map((aspect) => (
          <div key={aspect} className="w-24 shrink-0">
            <Cover
              src={src}
              aspect={aspect}
              width={WIDTH}
              title={title}
              alt={aspect === 'square' ? heading : ''}
              invalidLabel={tCard('invalidCover')}
              priority="high"
            />
          </div>
        ))}
      </div>
      {src !== null && (
        <p className="text-xs text-ink-2 tabular-nums">
          {/* Only to be measured. */}
          <img src={src} alt="" referrerPolicy="no-referrer" className="sr-only" onLoad={onLoad} />
          {size && t('pixels', { width: String(size.width), height: String(size.height) })}
          {size && isHuge(size) && <span className="block text-ink-2">{t('huge')}</span>}
        </p>
      )}
    </figure>
  );
}
