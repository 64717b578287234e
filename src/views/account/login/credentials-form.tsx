import type { ReactNode } from 'react';
import { TextField } from '../../ui/text-field.tsx';

export function CredentialsForm({
  label,
  onSubmit,
  children,
}: {
  label: string;
  onSubmit: () => void;
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      noValidate
      aria-label={label}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Before the focused control is removed. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.focus();
}

interface UsernameFieldProps {
  label: string;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

/** Phones do not capitalise or correct it. */
export function UsernameField(props: UsernameFieldProps) {
  return (
    <TextField
      {...props}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  );
}
