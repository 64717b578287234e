import { Funnel } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useMenu } from '../app/actors-context.tsx';
import { useSheet } from '../texts/use-sheet.ts';
import { chunk } from '../ui/chunk.tsx';
import { PopoverButton } from '../ui/popover-button.tsx';
import { Chip } from '../ui/chip.tsx';
import type { FilterPanelProps } from './filter-panel.tsx';
import { useFilterText } from './filter-text.ts';

const filterPanel = chunk(async () => (await import('./filter-panel.tsx')).FilterPanel, <div className="h-96" />);

interface FilterMenuProps extends Omit<FilterPanelProps, 'menu'> {
  id: string;
  panel: FilterPanelProps['menu'];
}

export function FilterMenu({ id, panel, subject, filter, onChoose }: FilterMenuProps) {
  const t = useTranslations('bookshelf');
  const menu = useMenu(id);
  const openOrClose = (open: boolean) => {
    if (open) panel.send({ type: 'filterMenu.reset' });
    menu.onOpenChange(open);
  };
  return (
    <PopoverButton
      open={menu.open}
      onOpenChange={openOrClose}
      label={t('filter')}
      text={t('filter')}
      sheet={useSheet(t('filter'))}
      icon={<Funnel size={18} fill={filter === null ? 'none' : 'currentColor'} />}
      width={288}
      onPrefetch={filterPanel.preload}
    >
      <filterPanel.View
        subject={subject}
        menu={panel}
        filter={filter}
        onChoose={(chosen) => {
          onChoose(chosen);
          menu.onOpenChange(false);
        }}
      />
    </PopoverButton>
  );
}

export function ActiveFilter({ filter, onClear }: { filter: string | null; onClear: () => void }) {
  const t = useTranslations('bookshelf');
  const text = useFilterText(filter);
  if (text === null) return null;
  return (
    <Chip removeLabel={t('clearFilter')} onRemove={onClear}>
      {text}
    </Chip>
  );
}
