import { AppLink } from './app-link.tsx';

interface RowLinkProps {
  to: string;
  name: string;
  onPrefetch?: () => void;
}

/** A link that fills the name of a row and is cut where there is no room. */
export function RowLink({ name, ...link }: RowLinkProps) {
  return (
    <AppLink
      {...link}
      dir="auto"
      className="flex min-h-6 items-center truncate rounded-sm text-ink no-underline hover:text-accent-text touch:min-h-11"
    >
      <span className="truncate">{name}</span>
    </AppLink>
  );
}
