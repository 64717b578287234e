import { describe, expect, test } from 'vitest';
import { menusMachine } from '../../../../src/machines/app/modals/menus.machine.ts';
import type { MenusEvent } from '../../../../src/machines/app/modals/modals.protocol.ts';
import { createHost } from '../../../support/host.ts';

const open = (id: string): MenusEvent => ({ type: 'menus.open', id });
const close = (id: string): MenusEvent => ({ type: 'menus.close', id });
const closeAll: MenusEvent = { type: 'menus.closeAll' };

/** The menu that is open at the start and after each event. */
function openAfter(...events: readonly MenusEvent[]) {
  const { subject } = createHost(menusMachine);
  const openId = () => subject.getSnapshot().context.openId;
  return [
    openId(),
    ...events.map((event) => {
      subject.send(event);
      return openId();
    }),
  ];
}

test('at the start every menu is closed', () => {
  expect(openAfter()).toEqual([null]);
});

test('a menu opens and closes (BAR-002)', () => {
  expect(openAfter(open('libraries'), close('libraries'))).toEqual([null, 'libraries', null]);
});

test('opening a menu closes the one that was open', () => {
  expect(openAfter(open('libraries'), open('account'))).toEqual([null, 'libraries', 'account']);
});

test('a menu whose close event arrives after another one opened leaves that one open', () => {
  expect(openAfter(open('libraries'), open('account'), close('libraries'))).toEqual([
    null,
    'libraries',
    'account',
    'account',
  ]);
});

test('opened twice a menu stays open, and one closing is enough', () => {
  expect(openAfter(open('account'), open('account'), close('account'))).toEqual([null, 'account', 'account', null]);
});

test('closing a closed or missing one changes nothing', () => {
  expect(openAfter(close('account'), open('account'), close('account'), close('account'), close('nobody'))).toEqual([
    null,
    null,
    'account',
    null,
    null,
    null,
  ]);
});

describe('back', () => {
  function opened(touch: boolean) {
    const { subject, ports } = createHost(menusMachine);
    ports.page.setTouch(touch);
    ports.navigation.visit('/item/2');
    subject.send(open('libraries'));
    return { subject, ports, openId: () => subject.getSnapshot().context.openId };
  }

  test('on a phone closes the menu and leaves the page', () => {
    const { subject, ports, openId } = opened(true);
    subject.send(open('account'));
    ports.navigation.back();
    expect([openId(), ports.navigation.current().pathname, ports.navigation.held]).toEqual([null, '/item/2', 0]);
    ports.navigation.back();
    expect(ports.navigation.current().pathname).toBe('/');
  });

  test('is held on, not let go, where another menu opens', () => {
    const { subject, ports } = opened(true);
    const { holdBack } = subject.getSnapshot().children;
    subject.send(open('account'));
    expect([subject.getSnapshot().children.holdBack === holdBack, ports.navigation.held]).toEqual([true, 1]);
  });

  test('is let go by a menu that was closed otherwise', () => {
    const { subject, ports } = opened(true);
    subject.send(close('libraries'));
    expect(ports.navigation.held).toBe(0);
  });

  test('with a mouse leaves the page: menus are not in its history', () => {
    expect(opened(false).ports.navigation.held).toBe(0);
  });
});

describe('a menu that opens by hovering', () => {
  function host() {
    const { subject, ports } = createHost(menusMachine);
    const enter = (id = 'volume') => subject.send({ type: 'menus.entered', id });
    const leave = (id = 'volume') => subject.send({ type: 'menus.left', id });
    return {
      subject,
      enter,
      leave,
      wait: (ms: number) => ports.clock.advance(ms),
      openId: () => subject.getSnapshot().context.openId,
    };
  }

  test('closes 600 ms after it was left (PLR-079, PLR-080, CON-055)', () => {
    const { enter, leave, wait, openId } = host();
    enter();
    expect(openId()).toBe('volume');
    wait(60_000);
    leave();
    wait(599);
    expect(openId()).toBe('volume');
    wait(1);
    expect(openId()).toBeNull();
  });

  test('stays open when it is entered again meanwhile, and counts from when it was left last', () => {
    const { enter, leave, wait, openId } = host();
    enter();
    leave();
    wait(500);
    enter();
    wait(5000);
    expect(openId()).toBe('volume');
    leave();
    wait(300);
    leave();
    wait(599);
    expect(openId()).toBe('volume');
    wait(1);
    expect(openId()).toBeNull();
  });

  test('that was closed meanwhile does not close the one that opened after it', () => {
    const { subject, enter, leave, wait, openId } = host();
    enter();
    leave();
    wait(300);
    subject.send(closeAll);
    enter();
    wait(5000);
    expect(openId()).toBe('volume');
  });

  test('closes no other menu, neither when it is entered nor when it was left', () => {
    const { subject, enter, leave, wait, openId } = host();
    subject.send(open('account'));
    enter();
    expect(openId()).toBe('account');
    subject.send(close('account'));
    enter();
    leave();
    subject.send(open('account'));
    wait(5000);
    expect(openId()).toBe('account');
  });
});

test('going to another page closes the menu, whichever it is, and it can be opened there again (as modals by RTE-042)', () => {
  expect(openAfter(closeAll, open('item-card-li_1'), closeAll, open('item-card-li_1'))).toEqual([
    null,
    null,
    'item-card-li_1',
    null,
    'item-card-li_1',
  ]);
});
