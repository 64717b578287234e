import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { LIBRARY_ICONS, LibraryIcon } from '../ui/library-icon.tsx';

type IconName = Parameters<ReturnType<typeof useTranslations<'libraryForm.icons'>>>[0];

interface IconPickerProps {
  value: string;
  disabled: boolean;
  onChange: (name: string) => void;
}

/** Radio buttons to screen readers and keyboard. */
export function IconPicker({ value, disabled, onChange }: IconPickerProps) {
  const t = useTranslations('libraryForm');
  const name = useId();
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="pb-1.5 text-sm font-medium text-ink">{t('icon')}</legend>
      <div className="flex flex-wrap gap-1">
        {LIBRARY_ICONS.map((icon) => (
          <label
            key={icon}
            data-tip={t(`icons.${icon as IconName}`)}
            className="relative grid size-9 place-items-center rounded-md text-ink-2 outline-offset-2 hover:bg-surface-2 has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 touch:size-11 forced-colors:has-checked:border"
          >
            <input
              type="radio"
              name={name}
              value={icon}
              checked={icon === value}
              aria-label={t(`icons.${icon as IconName}`)}
              onChange={() => onChange(icon)}
              className="absolute inset-0 opacity-0"
            />
            <LibraryIcon name={icon} size={20} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
