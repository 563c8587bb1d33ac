import type { Device } from '@plumbline/contract/devices/devices';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { holdsThroughout, useSession } from '../../../kernel/session.ts';
import { useSettled } from '../../../kernel/settled.ts';

/**
 * A device of the corporation's warehouse, found by name or sncode on the server; tells the device with its channels. Who
 * may not see the warehouse chooses among the devices of the project.
 */
export function DevicePick({
  id,
  value,
  label,
  onPick,
}: {
  id?: string | undefined;
  value: number | undefined;
  label: string;
  onPick: (device: Device) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed.trim().slice(0, 50));
  const seesWarehouse = holdsThroughout(useSession(), 'Retrieve:Device');
  const search = { pageSize: 50, ...(keyword === '' ? {} : { keyword }) };
  const ofCorporation = useRead(
    warehouse.list,
    { corporationId: project.corporationId, ...search },
    { placeholderData: keepPreviousData, enabled: seesWarehouse },
  );
  const ofProject = useRead(
    warehouse.ofProject,
    { projectId: project.id, ...search },
    { placeholderData: keepPreviousData, enabled: !seesWarehouse },
  );
  const query = seesWarehouse ? ofCorporation : ofProject;
  const [picked, setPicked] = useState<Device | null>(null);
  const devices = query.data?.devices ?? [];
  const list = picked && !devices.some((each) => each.id === picked.id) ? [picked, ...devices] : devices;
  return (
    <Select
      {...(id ? { id } : {})}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={query.isFetching}
      notFoundContent={
        query.isFetching ? null : t(seesWarehouse ? 'bindings:device.none' : 'bindings:device.noneOfProject')
      }
      value={value ?? null}
      placeholder={t('bindings:device.find')}
      options={list.map((device) => ({
        value: device.id,
        label: `${device.name} · ${device.sncode}`,
      }))}
      onChange={(deviceId) => {
        const device = list.find((each) => each.id === deviceId);
        if (!device) return;
        setPicked(device);
        onPick(device);
      }}
    />
  );
}
