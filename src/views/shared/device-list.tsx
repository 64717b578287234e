import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import texts from '../../locales/en-us/ereader-devices.json';
import { availabilityOf, type DeviceUser } from '../../machines/admin/ereader-devices/ereader-devices.logic.ts';
import type { EreaderDevicesRef } from '../../machines/admin/ereader-devices/ereader-devices.machine.ts';
import {
  mayChange,
  selectDevicePeople,
  selectDeviceRemoval,
  selectDevices,
  selectDeviceScope,
} from '../../machines/admin/ereader-devices/ereader-devices.selectors.ts';
import { selectDataState, selectRemoved } from '../../machines/kit/kit.selectors.ts';
import type { EreaderDevice } from '../../schemas/api/auth.ts';
import { PageProvider } from '../app/actors-context.tsx';
import { DataContent } from './data-content.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { RowActions } from '../ui/row-buttons.tsx';
import { BeneathOnPhones, Table } from '../ui/table.tsx';
import { formatList } from '../format/lists.ts';

export function DeviceList({ devices }: { devices: EreaderDevicesRef }) {
  return (
    <WithTexts texts={texts}>
      <Section devices={devices} />
    </WithTexts>
  );
}

function Section({ devices }: { devices: EreaderDevicesRef }) {
  const t = useTranslations('devices');
  const scope = useSelector(devices, selectDeviceScope);
  const isShown = useSelector(devices, (snapshot) => selectDataState(snapshot) === 'shown');
  return (
    <section data-setting="devices" aria-label={t('title')} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading level={2} looksLike={3}>
          {t('title')}
        </Heading>
        {isShown && (
          <Button size="sm" icon={<Plus size={16} />} onClick={() => devices.send({ type: 'devices.add' })}>
            {t('add')}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-2">{t(scope === 'own' ? 'ownIntro' : 'serverIntro')}</p>
      <PageProvider value={devices}>
        <DataContent loading={t('loading')} failed={t('failed')}>
          <Devices devices={devices} />
        </DataContent>
      </PageProvider>
    </section>
  );
}

function Devices({ devices }: { devices: EreaderDevicesRef }) {
  const t = useTranslations('devices');
  const list = useSelector(devices, selectDevices);
  const scope = useSelector(devices, selectDeviceScope);
  const people = useSelector(devices, selectDevicePeople);
  if (list.length === 0) return <p className="rounded-lg bg-surface-1 px-4 py-6 text-sm text-ink-2">{t('none')}</p>;
  const email = {
    id: 'email',
    header: t('email'),
    wideOnly: true,
    cell: (device: EreaderDevice) => <bdi className="wrap-anywhere">{device.email}</bdi>,
  };
  const access = {
    id: 'access',
    header: t('access'),
    wideOnly: true,
    cell: (device: EreaderDevice) => <Access device={device} people={people} />,
  };
  return (
    <Table
      label={t('title')}
      keyOf={({ name }) => name}
      rows={list}
      columns={[
        {
          id: 'name',
          header: t('name'),
          isRowHeader: true,
          fills: true,
          cell: (device) => (
            <div className="py-1">
              <bdi className="wrap-anywhere">{device.name}</bdi>
              <BeneathOnPhones>
                <bdi className="wrap-anywhere">{device.email}</bdi>
              </BeneathOnPhones>
              {scope === 'server' && (
                <BeneathOnPhones>
                  <Access device={device} people={people} />
                </BeneathOnPhones>
              )}
            </div>
          ),
        },
        email,
        ...(scope === 'server' ? [access] : []),
        {
          id: 'actions',
          header: t('actions'),
          headerHidden: true,
          width: '6rem',
          cell: (device) => <Actions devices={devices} device={device} />,
        },
      ]}
    />
  );
}

function Access({ device, people }: { device: EreaderDevice; people: readonly DeviceUser[] }) {
  const t = useTranslations('devices');
  const locale = useLocale();
  const availability = availabilityOf(device);
  if (availability !== 'specificUsers') return t(`availability.${availability}`);
  const names = (device.users ?? []).map((id) => people.find((one) => one.id === id)?.username ?? t('unknownUser'));
  return <bdi>{formatList(names, locale)}</bdi>;
}

function Actions({ devices, device }: { devices: EreaderDevicesRef; device: EreaderDevice }) {
  const t = useTranslations('devices');
  const { name } = device;
  const removed = useSelector(useSelector(devices, selectDeviceRemoval), selectRemoved);
  const isOffered = useSelector(devices, mayChange(device));
  if (!isOffered) return null;
  return (
    <RowActions
      edit={{ label: t('edit', { name }), onClick: () => devices.send({ type: 'devices.edit', name }) }}
      remove={{
        label: t('remove', { name }),
        busy: removed?.name === name,
        onClick: () => devices.send({ type: 'devices.remove', name }),
      }}
    />
  );
}
