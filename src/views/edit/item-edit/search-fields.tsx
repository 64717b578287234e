import { TextField } from '../../ui/text-field.tsx';

export interface SearchFieldsProps {
  /** A podcast has only the first field. */
  titleLabel: string;
  authorLabel: string;
  isPodcast: boolean;
  title: string;
  author: string;
  onType: (field: 'title' | 'author', text: string) => void;
}

export function SearchFields({ titleLabel, authorLabel, isPodcast, title, author, onType }: SearchFieldsProps) {
  return (
    <>
      <TextField
        label={titleLabel}
        dir="auto"
        autoComplete="off"
        value={title}
        onChange={(text) => onType('title', text)}
      />
      {!isPodcast && (
        <TextField
          label={authorLabel}
          dir="auto"
          autoComplete="off"
          value={author}
          onChange={(text) => onType('author', text)}
        />
      )}
    </>
  );
}
