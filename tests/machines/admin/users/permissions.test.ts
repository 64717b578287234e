import { expect, test } from 'vitest';
import { rightsOf } from '../../../../src/machines/admin/users/edit-user.logic.ts';
import { permissionParts } from '../../../../src/machines/admin/users/permissions.logic.ts';

const libraries = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const of = (
  permissions: Partial<ReturnType<typeof rightsOf>>,
  limits: { libraries?: string[]; tags?: string[] } = {},
) =>
  permissionParts(
    {
      permissions: { ...rightsOf('admin'), ...permissions },
      librariesAccessible: limits.libraries ?? [],
      itemTagsSelected: limits.tags ?? [],
    },
    libraries,
  );
const nothing = { download: false, update: false, delete: false, upload: false, createEreader: false };
const all = ['download', 'upload', 'update', 'delete', 'createEreader'];

test('all permissions are one part', () => {
  expect(of({})).toEqual([{ kind: 'everything' }]);
});

test('what a user may do comes first, in one order; nothing is a part of its own', () => {
  expect(of({ ...nothing, upload: true, download: true })).toEqual([{ kind: 'may', rights: ['download', 'upload'] }]);
  expect(of(nothing)).toEqual([{ kind: 'may', rights: [] }]);
});

test('limits follow: libraries, tags, explicit content', () => {
  expect(
    of(
      { accessAllLibraries: false, accessAllTags: false, accessExplicitContent: false },
      { libraries: ['a', 'c'], tags: ['poems'] },
    ),
  ).toEqual([
    { kind: 'may', rights: all },
    { kind: 'libraries', count: 2, all: 3 },
    { kind: 'tags', count: 1, isExcluded: false },
    { kind: 'noExplicit' },
  ]);
});

test('removed libraries are not counted; chosen ones do not count with access to all', () => {
  expect(of({ accessAllLibraries: false }, { libraries: ['a', 'gone'] })[1]).toEqual({
    kind: 'libraries',
    count: 1,
    all: 3,
  });
  expect(of({}, { libraries: ['a'] })).toEqual([{ kind: 'everything' }]);
});

test('tags that hide items are excluded; no tag hides nothing', () => {
  const hidden = { accessAllTags: false, selectedTagsNotAccessible: true };
  expect(of(hidden, { tags: ['a', 'b'] })[1]).toEqual({ kind: 'tags', count: 2, isExcluded: true });
  expect(of(hidden)).toEqual([{ kind: 'everything' }]);
  expect(of({ accessAllTags: false })[1]).toEqual({ kind: 'tags', count: 0, isExcluded: false });
});
