import type { ReactNode } from 'react';
import { CircleAlert, Info } from 'lucide-react';

export function FormMessage({ tone, children }: { tone: 'info' | 'danger'; children: ReactNode }) {
  const Icon = tone === 'danger' ? CircleAlert : Info;
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className="flex items-start gap-2.5 rounded-md bg-surface-2 px-3.5 py-3 text-sm"
    >
      <Icon size={18} className={`mt-px shrink-0 ${tone === 'danger' ? 'text-danger' : 'text-ink-2'}`} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
