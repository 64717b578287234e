import { useTranslations } from 'use-intl';
import texts from '../../locales/en-us/rich-text.json';
import { WithTexts } from '../texts/with-texts.tsx';
import { RichTextField, type RichTextFieldProps } from '../ui/rich-text-field.tsx';

export type DescriptionEditorProps = Omit<RichTextFieldProps, 'texts'>;

/** Load it with `chunk` (`DescriptionField`). */
export function DescriptionEditor(props: DescriptionEditorProps) {
  return (
    <WithTexts texts={texts}>
      <Editor {...props} />
    </WithTexts>
  );
}

function Editor(props: DescriptionEditorProps) {
  const t = useTranslations('richText');
  return (
    <RichTextField
      {...props}
      texts={{
        toolbar: t('toolbar'),
        strong: t('strong'),
        em: t('em'),
        del: t('del'),
        link: t('link'),
        bulletList: t('bulletList'),
        orderedList: t('orderedList'),
        undo: t('undo'),
        redo: t('redo'),
        address: t('address'),
        addressInvalid: t('addressInvalid'),
        setLink: t('setLink'),
        removeLink: t('removeLink'),
        cancel: t('cancel'),
      }}
    />
  );
}
