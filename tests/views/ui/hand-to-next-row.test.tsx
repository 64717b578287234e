import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { handToNextRow } from '../../../src/views/ui/focus-moves.ts';
import { Table } from '../../../src/views/ui/table.tsx';

const ALL = ['one', 'two', 'three'];

function List({ rows }: { rows: readonly string[] }) {
  return (
    <main id="content" tabIndex={-1}>
      <button type="button">View cover</button>
      {rows.length > 0 && (
        <Table
          label="Files"
          rows={rows}
          keyOf={(row) => row}
          columns={[
            { id: 'name', header: 'Name', isRowHeader: true, cell: (row) => <a href={`/${row}`}>{row}</a> },
            {
              id: 'actions',
              header: 'Actions',
              cell: (row) => (
                <span ref={handToNextRow}>
                  <button type="button">Delete {row}</button>
                  <button type="button">More of {row}</button>
                </span>
              ),
            },
          ]}
        />
      )}
    </main>
  );
}

const focused = () => document.activeElement?.id || document.activeElement?.textContent;

test.each([
  ['Delete one', ['two', 'three'], 'Delete two'],
  ['More of two', ['one', 'three'], 'More of three'],
  ['More of three', ['one', 'two'], 'More of two'],
  ['Delete one', ['three'], 'Delete three'],
  ['Delete one', [], 'content'],
])('when a row goes with the focus on “%s”, and %j are left, “%s” has it', async (name, left, next) => {
  const { rerender } = render(<List rows={ALL} />);
  screen.getByRole('button', { name }).focus();
  rerender(<List rows={left} />);
  await waitFor(() => expect(focused()).toBe(next));
});

test('a focus elsewhere stays when a row goes', () => {
  const { rerender } = render(<List rows={ALL} />);
  screen.getByText('View cover').focus();
  rerender(<List rows={['two', 'three']} />);
  expect(focused()).toBe('View cover');
});
