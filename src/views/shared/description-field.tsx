import { chunk } from '../ui/chunk.tsx';
import { Skeleton } from '../ui/waiting.tsx';
import type { DescriptionEditorProps } from './description-editor.tsx';

const editor = chunk<DescriptionEditorProps>(
  async () => (await import('./description-editor.tsx')).DescriptionEditor,
  <Skeleton className="h-50 w-full" />,
);

/** An editor of HTML from outside, in a chunk of its own. */
export function DescriptionField(props: DescriptionEditorProps) {
  return <editor.View {...props} />;
}
