import type { ReactNode, SyntheticEvent } from 'react';
import { CircleAlert, Info } from 'lucide-react';
import { cx } from './cx.ts';

export interface FieldTexts {
  label: string;
  labelHidden?: boolean | undefined;
  help?: ReactNode;
  error?: string | null | undefined;
  hint?: string | undefined;
}

/** Ids of help and error text, for aria-describedby; undefined without either. */
export function describedBy(id: string, { help, error }: Pick<FieldTexts, 'help' | 'error'>): string | undefined {
  return cx(Boolean(help) && `${id}-help`, Boolean(error) && `${id}-error`) || undefined;
}

/** `labelId`: for a control that no `label` can name (an editor). */
export function Field({
  id,
  label,
  labelHidden,
  help,
  error,
  hint,
  className,
  labelId,
  children,
}: FieldTexts & {
  id: string;
  className?: string | undefined;
  labelId?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label id={labelId} htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
        {hint && <span className="ms-1.5 font-normal text-ink-3">{hint}</span>}
      </label>
      {children}
      {help && (
        <p id={`${id}-help`} className="text-xs text-ink-2">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert size={14} className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** The box of a text-like control; the error state comes from aria-invalid. */
export const controlClass =
  'w-full min-w-0 min-h-10 touch:min-h-11 rounded-md border border-line-strong bg-surface-1 px-3 py-2 text-base text-ink transition-[border-color] ' +
  'hover:border-ink-3 focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-60 [&[readonly]]:bg-surface-2 touch:text-[1rem]';

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

/** `onSubmit` of a form that is not sent by the browser. */
export const submitting = (submit: () => void) => (event: SyntheticEvent) => {
  event.preventDefault();
  submit();
};
