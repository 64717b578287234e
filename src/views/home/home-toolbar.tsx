import { useTranslations } from 'use-intl';
import { ViewMenuButton } from '../library/view-menu-button.tsx';
import { Toolbar } from '../ui/app-bar.tsx';
import { homeWidth } from './home-width.ts';

export function HomeToolbar() {
  const t = useTranslations();
  return (
    <Toolbar
      label={t('view.label')}
      className={homeWidth}
      start={
        <p aria-hidden="true" className="truncate text-xl font-semibold tracking-tight text-ink">
          {t('home.title')}
        </p>
      }
      end={<ViewMenuButton id="home-view" />}
    />
  );
}
