import { expect } from 'playwright/test';
import type { Tab } from './browser.ts';
import { find, NOTHING, type Deed, type Pattern, type Sight, type Wanted } from './find.ts';

type Words = string | RegExp;

const sent = (words: Words): string | Pattern =>
  typeof words === 'string' ? words : { source: words.source, flags: words.flags };

/** A part of the page, found anew each time. What is done with it waits until it can be done. */
export class Part {
  readonly #tab: Tab;
  readonly #path: readonly Wanted[];

  constructor(tab: Tab, path: readonly Wanted[] = []) {
    this.#tab = tab;
    this.#path = path;
  }

  /** What has a role, and a name if one is given. */
  role(role: string, name?: Words): Part {
    return this.#within({ role, ...(name === undefined ? {} : { name: sent(name) }) });
  }

  /** What has such a text, and nothing smaller has it. */
  words(text: Words): Part {
    return this.#within({ text: sent(text) });
  }

  css(css: string): Part {
    return this.#within({ css });
  }

  /** A field by its label, whatever its role. */
  field(name: Words): Part {
    return this.#within({ css: 'input, textarea, select, [role=combobox], [role=textbox]', name: sent(name) });
  }

  /** One of several, counted from 0; -1: the last one. */
  at(at: number): Part {
    const last = this.#path.at(-1);
    return new Part(this.#tab, [...this.#path.slice(0, -1), { ...last, at }]);
  }

  async look(deed: Deed = 'look'): Promise<Sight> {
    return (await this.#tab.evaluate(find, this.#path, deed)) ?? NOTHING;
  }

  async text(): Promise<string> {
    return (await this.look()).text;
  }

  async value(): Promise<string> {
    return (await this.look()).value;
  }

  /** Waits until it is there. */
  async shown(): Promise<void> {
    await expect.poll(async () => (await this.look()).count, { message: `${this} is shown` }).toBeGreaterThan(0);
  }

  /** Waits until it is not there any more. */
  async gone(): Promise<void> {
    await expect.poll(async () => (await this.look()).count, { message: `${this} is gone` }).toBe(0);
  }

  /** Waits until its text is, or has, these words. */
  async says(words: Words): Promise<void> {
    const poll = expect.poll(() => this.text(), { message: `${this} says` });
    await (typeof words === 'string' ? poll.toBe(words) : poll.toMatch(words));
  }

  async focused(): Promise<void> {
    await expect.poll(async () => (await this.look()).hasFocus, { message: `${this} has the focus` }).toBe(true);
  }

  async checked(is = true): Promise<void> {
    await expect.poll(async () => (await this.look()).isChecked, { message: `${this} is checked` }).toBe(is);
  }

  async focus(): Promise<void> {
    await this.shown();
    await this.look('focus');
    await this.focused();
  }

  /** Where it is once it moves no more and nothing lies over its middle. There is one such part, and it is enabled. */
  async place(): Promise<Sight['box']> {
    let before = '';
    let box = NOTHING.box;
    await expect
      .poll(
        async () => {
          // A dialog that still grows has another box in the next frame.
          await this.#tab.evaluate(
            () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
          );
          const sight = await this.look('reveal');
          box = sight.box;
          const now = JSON.stringify(box);
          const rests = now === before;
          before = now;
          return { count: sight.count, isEnabled: sight.isEnabled, isOnTop: sight.isOnTop, rests };
        },
        { message: `${this} can be pressed`, intervals: [30, 50, 100, 100, 200] },
      )
      .toEqual({ count: 1, isEnabled: true, isOnTop: true, rests: true });
    return box;
  }

  /** Presses it in its middle, or at a part of its width and height. */
  async press(share = { x: 0.5, y: 0.5 }): Promise<void> {
    const { x, y, width, height } = await this.place();
    await this.#tab.press({ x: x + width * share.x, y: y + height * share.y });
  }

  /** A finger on its middle, held for so many ms. */
  async touch(held?: number): Promise<void> {
    const { x, y, width, height } = await this.place();
    await this.#tab.touch([[{ x: x + width / 2, y: y + height / 2 }]], held);
  }

  async hover(): Promise<void> {
    const { x, y, width, height } = await this.place();
    await this.#tab.move({ x: x + width / 2, y: y + height / 2 });
  }

  /** Types over what is in a field. */
  async fill(text: string): Promise<void> {
    await this.press();
    await this.focused();
    await this.look('select');
    if (text === '') await this.#tab.key('Delete');
    else await this.#tab.type(text);
    await expect.poll(() => this.value(), { message: `value of ${this}` }).toBe(text);
  }

  toString(): string {
    return this.#path.map((wanted) => JSON.stringify(wanted)).join(' > ');
  }

  #within(wanted: Wanted): Part {
    return new Part(this.#tab, [...this.#path, wanted]);
  }
}
