import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { describe, expect, it } from 'vitest';
import { typedNames } from '../../../src/machines/kit/text.logic.ts';
import { createStore } from '../../support/store.ts';
import { offersFor } from '../../../src/views/ui/offer-list.tsx';
import { SuggestField } from '../../../src/views/ui/suggest-field.tsx';
import { TagsField } from '../../../src/views/ui/tags-field.tsx';

const PUBLISHERS = ['Roof House', 'Upper Roof', 'Other'];

function field(
  create = true,
  known: readonly string[] = ['Horror', 'History', 'Humour'],
  given: readonly string[] = ['Horror'],
) {
  const values = createStore<readonly string[]>(given);
  const text = createStore('');
  function Owner() {
    return (
      <TagsField
        label="Genres"
        values={useSyncExternalStore(values.subscribe, values.read)}
        onChange={values.write}
        text={useSyncExternalStore(text.subscribe, text.read)}
        onText={text.write}
        suggestions={known}
        removeLabel={(value) => `Remove ${value}`}
        createLabel={create ? (value) => `Add “${value}”` : undefined}
        partsOf={typedNames}
        emptyLabel="Nothing found"
        order={{ hint: 'Alt and arrows', moved: (value, place, count) => `${value}: ${place} of ${count}` }}
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
  ])('for %j is the known words that contain it, and the text itself when new', (text, create, offers) => {
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

  it('makes a new word of typed text', async () => {
    const { values, input } = field();
    await userEvent.type(input, 'Gothic');
    await screen.findByRole('option', { name: 'Add “Gothic”' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(values.read()).toEqual(['Horror', 'Gothic']));
  });

  it('makes several new words of a list, and one of a known word with a comma', async () => {
    const { values, input } = field(true, ['Horror', 'Science, popular']);
    await userEvent.type(input, 'New One, Other Two;Horror;Downey, Jr.');
    await screen.findByRole('option', { name: /^Add/ });
    await userEvent.keyboard('{Enter}');
    const made = ['Horror', 'New One', 'Other Two', 'Downey, Jr.'];
    await waitFor(() => expect(values.read()).toEqual(made));
    await userEvent.type(input, 'science, pop');
    await screen.findByRole('option', { name: 'Science, popular' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(values.read()).toEqual([...made, 'Science, popular']));
  });

  it('says when nothing matches and no new word is allowed', async () => {
    const { input } = field(false);
    await userEvent.type(input, 'Gothic');
    expect((await screen.findByText('Nothing found')).textContent).toBe('Nothing found');
  });

  it('removes words by their button', async () => {
    const { values } = field();
    await userEvent.click(screen.getByLabelText('Remove Horror'));
    expect(values.read()).toEqual([]);
  });

  it('keeps its values and its text with Escape, which goes to its parent', async () => {
    const { values, text, input } = field();
    await userEvent.type(input, 'Go');
    await userEvent.keyboard('{Escape}');
    const heard: string[] = [];
    const listen = ({ key }: KeyboardEvent) => heard.push(key);
    document.addEventListener('keydown', listen);
    await userEvent.keyboard('{Escape}');
    document.removeEventListener('keydown', listen);
    expect([values.read(), text.read(), heard]).toEqual([['Horror'], 'Go', ['Escape']]);
  });

  it('renders a screenful of any number of known words, and goes to the last one by key', async () => {
    const known = Array.from({ length: 20_000 }, (_, index) => `Word ${index}`);
    const { values, input } = field(true, known, []);
    await userEvent.click(input);
    await screen.findByRole('option', { name: 'Word 0' });
    expect(screen.getAllByRole('option').length).toBeLessThan(20);
    await userEvent.keyboard('{ArrowUp}');
    expect(await screen.findByRole('option', { name: 'Word 19999' })).toHaveProperty('ariaPosInSet', '20000');
    await userEvent.keyboard('{Enter}');
    expect(values.read()).toEqual(['Word 19999']);
  });

  it('moves a value with Alt and an arrow key, announces it, and keeps the focus at it', async () => {
    const { values } = field(true, [], ['a', 'b', 'c']);
    const chip = screen.getByLabelText('c');
    chip.focus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{ArrowUp}{ArrowUp}{/Alt}');
    expect([values.read(), screen.getByRole('status').textContent]).toEqual([['c', 'a', 'b'], 'c: 1 of 3']);
    expect(document.activeElement).toBe(screen.getByLabelText('c'));
  });

  it('moves a value by pointer, and Escape puts it back', () => {
    const { values } = field(true, [], ['a', 'b', 'c']);
    const over = (name: string) => {
      document.elementFromPoint = () => screen.getByLabelText(name);
      fireEvent.pointerMove(document, { pointerId: 1, clientX: 50 });
    };
    fireEvent.pointerDown(screen.getByLabelText('a'), { pointerId: 1, button: 0, clientX: 0 });
    over('b');
    over('c');
    expect(values.read()).toEqual(['b', 'c', 'a']);
    fireEvent.pointerUp(document, { pointerId: 1 });
    expect(screen.getByRole('status').textContent).toBe('a: 3 of 3');
    fireEvent.pointerDown(screen.getByLabelText('a'), { pointerId: 1, button: 0, clientX: 0 });
    over('b');
    expect(values.read()).toEqual(['a', 'b', 'c']);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(values.read()).toEqual(['b', 'c', 'a']);
  });
});

describe('a text that known values complete', () => {
  const open = (given: string) => {
    const value = createStore(given);
    function Owner() {
      return (
        <SuggestField
          label="Publisher"
          value={useSyncExternalStore(value.subscribe, value.read)}
          onChange={value.write}
          suggestions={PUBLISHERS}
        />
      );
    }
    render(<Owner />);
    return { value, input: screen.getByRole('combobox', { name: 'Publisher' }) };
  };

  it('takes a known value, or any other', async () => {
    const { value, input } = open('');
    await userEvent.type(input, 'roof');
    await userEvent.click(await screen.findByRole('option', { name: 'Upper Roof' }));
    expect(value.read()).toBe('Upper Roof');
    await userEvent.clear(input);
    await userEvent.type(input, 'Nobody');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{Enter}');
    expect(value.read()).toBe('Nobody');
  });

  it('stays as it is with Escape', async () => {
    const { value, input } = open('Mine');
    await userEvent.click(input);
    await userEvent.keyboard('{Escape}{Escape}');
    expect(value.read()).toBe('Mine');
  });
});
