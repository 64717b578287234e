import { expect, test } from 'vitest';
import { menusMachine } from '../../../../src/machines/app/modals/menus.machine.ts';
import { sheetMachine } from '../../../../src/machines/playback/player/sheet.machine.ts';
import { createHost } from '../../../support/host.ts';

function startSheet() {
  const { subject, ports } = createHost(sheetMachine, { named: { menus: menusMachine } });
  subject.send({ type: 'sheet.expand' });
  const menus = subject.system.get('menus');
  return {
    navigation: ports.navigation,
    openMenu: () => menus.send({ type: 'menus.open', id: 'player-chapters' }),
    shown: () => ({ sheet: subject.getSnapshot().value, menu: menus.getSnapshot().context.openId }),
  };
}

test('back closes the menu that covers the sheet, then the sheet, then leaves the page', () => {
  const { navigation, openMenu, shown } = startSheet();
  const { key } = navigation.current();
  openMenu();
  navigation.back();
  expect(shown()).toEqual({ sheet: 'expanded', menu: null });
  navigation.back();
  expect([shown(), navigation.current().key]).toEqual([{ sheet: 'collapsed', menu: null }, key]);
});

test('a way to another page closes the sheet with its menu', () => {
  const { navigation, openMenu, shown } = startSheet();
  openMenu();
  navigation.visit('/item/2');
  expect(shown()).toEqual({ sheet: 'collapsed', menu: null });
});
