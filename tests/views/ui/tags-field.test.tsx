import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { describe, expect, it } from 'vitest';
import { createDomStore } from '../../../src/views/ui/dom-store.ts';
import { TagsField, offersFor } from '../../../src/views/ui/tags-field.tsx';

function field(create = true) {
  const values = createDomStore<readonly string[]>(['Horror']);
  const text = createDomStore('');
  function Owner() {
    return (
      <TagsField
        label="Genres"
        values={useSyncExternalStore(values.subscribe, values.read)}
        onChange={values.write}
        text={useSyncExternalStore(text.subscribe, text.read)}
        onText={text.write}
        suggestions={['Horror', 'History', 'Humour']}
        removeLabel={(value) => `Remove ${value}`}
        createLabel={create ? (value) => `Add “${value}”` : undefined}
        emptyLabel="Nothing found"
      />
    );
  }
  render(<Owner />);
  return { values, text, input: screen.getByRole('combobox', { name: 'Genres' }) };
}

describe('what is offered', () => {
  it.each([
    ['h', true, ['Horror', 'History', 'Humour', 'h']],
    ['hIsT', true, ['History', 'hIsT']],
    ['history', true, ['History']],
    ['x', false, []],
    ['  ', true, ['Horror', 'History', 'Humour']],
  ])('for %j is the known words that hold it, and the text itself when it is new', (text, create, offers) => {
    expect(offersFor(text, ['Horror', 'History', 'Humour'], create)).toEqual(offers);
  });
});

describe('a field of tags', () => {
  it('takes a known word by typing a part of it', async () => {
    const { values, text, input } = field();
    await userEvent.type(input, 'hist');
    await userEvent.click(await screen.findByRole('option', { name: 'History' }));
    expect([values.read(), text.read()]).toEqual([['Horror', 'History'], '']);
  });

  it('makes a new word of what is typed', async () => {
    const { values, input } = field();
    await userEvent.type(input, 'Gothic');
    await screen.findByRole('option', { name: 'Add “Gothic”' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(values.read()).toEqual(['Horror', 'Gothic']));
  });

  it('says when nothing fits and nothing new may be made', async () => {
    const { input } = field(false);
    await userEvent.type(input, 'Gothic');
    expect((await screen.findByText('Nothing found')).textContent).toBe('Nothing found');
  });

  it('takes words away by their button', async () => {
    const { values } = field();
    await userEvent.click(screen.getByLabelText('Remove Horror'));
    expect(values.read()).toEqual([]);
  });
});
