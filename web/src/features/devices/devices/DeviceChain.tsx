import { type Device, devices } from '@plumbline/contract/devices/devices';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { Connected } from './DeviceMarks.tsx';

type Chain = Reply<typeof devices.associated>;
type Brief = Chain['measuring'][number];
const listedAtFirst = 8;

/** The chain that a device stands in: what it sends through, and what sends through it. */
export function DeviceChain({ device }: { device: Device }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [editing, setEditing] = useState(false);
  const query = useRead(devices.associated, { deviceId: device.id });
  return (
    <section className="dv-section">
      <div className="pl-row" style={{ marginBottom: 4 }}>
        <h3 className="pl-gap">{t('devices:chain.title')}</h3>
        {allowed(devices.associate) && device.type !== 'DTU' && query.data && (
          <Button size="small" type="text" onClick={() => setEditing(true)}>
            {t('common:edit')}
          </Button>
        )}
      </div>
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {(chain) => {
          const isDirect = !chain.dtu && !chain.collector && chain.collectors.length + chain.measuring.length === 0;
          return (
            <>
              {isDirect && <p className="pl-3">{t('devices:chain.none')}</p>}
              {chain.dtu && <Line word={t('devices:chain.dtu')} list={[chain.dtu]} />}
              {chain.collector && <Line word={t('devices:chain.collector')} list={[chain.collector]} />}
              {chain.collectors.length > 0 && <Line word={t('devices:chain.collectors')} list={chain.collectors} />}
              {chain.measuring.length > 0 && <Line word={t('devices:chain.measuring')} list={chain.measuring} />}
              {editing && <ChainDialog device={device} chain={chain} onClose={() => setEditing(false)} />}
            </>
          );
        }}
      </Answer>
    </section>
  );
}

function Line({ word, list }: { word: string; list: readonly Brief[] }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const [all, setAll] = useState(false);
  const linkTo = (id: number): string => {
    const next = new URLSearchParams(search);
    next.set('device', String(id));
    return `${pathname}?${next}`;
  };
  return (
    <div className="dv-chain">
      <span className="pl-3">{word}</span>
      <div>
        {(all ? list : list.slice(0, listedAtFirst)).map((brief) => (
          <div key={brief.id} className="pl-row dv-link">
            <Link className="pl-ell" to={linkTo(brief.id)}>
              {brief.name}
            </Link>
            <span className="pl-3 pl-sm pl-ell pl-gap">
              {brief.model} · {brief.sncode}
            </span>
            <Connected connection={brief.connection} />
          </div>
        ))}
        {!all && list.length > listedAtFirst && (
          <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => setAll(true)}>
            {t('devices:chain.all', { count: list.length })}
          </Button>
        )}
      </div>
    </div>
  );
}

const collectorField: FieldDefinition = { type: 'slot', prop: 'collectorId', label: 'devices:chain.collector' };
const dtuField: FieldDefinition = {
  type: 'slot',
  prop: 'dtuId',
  label: 'devices:chain.dtu',
  tips: 'devices:chain.dtuTip',
};

function ChainDialog({ device, chain, onClose }: { device: Device; chain: Chain; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: associateDevices } = useWrite(devices.associate);
  const pick = (type: 'collector' | 'DTU', now: Brief | null) =>
    function Pick({
      id,
      value,
      onChange,
      label,
    }: {
      id?: string;
      value: unknown;
      onChange: (v: unknown) => void;
      label: string;
    }) {
      return (
        <BriefPick
          id={id}
          corporationId={device.corporationId}
          without={device.id}
          type={type}
          now={now}
          value={(value as number | null | undefined) ?? null}
          onChange={onChange}
          label={label}
        />
      );
    };
  return (
    <FormDialog
      title={t('devices:chain.of', { name: device.name })}
      widthPx={480}
      schema={devices.associate.input}
      fixed={{ deviceId: device.id }}
      record={device}
      initial={{ collectorId: device.collectorId, dtuId: device.dtuId }}
      fields={device.type === 'measuring' ? [collectorField, dtuField] : [dtuField]}
      slots={{ collectorId: pick('collector', chain.collector), dtuId: pick('DTU', chain.dtu) }}
      errorField={{}}
      onSave={async (input: never, precondition) => {
        await associateDevices(input, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

/** A device of the warehouse of one type, found on the server. */
function BriefPick({
  id,
  corporationId,
  without,
  type,
  now,
  value,
  onChange,
  label,
}: {
  id: string | undefined;
  corporationId: number;
  without: number;
  type: 'collector' | 'DTU';
  now: Pick<Brief, 'id' | 'name' | 'sncode'> | null;
  value: number | null;
  onChange: (value: number | null) => void;
  label: string;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed.trim().slice(0, 50));
  const query = useRead(
    warehouse.list,
    {
      corporationId,
      type,
      hidden: 'all' as const,
      pageSize: 50,
      ...(keyword === '' ? {} : { keyword }),
    },
    {
      placeholderData: keepPreviousData,
    },
  );
  const devices: readonly Pick<Brief, 'id' | 'name' | 'sncode'>[] = query.data?.devices ?? [];
  const list = now && !devices.some((each) => each.id === now.id) ? [now, ...devices] : devices;
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={query.isFetching}
      value={value}
      placeholder={t('devices:chain.direct')}
      options={list
        .filter((each) => each.id !== without)
        .map((each) => ({ value: each.id, label: `${each.name} · ${each.sncode}` }))}
      notFoundContent={query.isPending ? null : t('devices:noneFound')}
      onChange={(next: number | undefined) => onChange(next ?? null)}
    />
  );
}
