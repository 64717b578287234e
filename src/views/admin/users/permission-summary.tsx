import { useLocale, useTranslations } from 'use-intl';
import { permissionParts, type PermissionPart } from '../../../machines/admin/users/permissions.logic.ts';
import { Dotted } from '../../ui/dotted.tsx';

interface PermissionSummaryProps {
  user: Parameters<typeof permissionParts>[0];
  libraries: Parameters<typeof permissionParts>[1];
}

export function PermissionSummary({ user, libraries }: PermissionSummaryProps) {
  const t = useTranslations('users.permissions');
  const list = new Intl.ListFormat(useLocale(), { type: 'unit', style: 'short' });
  const textOf = (part: PermissionPart): string => {
    switch (part.kind) {
      case 'everything':
        return t('everything');
      case 'may':
        if (part.rights.length === 0) return t('nothing');
        return t('may', { rights: list.format(part.rights.map((right) => t(`right.${right}`))) });
      case 'libraries':
        return t('libraries', { count: part.count, all: part.all });
      case 'tags':
        return t(part.isExcluded ? 'withoutTags' : 'onlyTags', { count: part.count });
      case 'noExplicit':
        return t('noExplicit');
    }
  };
  return <Dotted>{permissionParts(user, libraries).map(textOf)}</Dotted>;
}
