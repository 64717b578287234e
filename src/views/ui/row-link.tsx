import { AppLink } from './app-link.tsx';

interface RowLinkProps {
  to: string;
  name: string;
  onPrefetch?: () => void;
  tabIndex?: number;
}

export function RowLink({ name, ...link }: RowLinkProps) {
  return (
    <AppLink
      {...link}
      className="flex min-h-6 min-w-0 items-center rounded-sm text-ink no-underline hover:text-accent-text touch:min-h-11"
    >
      <span dir="auto" className="min-w-0 truncate text-match">
        {name}
      </span>
    </AppLink>
  );
}
